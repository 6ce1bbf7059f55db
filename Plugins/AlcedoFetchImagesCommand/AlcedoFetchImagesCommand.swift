import PackagePlugin

/// `swift package fetch-images`: loads the remote sources that the package's manifest names.
///
/// A verb of its own because SwiftPM asks for every declared permission on every run: a site without remote
/// sources should never be asked for the network.
@main
struct AlcedoFetchImagesCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        try PluginRun(verb: .fetchImages, package: context.package, host: packageManager).perform(arguments)
    }
}
