import PackagePlugin

/// `swift package images`: builds the images in the package's manifest.
@main
struct AlcedoImagesCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        try PluginRun(verb: .images, package: context.package) {
            try ToolLocation.executable(in: context, from: packageManager)
        }.perform(arguments)
    }
}
