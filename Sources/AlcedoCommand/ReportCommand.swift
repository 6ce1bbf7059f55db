import Alcedo
import ArgumentParser

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write one HTML page with all variants side by side, what they cost, and what failed.",
        discussion: """
            For somebody who judges quality: every file of an image in the same displayed size, with its bytes, its bits \
            per pixel and what it saves; a click lays two of them over one another, pixel by pixel. It shows what the \
            last build published, and what failed in it. The page loads nothing from anywhere.

            Examples:
              alcedo report
              alcedo report --only 'birds/**' --original --to birds.html
              alcedo report --linked --to Public/report.html
            """)

    @OptionGroup var place: ManifestOptions
    @OptionGroup var sayings: OutputOptions

    @Option(help: ArgumentHelp("The page. Only another report is written over.", valueName: "file"))
    var to = "report.html"

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Show only images whose id matches.", valueName: "pattern"))
    var only: [String] = []

    @Flag(help: "Refer to pictures where they are, instead of putting them into the page.")
    var linked = false

    @Flag(help: "Show originals as well, as far as browsers show their formats.")
    var original = false

    @Option(
        help: ArgumentHelp(
            "The most bytes that pictures may take in the page, such as 500MB.", valueName: "size"),
        transform: { text in
            guard let bytes = Quantity.bytes(text), bytes > 0 else {
                throw ValidationError(
                    "'\(text)' is no number of bytes such as 500MB (kB, MB, GB, TB, KiB, …).")
            }
            return bytes
        })
    var maxSize: Int?

    func validate() throws {
        try TypedPath.check(to, "--to", names: .file)
    }

    func run() async throws {
        var options = BuildOptions(manifest: place.manifest)
        options.output = place.output
        options.cacheDirectory = place.cacheDir
        options.only = only
        var report = ReportOptions(destination: to)
        report.isLinked = linked
        report.showsOriginals = original
        if let maxSize { report.limit = maxSize }
        let reporter = Reporter(options: sayings)
        try await Interruption.watching(reporter) { [options, report] in
            let result = try SiteBuilder(options: options).report(report)
            var parts = [counted(result.sources, "image"), counted(result.files, "file")]
            if result.failures > 0 { parts.append("\(grouped(result.failures)) failed") }
            if result.notices > 0 { parts.append("\(grouped(result.notices)) to look at") }
            reporter.say(
                "\(report.destination): \(parts.joined(separator: ", ")); \(byteCount(result.bytes))")
        }
    }
}
