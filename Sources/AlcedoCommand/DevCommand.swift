import Alcedo
import AlcedoBase
import AlcedoManifest
import AlcedoPages
import AlcedoTerminal
import ArgumentParser

#if Dev
    import AlcedoPreview
#endif

struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract:
            "Show a generated site in the browser, with pictures that are made when a page asks for them.",
        discussion: """
            Serves a folder on this machine only, writes nothing, and runs until it is interrupted. Pages are shown as \
            'alcedo html' would write them, and are loaded again when they or their pictures change. A picture that \
            cannot be made is replaced by one that says why.

            Examples:
              alcedo dev public
              alcedo dev _site --variant hero --port 8000
            """)

    @Argument(
        help: ArgumentHelp(
            "The folder with the generated pages, which is the root of the site.", valueName: "directory"),
        completion: Completions.folder)
    var pages: String

    @OptionGroup var place: ManifestOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var effort: EffortOptions
    @OptionGroup var process: ProcessOptions
    @OptionGroup var pictures: PageOptions

    @Option(
        help: ArgumentHelp(
            "The port; by default 8321, or the next that is free. 0 is any.", valueName: "number"))
    var port: Int?

    @OptionGroup var watching: WatchingOptions

    /// Whether this tool was built with the preview server.
    static var isAvailable: Bool {
        #if Dev
            true
        #else
            false
        #endif
    }

    func validate() throws {
        try TypedPath.check(pages, "<directory>", names: .folder)
        if let port, !(0...65_535).contains(port) {
            throw ValidationError("--port: expected a number from 0 to 65535, received \(port).")
        }
        #if !Dev
            throw ValidationError(
                "this alcedo was built without the preview server; install the prebuilt one, or build it with "
                    + "'swift build -c release --product alcedo --traits Dev'.")
        #endif
    }

    func run() async throws {
        #if Dev
            let reporter = Reporter(options: output)
            let options = BuildOptions(place, effort, process)
            let report = DevReport(reporter)
            try await Interruption.watching(reporter, isIdle: { true }) {
                let site = try PreviewSite(
                    folder: pages, SitePreview(SiteBuilder(options: options)), pictures.options
                ) { report.tell(problem: $0) }
                if let complaint = SystemLimits.complaint(aboutFiles: PreviewServer.minFiles) {
                    reporter.fail(complaint)
                    // EX_OSERR.
                    throw ExitCode(ExitStatus.systemError)
                }
                let server = PreviewServer(site)
                let loop = try PreviewLoop(site, manifest: place.manifest, polls: watching.poll) {
                    report.tell($0)
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await loop.run() }
                    group.addTask { try await serve(site, on: server, report) }
                    try await group.next()
                    group.cancelAll()
                }
            }
        #endif
    }

    #if Dev
        /// Serves on the given port, or by default on the first free one from 8321 on.
        private func serve(_ site: PreviewSite, on server: PreviewServer, _ report: DevReport) async throws {
            let first = port ?? 8321
            let last = port ?? first + 20
            for number in first...last {
                do {
                    try await server.run(port: number) { used in
                        report.began("http://127.0.0.1:\(used)\(site.firstPath)", pages)
                    }
                    return
                } catch let error as PreviewServerError {
                    if number == last { throw ValidationError(error.description) }
                }
            }
        }
    #endif
}
