import Alcedo
import AlcedoManifest
import AlcedoTerminal
import ArgumentParser

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Read and validate the manifest; touch nothing.",
        discussion: """
            All mistakes are reported at once, each with its line and column. Sources are looked for, but not opened.

            Examples:
              alcedo check
              alcedo check --manifest site/images.yml --json
            """)

    @OptionGroup var place: ManifestOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let reporter = Reporter(options: output)
        try await Interruption.watching(reporter, writes: false) {
            let result = SiteChecker.check(manifest: place.manifest)
            try Task.checkCancellation()
            reporter.tell(result.diagnostics, code: ManifestMistakes.Code.invalid.rawValue)
            if result.hasErrors { throw ExitCode(ExitStatus.badManifest) }
            reporter.say(
                "\(place.manifest): \(counted(result.sources, "source")), "
                    + "\(counted(result.variants, "variant")), no mistakes")
        }
    }
}
