import Foundation
import PackagePlugin

/// The executable `alcedo`, built from this package.
///
/// The package of plugins that a release generates has another type of this name, for the tool of its artifact bundle.
enum ToolLocation {
    private static let stampName = "tool.stamp"

    /// Returns the tool, and builds it unless a stamp of an earlier run says that it is up to date.
    ///
    /// A nested build with nothing to do takes SwiftPM nearly as long as everything else in a run.
    static func executable(in context: PluginContext, from host: PackageManager) throws -> URL {
        let own = context.pluginWorkDirectoryURL.appendingPathComponent(stampName)
        let began = FileStatus.now()
        let inputs = ToolInputs(of: ToolBuild.product, in: context)
        let stamps = stamps(beside: own).compactMap(ToolStamp.init(contentsOf:))
        if let inputs, let tool = stamps.lazy.compactMap({ $0.tool(ifMadeFrom: inputs) }).first {
            return tool
        }

        let tool = try ToolBuild.executable(
            from: host, reason(for: inputs, stamps, tools: stamps.map(\.tool) + usualTools(beside: own)))
        // Files that changed a moment ago, or meanwhile, could change again with the same date.
        if let inputs, inputs.newest < began - 2, inputs == ToolInputs(of: ToolBuild.product, in: context) {
            ToolStamp(tool: tool, inputs: inputs)?.write(to: own)
        } else {
            ToolStamp.remove(own)
        }
        return tool
    }

    /// What stamps and dates say: the build system knows better, but not before it is done.
    private static func reason(
        for inputs: ToolInputs?, _ stamps: [ToolStamp], tools: [String]
    ) -> BuildProgress.Reason {
        guard let built = tools.compactMap({ FileStatus($0)?.newest }).max() else { return .first }
        guard let inputs, !stamps.contains(where: { $0.sources == inputs.sources }) else { return .doubt }
        return inputs.newest > built ? .changed : .doubt
    }

    /// The folder `.build`, above `plugins/AlcedoImagesCommand/outputs`.
    private static func buildFolder(of stamp: URL) -> URL {
        var folder = stamp
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder
    }

    /// The stamps of this plugin and of the other one, which use the same tool.
    private static func stamps(beside own: URL) -> [URL] {
        let plugins = buildFolder(of: own).appendingPathComponent("plugins")
        let others = ["AlcedoImagesCommand", "AlcedoFetchImagesCommand"].map {
            plugins.appendingPathComponent("\($0)/outputs/\(stampName)")
        }
        return [own] + others.filter { $0.path != own.path }
    }

    /// Where the build systems put the tool, on this machine or on another.
    private static func usualTools(beside stamp: URL) -> [String] {
        let folder = buildFolder(of: stamp).path
        return ["release", "out/Products/Release-linux", "out/Products/Release"].map {
            "\(folder)/\($0)/\(ToolBuild.product)"
        }
    }
}
