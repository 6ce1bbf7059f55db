import Alcedo
import AlcedoManifest
import AlcedoTools
import ArgumentParser

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write one HTML page with all variants side by side, their sizes, and what failed.",
        discussion: """
            For judging quality: every file of an image at the same displayed size, with its bytes, its bits per pixel \
            and its saving; a click compares two files pixel by pixel. The page shows what the last build published, and \
            what failed in it. It loads nothing from the network.

            Examples:
              alcedo report
              alcedo report --only 'birds/**' --original --to birds.html
              alcedo report --linked --to Public/report.html
              alcedo report --only birds/heron --sweep birds/heron
            """)

    @OptionGroup var place: ManifestOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp("The page. Only another report is overwritten.", valueName: "file"),
        completion: Completions.file)
    var to = "report.html"

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Show only images whose id matches.", valueName: "pattern"),
        completion: Completions.ids)
    var only: [String] = []

    @Flag(help: "Link to the pictures instead of embedding them in the page.")
    var linked = false

    @Flag(help: "Show originals as well, if browsers support their formats.")
    var original = false

    @Option(
        help: ArgumentHelp(
            "The most bytes that pictures may take in the page, such as 500MB.", valueName: "size"),
        transform: { text in
            guard let bytes = Quantity.bytes(text), bytes > 0 else {
                throw ValidationError(
                    "expected a number of bytes such as 500MB (kB, MB, GB, TB, KiB, …), received '\(text)'.")
            }
            return bytes
        })
    var maxSize: Int?

    @Option(
        help: ArgumentHelp(
            "Show this image in many qualities with their scores and bytes, and the lines for the manifest.",
            valueName: "id"), completion: Completions.ids)
    var sweep: String?

    @Option(
        help: ArgumentHelp(
            "The variant that --sweep shows, instead of the first one with a quality.", valueName: "variant"),
        completion: Completions.variants)
    var sweepVariant: String?

    @OptionGroup var process: ProcessOptions

    func validate() throws {
        try TypedPath.check(to, "--to", names: .file)
        if sweepVariant != nil, sweep == nil {
            throw ValidationError("--sweep-variant needs --sweep with the id of an image.")
        }
    }

    func run() async throws {
        var options = BuildOptions(manifest: place.manifest)
        options.output = place.output
        options.cacheDirectory = place.cacheDir
        options.only = only
        options.worker = process.worker
        var report = ReportOptions(destination: to)
        report.isLinked = linked
        report.showsOriginals = original
        if let maxSize { report.limit = maxSize }
        let reporter = Reporter(options: output)
        try await Interruption.watching(reporter) { [options, report, sweep, sweepVariant] in
            var report = report
            if let sweep {
                // Before work that takes seconds.
                try SiteReport(options: options).check(report)
                report.sweep = try await Self.swept(sweep, sweepVariant, options, reporter)
            }
            let result = try SiteReport(options: options).write(report)
            var parts = [counted(result.sources, "image"), counted(result.files, "file")]
            if result.failures > 0 { parts.append("\(grouped(result.failures)) failed") }
            if result.notices > 0 { parts.append("\(grouped(result.notices)) to look at") }
            reporter.say(
                "\(report.destination): \(parts.joined(separator: ", ")); \(byteCount(result.bytes))")
        }
    }

    private static func swept(
        _ id: String, _ variant: String?, _ options: BuildOptions, _ reporter: Reporter
    ) async throws -> QualitySweep {
        let builder = SiteBuilder(options: options)
        do {
            return try await builder.sweep(id, variant: variant)
        } catch let error as PipelineError {
            reporter.fail("\(id): \(error)")
            throw ExitCode(1)
        }
    }
}
