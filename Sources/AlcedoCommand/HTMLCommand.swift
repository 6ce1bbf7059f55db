import Alcedo
import ArgumentParser

struct HTMLCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "html",
        abstract: "Put a <picture> in the place of each <img> in generated pages that shows a known picture.",
        discussion: """
            For site generators that know nothing of Alcedo: run it after the generator, on the folder that is the root \
            of the site. A picture is known by its id, by the path of its source, by its URL, by the address of one \
            of its files, or by the bytes of the site's own file. What the author wrote beside 'src' stays, and so does \
            every other byte of a page. Pages that were done are left as they are.

            Nothing is changed where an address that pages would get leads to no file of the site. At the end come the \
            pictures of the index that no page shows, and addresses of pictures that lead to no file. Pages that show \
            nothing of the index end it with 1.

            Examples:
              alcedo html Public --variant hero
              alcedo html Public --as img
              alcedo html pages --to public
              alcedo html _site --index _site/images/index.json --variant card --dry-run
            """)

    @Argument(help: ArgumentHelp("The folder with the generated pages.", valueName: "directory"))
    var pages: String

    @OptionGroup var place: ManifestOptions
    @OptionGroup var sayings: OutputOptions

    @Option(
        help: ArgumentHelp(
            "What is shown where a page does not name a file of a variant; needed if there are several. A picture "
                + "without it shows the only variant that it has.",
            valueName: "name"))
    var variant: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "'picture' with every format, or 'img' with the sizes of one, which leaves the tree of elements as it was.",
            valueName: "element"))
    var element = Element.picture

    @Option(
        help: ArgumentHelp(
            "Put the site with its new pages into this folder, and leave the other as it is.",
            valueName: "directory"))
    var to: String?

    @Option(
        help: ArgumentHelp("The index, instead of that of the manifest.", valueName: "file"))
    var index: String?

    @Option(
        help: ArgumentHelp(
            "The address of the site, for pages that have whole addresses or lie below a path.",
            valueName: "url"))
    var site: String?

    @Option(help: ArgumentHelp("How many pictures of each page are loaded at once.", valueName: "count"))
    var eager = 1

    @Flag(help: "Say what would be done, and change nothing.")
    var dryRun = false

    func validate() throws {
        try TypedPath.check(pages, "<directory>", names: .folder)
        try TypedPath.check(index, "--index", names: .file)
        try TypedPath.check(to, "--to", names: .folder)
        if eager < 0 { throw ValidationError("--eager: expected a number from 0 on, received \(eager).") }
        let start = site?.prefix(8).lowercased() ?? "https://"
        if !start.hasPrefix("https://"), !start.hasPrefix("http://") {
            throw ValidationError("--site has to begin with https:// or http://.")
        }
        if let reason = site.flatMap(AddressRules.fault) { throw ValidationError("--site \(reason).") }
    }

    func run() async throws {
        let reporter = Reporter(options: sayings)
        try await Interruption.watching(reporter) {
            var options = BuildOptions(manifest: place.manifest)
            options.output = place.output
            options.cacheDirectory = place.cacheDir
            let path = try index ?? SiteBuilder(options: options).indexPath()
            let images = try ImageIndex(contentsOf: path)
            try Self.check(variant, of: images)
            let result = try SitePages(folder: pages, site: site).show(
                images, variant: variant, eager: eager, element: element.element, to: to, isTrial: dryRun,
                tellsForeign: sayings.verbose)
            reporter.tell(result.warnings)
            reporter.tell(result, to: to, isTrial: dryRun, isComplete: sayings.verbose)
            if let nothing = result.reasonForNothing(of: images) {
                reporter.tell([nothing])
                if nothing.severity == .error { throw ExitCode.failure }
            }
        }
    }

    /// The element that shows a picture in a page.
    enum Element: String, CaseIterable, ExpressibleByArgument {
        case picture, img

        fileprivate var element: PageRewriter.Element {
            switch self {
            case .picture: .picture
            case .img: .img
            }
        }
    }

    /// Refuses a variant that no picture has, unless there are no pictures yet.
    private static func check(_ variant: String?, of images: ImageIndex) throws {
        guard let variant, !images.order.isEmpty,
            !images.images.values.contains(where: { $0.variants[variant] != nil })
        else { return }
        let names = Set(images.images.values.flatMap(\.variants.keys)).sorted()
        let known = names.isEmpty ? "none has any" : "there are \(names.joined(separator: ", "))"
        throw ValidationError("no picture has a variant '\(variant)'; \(known)")
    }
}
