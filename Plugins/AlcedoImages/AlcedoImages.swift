import Foundation
import PackagePlugin

/// Builds the pictures of a target that has an `images.yml`: the files go into its bundle, and code that names them
/// into the target.
///
/// SwiftPM compares names and dates: it starts the tool when the manifest, the lock file or a picture below the target
/// has changed. Only the tool can read the manifest, so every file that could be a source is listed as an input.
@main
struct AlcedoImages: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let folder = target.directoryURL
        let manifest = folder.appendingPathComponent("images.yml")
        guard FileManager.default.fileExists(atPath: manifest.path) else {
            Diagnostics.error(
                "AlcedoImages: no images.yml in \(folder.path); write one there, or remove the plugin from the target "
                    + "'\(target.name)'")
            return []
        }
        let work = context.pluginWorkDirectoryURL
        let output = work.appendingPathComponent("images")
        let swift = work.appendingPathComponent("Images.swift")
        return [
            .buildCommand(
                displayName: "Images of \(target.name)",
                executable: try ToolLocation.executable(in: context),
                arguments: [
                    "bundle", "--manifest", manifest.path, "--output", output.path, "--swift", swift.path,
                    "--cache-dir", work.appendingPathComponent("cache").path,
                ],
                // Some build systems do not pass on the environment.
                environment: ProcessInfo.processInfo.environment.filter { $0.key == "ALCEDO_CACHE_DIR" },
                inputFiles: SourceFiles.below(folder),
                outputFiles: [swift, output])
        ]
    }
}
