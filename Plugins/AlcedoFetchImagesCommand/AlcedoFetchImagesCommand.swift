import PackagePlugin

/// `swift package fetch-images`: loads the remote sources in the package's manifest.
///
/// A separate verb, because SwiftPM requests every declared permission on every run: a site without remote sources
/// should never be prompted for network access.
@main
struct AlcedoFetchImagesCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        try PluginRun(verb: .fetchImages, package: context.package) {
            try ToolLocation.executable(in: context, from: packageManager)
        }.perform(arguments)
    }
}
