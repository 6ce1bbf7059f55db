public import Alcedo
import AlcedoGallery
import AlcedoManifest
public import ArgumentParser

extension GallerySettings.Order: ExpressibleByArgument {}

struct GalleryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Make a gallery's pages from the index: an overview, and a page for each picture.",
        discussion: """
            Run it after a build. The pages go into the folder above the pictures, derived from 'output' and 'base-url' in the \
            manifest. They are made from the template in 'gallery' beside the manifest, or from the built-in template, which \
            'alcedo init' writes there. Only changes are written, and only files that a gallery made are replaced or deleted. \
            Permanent settings belong in 'gallery' in the manifest; options are for one run.

            Examples:
              alcedo gallery
              alcedo gallery --title 'Iceland' --site https://example.org/iceland
              alcedo gallery --template my-template --root Public/photographs
            """)

    @OptionGroup var place: ManifestOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "The name of the gallery; the default is 'title' of 'gallery' in the manifest, or 'Photographs'.",
            valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "A description in one sentence; the default is the number of pictures.", valueName: "text")
    )
    var description: String?

    @Option(
        help: ArgumentHelp(
            "The language of the texts, as in <html lang>, and of the template's own words; the default is en.",
            valueName: "tag"))
    var language: String?

    @Option(
        help: ArgumentHelp(
            "The address of the gallery, for the tags that other sites and search engines read.",
            valueName: "url"))
    var site: String?

    @Option(
        help: ArgumentHelp(
            "The order of the pictures: manifest, title, name, oldest or newest; the default is the manifest's.",
            valueName: "order"))
    var order: GallerySettings.Order?

    @Option(
        help: ArgumentHelp("The folder with the template.", valueName: "directory"),
        completion: Completions.folder)
    var template: String?

    @Option(
        help: ArgumentHelp("The folder for the pages.", valueName: "directory"),
        completion: Completions.folder)
    var root: String?

    @Option(
        help: ArgumentHelp("The index to use instead of the manifest's.", valueName: "file"),
        completion: Completions.file)
    var index: String?

    @Option(
        help: ArgumentHelp(
            "The variant shown large; by default 'photo' or 'hero', or else the widest.",
            valueName: "name"), completion: Completions.variants)
    var variant: String?

    @Option(
        help: ArgumentHelp(
            "The variant in the overview; by default 'card' or 'thumb', or else the narrowest.",
            valueName: "name"), completion: Completions.variants)
    var card: String?

    @Option(
        name: .customLong("page-size"),
        help: ArgumentHelp(
            "The largest number of pictures on a page of the overview, an album or a tag; the default is 100.",
            valueName: "count"))
    var pageSize: Int?

    func validate() throws {
        if let pageSize, pageSize < 1 {
            throw ValidationError("--page-size is \(pageSize); it must be at least 1")
        }
        for (name, text) in [("--title", title), ("--description", description)]
        where text?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("\(name) is empty; write a text, or leave it out.")
        }
        try TypedPath.check(template, "--template", names: .folder)
        try TypedPath.check(root, "--root", names: .folder)
        try TypedPath.check(index, "--index", names: .file)
    }

    func run() async throws {
        let reporter = Reporter(options: output)
        try await Interruption.watching(reporter) {
            let options = BuildOptions(place)
            var gallery = GalleryOptions()
            gallery.title = title
            gallery.description = description
            gallery.language = language
            gallery.site = site
            gallery.order = order
            gallery.template = template
            gallery.root = root
            gallery.index = index
            gallery.variant = variant
            gallery.card = card
            gallery.pageSize = pageSize
            let result = try SiteGallery(options: options).make(gallery)
            let removed = result.removed > 0 ? ", \(counted(result.removed, "file")) removed" : ""
            let written =
                result.written == 0 && result.removed == 0
                ? "nothing to do" : "\(counted(result.written, "file")) written" + removed
            if let hint = result.hint { reporter.note(hint) }
            if result.template == nil { reporter.note("the built-in template was used") }
            reporter.say("\(counted(result.pictures, "picture")): \(written); \(result.overview)")
        }
    }
}
