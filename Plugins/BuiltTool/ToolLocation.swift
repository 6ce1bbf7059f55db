import Foundation
import PackagePlugin

/// The executable `alcedo`, built from this package.
///
/// The package of plugins that a release generates has another type of this name, for the tool of its artifact bundle.
enum ToolLocation {
    /// Returns the tool, and builds it unless a stamp of an earlier run says that it is up to date.
    ///
    /// A nested build with nothing to do takes SwiftPM nearly as long as everything else in a run.
    static func executable(in context: PluginContext, from host: PackageManager) throws -> URL {
        let file = context.pluginWorkDirectoryURL.appendingPathComponent("tool.stamp")
        let began = FileStatus.now()
        let inputs = ToolInputs(of: ToolBuild.product, in: context)
        let stamp = ToolStamp(contentsOf: file)
        if let inputs, let stamp, let tool = stamp.tool(ifMadeFrom: inputs) { return tool }

        let reason: BuildProgress.Reason =
            if let stamp { stamp.isOutdated(by: inputs) ? .changed : .doubt } else {
                hasBuilt(context) ? .doubt : .first
            }
        let tool = try ToolBuild.executable(from: host, reason)
        // Files that changed a moment ago, or meanwhile, could change again with the same date.
        if let inputs, inputs.newest < began - 2, inputs == ToolInputs(of: ToolBuild.product, in: context) {
            ToolStamp(tool: tool, inputs: inputs)?.write(to: file)
        } else {
            ToolStamp.remove(file)
        }
        return tool
    }

    /// Whether there has been a build for release in the folder that has the plugin's own, with either build system.
    private static func hasBuilt(_ context: PluginContext) -> Bool {
        var folder = context.pluginWorkDirectoryURL
        // …/plugins/AlcedoImagesCommand/outputs
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return ["release/\(ToolBuild.product)", "out/Products"].contains {
            FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
        }
    }
}
