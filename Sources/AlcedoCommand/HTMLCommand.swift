import Alcedo
import AlcedoManifest
import AlcedoSitePages
import ArgumentParser

struct HTMLCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "html",
        abstract: "Replace each <img> of a known picture in generated pages with a <picture>.",
        discussion: """
            For site generators without support for Alcedo: run it after the generator, on the folder that is the root \
            of the site. A picture is recognized by its id, by the path of its source, by its URL, by the address of one \
            of its files, or by the bytes of the site's own file. The author's other attributes stay, and so does every \
            other byte of a page. Finished pages are left as they are.

            Links, posters, Open Graph images, icons, preloads, style sheets and 'srcset' get files of the index where they \
            name originals that are not published. A page chooses with data-alcedo="hero" or data-alcedo="off", the \
            manifest with selectors in 'html'. An <img> with data-alcedo-priority is loaded first: the head gets a preload.

            Nothing is changed if an address to be written leads to no file of the site, or if a page names a variant that \
            no picture has. At the end, the command lists \
            pictures of the index that no page shows, and addresses of pictures without a file. If no page shows a \
            picture of the index, the exit code is 1.

            Examples:
              alcedo html Public --variant hero
              alcedo html Public --as img
              alcedo html pages --to public
              alcedo html _site --index _site/images/index.json --variant card --dry-run
            """)

    @Argument(
        help: ArgumentHelp("The folder with the generated pages.", valueName: "directory"),
        completion: Completions.folder)
    var pages: String

    @OptionGroup var place: ManifestOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var pictures: PageOptions

    @Option(
        help: ArgumentHelp(
            "Write the site with its new pages into this folder, and leave the original as it is.",
            valueName: "directory"), completion: Completions.folder)
    var to: String?

    @Option(
        help: ArgumentHelp("The index to use instead of the manifest's.", valueName: "file"),
        completion: Completions.file)
    var index: String?

    @Flag(
        help:
            "Make each picture of the site that is not known an error, in an <img> or elsewhere, and change nothing then."
    )
    var strict = false

    @Flag(help: "Show what would be done; change nothing.")
    var dryRun = false

    func validate() throws {
        try TypedPath.check(pages, "<directory>", names: .folder)
        try TypedPath.check(index, "--index", names: .file)
        try TypedPath.check(to, "--to", names: .folder)
    }

    func run() async throws {
        let reporter = Reporter(options: output)
        try await Interruption.watching(reporter) {
            let options = BuildOptions(place)
            let site = try self.site(options)
            let images = try site?.index(at: index) ?? ImageIndex(contentsOf: index ?? "")
            try Self.check(pictures.variant, of: images)
            let pages = SitePages(
                folder: pages, site: pictures.site, rules: site?.manifest.pageRules ?? [],
                allowOutside: site?.manifest.allowOutside.map(\.absolute) ?? [])
            let result = try pages.show(
                images, variant: pictures.variant, eager: pictures.eager, element: pictures.element,
                to: to, isTrial: dryRun, tellsForeign: output.verbose, isStrict: strict)
            reporter.tell(result.warnings + result.mistakes)
            if !result.mistakes.isEmpty { throw ExitCode.failure }
            reporter.tell(result, to: to, isTrial: dryRun, isComplete: output.verbose)
            if let nothing = result.reasonForNothing(of: images) {
                reporter.tell([nothing])
                if nothing.severity == .error { throw ExitCode.failure }
            }
        }
    }

    /// Reads the manifest. Beside an index, none is needed, but its rules count.
    private func site(_ options: BuildOptions) throws -> Site? {
        if index != nil, try FileSystem.status(of: place.manifest)?.kind == nil { return nil }
        return try Site(options, environment: ProcessInfo.processInfo.environment)
    }

    /// Refuses a variant that no picture has, unless there are no pictures yet.
    private static func check(_ variant: String?, of images: ImageIndex) throws {
        guard let variant, !images.order.isEmpty,
            !images.images.values.contains(where: { $0.variants[variant] != nil })
        else { return }
        let names = Set(images.images.values.flatMap(\.variants.keys)).sorted()
        let known =
            names.isEmpty ? "there are no variants" : "the variants are \(names.joined(separator: ", "))"
        throw ValidationError("no picture has a variant '\(variant)'; \(known)")
    }
}
