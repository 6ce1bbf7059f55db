/// The differences between the two plugins.
enum PluginVerb {
    case images
    case fetchImages

    /// The word after `swift package`, as declared in `Package.swift`.
    var name: String {
        switch self {
        case .images: "images"
        case .fetchImages: "fetch-images"
        }
    }

    /// The flags that grant the permissions declared in `Package.swift` for this verb, in the declared scope: SwiftPM
    /// rejects a wider or a narrower scope.
    var permissionFlags: String {
        switch self {
        case .images: "--allow-writing-to-package-directory"
        case .fetchImages: "--allow-writing-to-package-directory --allow-network-connections all"
        }
    }

    /// One sentence for the start of `--help`.
    var overview: String {
        switch self {
        case .images: "Build the images in the package's images.yml."
        case .fetchImages: "Load and pin the remote sources in the package's images.yml."
        }
    }

    /// Other uses of the verb, for the start of `--help`.
    var others: String {
        switch self {
        case .images:
            "Other commands: init, check, plan, fetch, update, clean, cache, gallery, html, report, help.\n"
        case .fetchImages: "'update' checks the servers for changes. "
        }
    }

    /// Returns the words for the manifest of a target. They only fill the cache; building the target writes the files.
    func targetCommand(for words: [String]) -> [String] {
        words.first == "build" ? ["build", "--cache-only"] + words.dropFirst() : words
    }

    /// Returns `arguments` with the subcommand of this verb in front, unless there is a subcommand.
    ///
    /// The tool builds by default; `build` is added for `--help`, which then lists the options of a build.
    func command(with arguments: [String]) -> [String] {
        switch self {
        case .images:
            arguments.first.map { !$0.hasPrefix("-") } ?? false ? arguments : ["build"] + arguments
        case .fetchImages:
            arguments.first.map(["fetch", "update", "help"].contains) ?? false
                ? arguments : ["fetch"] + arguments
        }
    }
}
