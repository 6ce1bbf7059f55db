import Alcedo
import AlcedoBase
import AlcedoManifest
import AlcedoReport
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
            """)

    @OptionGroup var place: ManifestOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "The page; by default report.html in the cache's folder, which git ignores. Only another report is overwritten.",
            valueName: "file"),
        completion: Completions.file)
    var to: String?

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

    func validate() throws {
        try TypedPath.check(to, "--to", names: .file)
    }

    func run() async throws {
        var options = BuildOptions(place)
        options.only = only
        var report = ReportOptions(destination: to)
        report.isLinked = linked
        report.showsOriginals = original
        if let maxSize { report.limit = maxSize }
        let reporter = Reporter(options: output)
        try await Interruption.watching(reporter) { [options, report] in
            let result = try SiteReport(options: options).write(report)
            var parts = [counted(result.sources, "image"), counted(result.files, "file")]
            if result.failures > 0 { parts.append("\(grouped(result.failures)) failed") }
            if result.notices > 0 { parts.append("\(grouped(result.notices)) to look at") }
            reporter.say(
                "\(shown(result.path)): \(parts.joined(separator: ", ")); \(byteCount(result.bytes))")
            if let former = result.former {
                reporter.note(
                    "\(shown(former)) is an earlier report, and stays as it is; delete it if you do not need it"
                )
            }
        }
    }

    /// Returns a path as seen from the current directory.
    private func shown(_ path: String) -> String {
        let here = FileSystem.currentDirectory + "/"
        return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
    }
}
