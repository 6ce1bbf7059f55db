import Alcedo
import AlcedoBase
import ArgumentParser

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Build, and build again whenever the manifest, its lists or its pictures change.",
        discussion: """
            Runs until it is interrupted. A mistake or a failure is printed once and ends nothing: the next change is \
            the next try. Run it beside the preview of your site generator, which needs no setting for it.

            Examples:
              alcedo watch
              alcedo watch --manifest site/images.yml --poll
            """)

    @OptionGroup var place: ManifestOptions
    @OptionGroup var lock: LockOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var effort: EffortOptions
    @OptionGroup var process: ProcessOptions

    @Flag(
        help:
            "Fail if the kernel cannot keep worker processes from reaching anything but their picture (Linux: Landlock, seccomp)."
    )
    var requireSandbox = false

    @Flag(help: "Do not use the network; remote sources come from the cache.")
    var offline = false

    @OptionGroup var watching: WatchingOptions

    func validate() throws {
        if requireSandbox && process.inProcess {
            throw ValidationError("--require-sandbox and --in-process cannot both be given.")
        }
    }

    func run() async throws {
        var options = BuildOptions(place, effort, process)
        options.requiresSandbox = requireSandbox
        options.offline = offline
        options.frozen = lock.frozen
        let reporter = Reporter(options: output, holdsLines: true)
        let report = WatchReport(reporter, isVerbose: output.verbose)
        let builder = SiteBuilder(options: options)
        try await Interruption.watching(reporter, isIdle: { report.isIdle }) {
            try await builder.watch(polls: watching.poll) { report.tell($0) }
        }
    }
}
