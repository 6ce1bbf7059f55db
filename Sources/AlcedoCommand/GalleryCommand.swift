public import Alcedo
public import ArgumentParser

extension GalleryOrder: ExpressibleByArgument {}

struct GalleryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Make a gallery's pages from the index: an overview, and a page for each picture.",
        discussion: """
            Run it after a build. The pages go into the folder above the pictures, as 'output' and 'base-url' of the manifest \
            say it, and come from the template in 'gallery' beside the manifest (or from the built-in one, which 'alcedo init' \
            writes there). Only what changes is written, and nothing is replaced or deleted that no gallery has made. What \
            stays the same belongs into 'gallery' in the manifest; an option is for once.

            Examples:
              alcedo gallery
              alcedo gallery --title 'Iceland' --site https://example.org/iceland
              alcedo gallery --template my-template --root Public/photographs
            """)

    @OptionGroup var place: ManifestOptions
    @OptionGroup var sayings: OutputOptions

    @Option(
        help: ArgumentHelp(
            "The name of the gallery; the default is 'title' of 'gallery' in the manifest, or 'Photographs'.",
            valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp("What it is, in a sentence; the default is how many there are.", valueName: "text")
    )
    var description: String?

    @Option(
        help: ArgumentHelp(
            "The language of these texts, as in <html lang>, and of the template's own words; the default is en.",
            valueName: "tag"))
    var language: String?

    @Option(
        help: ArgumentHelp(
            "The address of the gallery, for the tags by which other sites and search engines show it.",
            valueName: "url"))
    var site: String?

    @Option(
        help: ArgumentHelp(
            "The order of the pictures: manifest, title, oldest or newest; the default is the manifest's.",
            valueName: "order"))
    var order: GalleryOrder?

    @Option(help: ArgumentHelp("The folder with the template.", valueName: "directory"))
    var template: String?

    @Option(help: ArgumentHelp("The folder for the pages.", valueName: "directory"))
    var root: String?

    @Option(help: ArgumentHelp("The index, instead of that of the manifest.", valueName: "file"))
    var index: String?

    @Option(
        help: ArgumentHelp(
            "The variant that is shown large; by default 'photo' or 'hero', else the widest.",
            valueName: "name"))
    var variant: String?

    @Option(
        help: ArgumentHelp(
            "The variant in the overview; by default 'card' or 'thumb', else the narrowest.",
            valueName: "name"))
    var card: String?

    func validate() throws {
        try TypedPath.check(template, "--template", names: .folder)
        try TypedPath.check(root, "--root", names: .folder)
        try TypedPath.check(index, "--index", names: .file)
    }

    func run() async throws {
        let reporter = Reporter(options: sayings)
        try await Interruption.watching(reporter) {
            var options = BuildOptions(manifest: place.manifest)
            options.output = place.output
            options.cacheDirectory = place.cacheDir
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
            let result = try SiteGallery(options: options).make(gallery)
            let removed = result.removed > 0 ? ", \(counted(result.removed, "file")) removed" : ""
            let written =
                result.written == 0 && result.removed == 0
                ? "nothing to do" : "\(counted(result.written, "file")) written" + removed
            if let hint = result.hint { reporter.note(hint) }
            if result.template == nil { reporter.note("the template is the built-in one") }
            reporter.say("\(counted(result.pictures, "picture")): \(written); \(result.overview)")
        }
    }
}
