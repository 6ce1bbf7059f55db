import Alcedo
import AlcedoGallery
import AlcedoManifest
import AlcedoReport
import ArgumentParser

struct CleanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clean", abstract: "Delete the outputs that Alcedo owns, and nothing else.",
        discussion: """
            These are the pictures, the index, icons, the pages of 'alcedo gallery', and the report in the folder of the cache. A file that \
            was changed since Alcedo wrote it stays, and is reported. The cache stays as well, so the next build makes nothing again; 'alcedo cache clear' empties the \
            cache.

            Examples:
              alcedo clean
              alcedo clean --output Public/images
              alcedo clean --root docs
            """)

    @OptionGroup var place: ManifestOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "The folder for the pages, as 'alcedo gallery' was given it.", valueName: "directory"),
        completion: Completions.folder)
    var root: String?

    func run() async throws {
        let options = BuildOptions(place)
        let reporter = Reporter(options: output)
        let builder = SiteBuilder(options: options)
        let site = SiteGallery(options: options)
        try await Interruption.watching(reporter) {
            var result = try await builder.clean { reporter.tell($0) }
            // The pages last, as they show the pictures.
            let gallery = try site.clean(root: root)
            for path in gallery.left {
                reporter.tell(
                    .warning(
                        Diagnostic(
                            .warning,
                            "\(path) was left, because it is not what the last 'alcedo gallery' wrote")))
            }
            for path in gallery.elsewhere {
                reporter.tell(
                    .warning(
                        Diagnostic(
                            .warning,
                            "the pages in \(path) were left, because the manifest does not name this folder; if they are those of "
                                + "'alcedo gallery --root', name it with --root here, too")))
            }
            let report = try SiteReport(options: options).clean()
            if let path = report.left {
                reporter.tell(
                    .warning(Diagnostic(.warning, "\(path) was left, because it is not an Alcedo report")))
            }
            result.deleted += gallery.deleted + report.deleted
            result.left += gallery.left.count + (report.left == nil ? 0 : 1)
            var line =
                result.deleted == 0 ? "nothing to delete" : "\(counted(result.deleted, "file")) deleted"
            if result.left > 0 {
                line += "; \(counted(result.left, "file")) left, because "
                line += result.left == 1 ? "it is not what Alcedo wrote" : "they are not what Alcedo wrote"
            }
            reporter.say(line)
            if result.left > 0 {
                reporter.note(
                    "after pictures were changed by another tool, 'alcedo build' writes them again, and 'alcedo clean' deletes "
                        + "them then; delete other files yourself")
            }
        }
    }
}
