/// What the two plugins differ in.
enum PluginVerb {
    case images
    case fetchImages

    /// The word after `swift package`, as `Package.swift` declares it.
    var name: String {
        switch self {
        case .images: "images"
        case .fetchImages: "fetch-images"
        }
    }

    /// The flags that grant what `Package.swift` declares for this verb, in the scope that it declares:
    /// SwiftPM refuses a wider or a narrower one.
    var permissionFlags: String {
        switch self {
        case .images: "--allow-writing-to-package-directory"
        case .fetchImages: "--allow-writing-to-package-directory --allow-network-connections all"
        }
    }

    /// One sentence for the head of `--help`.
    var overview: String {
        switch self {
        case .images: "Build the images that the package's images.yml asks for."
        case .fetchImages: "Load and pin the remote sources that the package's images.yml names."
        }
    }

    /// What else can be done with it, for the head of `--help`.
    var others: String {
        switch self {
        case .images:
            "Other commands: init, check, plan, fetch, update, clean, cache, gallery, html, report, help.\n"
        case .fetchImages: "'update' asks the servers again. "
        }
    }

    /// The words for the manifest of a target, whose pictures go nowhere before the target is built: they are made ready.
    func targetCommand(for words: [String]) -> [String] {
        words.first == "build" ? ["build", "--cache-only"] + words.dropFirst() : words
    }

    /// Puts the subcommand that this verb stands for before `arguments`, unless one is there.
    ///
    /// The tool would build by itself; its name is there for `--help`, which then lists the options of a build.
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
