import Alcedo
import AlcedoManifest
import ArgumentParser

struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show what a build would do, and why for each output; write and load nothing.",
        discussion: """
            Exit codes: 0, also if there is work, unless --exit-code is given: then 2; 1 if a source is known to \
            fail; the others as for a build.

            Examples:
              alcedo plan
              alcedo plan --only 'photos/2026/**'
              alcedo plan --shards 16
              alcedo plan --exit-code --quiet || echo "the pictures are not up to date"
            """)

    @OptionGroup var place: ManifestOptions
    @OptionGroup var lock: LockOptions
    @OptionGroup var process: ProcessOptions
    @OptionGroup var output: OutputOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Plan only sources whose id matches.", valueName: "pattern"),
        completion: Completions.ids)
    var only: [String] = []

    @Flag(help: "Hash every source and output instead of trusting time stamps.")
    var checksum = false

    @Flag(help: "Exit with 2 if there is work.")
    var exitCode = false

    @Option(
        help: ArgumentHelp(
            "Show instead what each of this many shards would make, and how even they are.",
            valueName: "number"))
    var shards: Int?

    func validate() throws {
        let most = BuildOptions.Shard.maxCount
        if let shards, !(1...most).contains(shards) {
            throw ValidationError("--shards: expected a number from 1 to \(most), received \(shards).")
        }
    }

    func run() async throws {
        var options = BuildOptions(place)
        options.only = only
        options.frozen = lock.frozen
        options.checksum = checksum
        process.choose(for: &options)
        let reporter = Reporter(options: output)
        let builder = SiteBuilder(options: options)
        try await Interruption.watching(reporter, writes: false) {
            let started = ContinuousClock.now
            if let shards {
                let plan = try await builder.plan(shards: shards) { reporter.tell($0) }
                reporter.tell(plan, seconds: Double(started.duration(to: .now) / .seconds(1)))
                if !plan.isComplete { throw ExitCode(1) }
                if exitCode, plan.hasWork { throw ExitCode(2) }
                return
            }
            let plan = try await builder.plan { reporter.tell($0) }
            let seconds = Double(started.duration(to: .now) / .seconds(1))
            reporter.tell(plan, seconds: seconds)
            if !plan.isComplete { throw ExitCode(1) }
            if exitCode, plan.hasWork { throw ExitCode(2) }
        }
    }
}
