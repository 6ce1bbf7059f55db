import Alcedo
import AlcedoBase
import AlcedoManifest
import ArgumentParser

/// The command that the plugin `AlcedoImages` runs when a target is built. Not for manual use.
struct BundleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle", abstract: "Build the pictures of a target, and Swift code that names them.",
        shouldDisplay: false)

    @Option(help: "The manifest.")
    var manifest: String

    @Option(help: "The folder for the files and the index.")
    var output: String

    @Option(help: "The Swift file.")
    var swift: String

    @Option(help: "The cache of this target.")
    var cacheDir: String

    @Option(help: "The name of the build system's plan.")
    var plan: String

    @Option(help: "The file with what is planned.")
    var planned: String

    @Option(help: "The file for what the build looks at and is not planned.")
    var unplanned: String

    @OptionGroup var process: ProcessOptions

    func validate() throws {
        try TypedPath.check(manifest, "--manifest", names: .file)
        try TypedPath.check(output, "--output", names: .folder)
        try TypedPath.check(swift, "--swift", names: .file)
        try TypedPath.check(cacheDir, "--cache-dir", names: .folder)
        try TypedPath.check(planned, "--planned", names: .file)
        try TypedPath.check(unplanned, "--unplanned", names: .file)
    }

    func run() async throws {
        var options = BuildOptions(manifest: manifest)
        options.cacheDirectory = cacheDir
        process.choose(for: &options)
        options.bundle = BuildOptions.BundledBuild(output: output, swift: swift)
        var outputOptions = OutputOptions()
        // The output in a build system is read only if something is wrong.
        outputOptions.quiet = true
        outputOptions.json = false
        outputOptions.verbose = false
        let reporter = Reporter(options: outputOptions)
        let builder = SiteBuilder(options: options)
        try await Interruption.watching(reporter) {
            let record = FileRecord()
            let report = try await record.keeping { try await builder.build { reporter.tell($0) } }
            reporter.finish(report)
            // A build system starts a command that has failed again.
            if !report.isComplete { throw ExitCode(1) }
            try SiteError.filing {
                try PlannedFiles(contentsOf: planned, plan: plan, besides: manifest)
                    .write(unplanned: record, to: unplanned)
            }
        }
    }
}
