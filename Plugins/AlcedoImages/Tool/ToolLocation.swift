import Foundation
import PackagePlugin

/// The tool that the build system makes from this package, in the configuration of the build.
///
/// The package of plugins that a release generates has another type of this name, for the tool of its artifact bundle.
enum ToolLocation {
    static func executable(in context: PluginContext) throws -> URL {
        try context.tool(named: "AlcedoImagesTool").url
    }
}
