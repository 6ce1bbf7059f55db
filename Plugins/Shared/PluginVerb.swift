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
        case .fetchImages: "Load the remote sources that the package's images.yml names."
        }
    }

    /// The subcommands of the tool that may be named after this verb; what else is there are arguments of the
    /// first. `nil`: any, and the tool decides what a missing one means.
    private var subcommands: [String]? {
        switch self {
        case .images: nil
        case .fetchImages: ["fetch", "update", "help"]
        }
    }

    /// Puts the subcommand that this verb stands for before `arguments`, unless one is there.
    func command(with arguments: [String]) -> [String] {
        guard let subcommands, let standard = subcommands.first else { return arguments }
        if let first = arguments.first, subcommands.contains(first) { return arguments }
        return [standard] + arguments
    }
}
