import Foundation
import PackagePlugin

/// Builds the pictures of a target that has an `images.yml`: the files go into its bundle, and code that names them
/// into the target.
///
/// SwiftPM compares names and dates: it starts the tool when a file of the ``BuildPlan`` has changed.
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
        let found = TargetFiles(below: folder.path, besides: work.path)
        // Code that changes is no reason to look at pictures.
        let code = target.sourceFiles.lazy.filter { $0.type == .source || $0.type == .header }
        let codePaths = Set(code.map(\.url.path))
        let names = found.files.filter { !codePaths.contains(folder.path + "/" + $0) }
        let plan = BuildPlan(names: (context.package.noticesNewFiles ? found.folders : []) + names, in: work)
        try plan.write()
        return [
            .buildCommand(
                displayName: "Images of \(target.name)",
                executable: try ToolLocation.executable(in: context),
                arguments: [
                    "bundle", "--manifest", manifest.path, "--output", output.path, "--swift", swift.path,
                    "--cache-dir", work.appendingPathComponent("cache").path,
                    "--plan", plan.id, "--planned", plan.planned.path, "--unplanned", plan.unplanned.path,
                ],
                // Some build systems do not pass on the environment.
                environment: ProcessInfo.processInfo.environment.filter { $0.key == "ALCEDO_CACHE_DIR" },
                // Without looking at each of them again.
                inputFiles: [plan.unplanned]
                    + names.map { URL(fileURLWithPath: folder.path + "/" + $0, isDirectory: false) },
                outputFiles: [swift, output])
        ]
    }
}

extension Package {
    /// Whether a new file below a target has SwiftPM plan again.
    ///
    /// Only those of the root package do in the native build system. What comes from a repository or a registry does not change.
    fileprivate var noticesNewFiles: Bool {
        if case .local = origin { false } else { true }
    }
}
