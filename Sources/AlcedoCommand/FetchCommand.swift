import Alcedo
import AlcedoManifest
import ArgumentParser

struct FetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Load and pin remote sources that are not in the cache yet, and make no pixels.",
        discussion: """
            A build loads missing sources by itself. Use this before a build without a network, or where one machine \
            loads and another one builds.

            Examples:
              alcedo fetch
              alcedo fetch && alcedo build --offline
            """)

    @OptionGroup var place: ManifestOptions
    @OptionGroup var lock: LockOptions
    @OptionGroup var process: ProcessOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Load sources again that are in the cache already.")
    var forceRefresh = false

    func run() async throws {
        var options = BuildOptions(place)
        options.forceRefresh = forceRefresh
        options.frozen = lock.frozen
        process.choose(for: &options)
        let reporter = Reporter(options: output)
        let builder = SiteBuilder(options: options)
        try await Interruption.watching(reporter) {
            let report = try await builder.fetch { reporter.tell($0) }
            reporter.finish(report, line: Summary.line(forFetch:), consequence: { _ in "" })
            if !report.isComplete { throw ExitCode(1) }
        }
    }
}
