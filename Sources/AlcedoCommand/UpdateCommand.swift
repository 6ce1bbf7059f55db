import Alcedo
import AlcedoManifest
import ArgumentParser

struct UpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Load remote sources again where they changed, and pin their current content.",
        discussion: """
            Only this command changes a digest in images.lock. The next build makes the pictures.

            Examples:
              alcedo update
              alcedo update kingfisher 'products/*'
            """)

    @Argument(help: "Only sources whose id matches.", completion: Completions.ids)
    var patterns: [String] = []

    @OptionGroup var place: ManifestOptions
    @OptionGroup var process: ProcessOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        var options = BuildOptions(place)
        options.only = patterns
        process.choose(for: &options)
        let reporter = Reporter(options: output)
        let builder = SiteBuilder(options: options)
        try await Interruption.watching(reporter) {
            let report = try await builder.update { reporter.tell($0) }
            reporter.finish(
                report, line: Summary.line(forUpdate:), consequence: { _ in "; " + Summary.pinsStay })
            if !report.isComplete { throw ExitCode(1) }
        }
    }
}
