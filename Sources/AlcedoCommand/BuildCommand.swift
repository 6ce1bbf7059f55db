import Alcedo
import AlcedoManifest
import ArgumentParser

struct BuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract:
            "Make what is missing, write it and the index, and delete outputs that are no longer wanted.",
        discussion: """
            Examples:
              alcedo build
              alcedo build --manifest site/images.yml --jobs 4
              alcedo build --only 'photos/2026/**'
              alcedo build --shard 3/16
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

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Build only sources whose id matches; keep every other entry and delete nothing.",
            valueName: "pattern"), completion: Completions.ids)
    var only: [String] = []

    @Flag(help: "Do not use the network; remote sources come from the cache.")
    var offline = false

    @Flag(help: "Load remote sources again, and make every variant again.")
    var forceRefresh = false

    @Flag(help: "Neither read nor write the cache of originals and variants.")
    var noCache = false

    @Flag(help: "Make what is missing for the cache, and write neither files nor index.")
    var cacheOnly = false

    @OptionGroup var part: ShardOptions

    @Flag(help: "Hash every source and output instead of trusting time stamps.")
    var checksum = false

    func validate() throws {
        if requireSandbox && process.inProcess {
            throw ValidationError("--require-sandbox and --in-process cannot both be given.")
        }
        if offline && forceRefresh {
            throw ValidationError("--offline and --force-refresh cannot both be given.")
        }
        if noCache && cacheOnly {
            throw ValidationError("--no-cache and --cache-only cannot both be given.")
        }
        if noCache && part.shard != nil {
            throw ValidationError(
                "--shard and --no-cache cannot both be given: what a shard makes is for the cache.")
        }
    }

    func run() async throws {
        var options = BuildOptions(place, effort, process)
        options.requiresSandbox = requireSandbox
        options.only = only
        options.offline = offline
        options.forceRefresh = forceRefresh
        options.frozen = lock.frozen
        options.ignoresCache = noCache
        options.checksum = checksum
        options.cacheOnly = cacheOnly
        options.shard = part.shard
        options.endsProcess = true
        let reporter = Reporter(options: output)
        let builder = SiteBuilder(options: options)
        try await Interruption.watching(reporter) {
            let report = try await builder.build { reporter.tell($0) }
            reporter.finish(report)
            if !report.isComplete { throw ExitCode(1) }
        }
    }
}
