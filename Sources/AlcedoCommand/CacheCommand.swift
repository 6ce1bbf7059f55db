import Alcedo
import AlcedoCache
import AlcedoManifest
import AlcedoTerminal
import ArgumentParser

struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "Look at the cache, check it, make it smaller, or empty it.",
        subcommands: [Status.self, Trim.self, Verify.self, Clear.self])

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show where the cache is and what is in it.")

        @OptionGroup var place: ManifestOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let reporter = Reporter(options: output)
            try await Interruption.watching(reporter) {
                reporter.tell(try SiteCache.status(manifest: place.manifest, cacheDirectory: place.cacheDir))
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Delete every original and variant in the cache; the next build makes them again.",
            discussion:
                "The records of output directories stay: they say which files there are Alcedo's.")

        @OptionGroup var place: ManifestOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let reporter = Reporter(options: output)
            try await Interruption.watching(reporter) {
                let (directory, deleted) = try SiteCache.clear(
                    manifest: place.manifest, cacheDirectory: place.cacheDir)
                reporter.say(
                    deleted.entries == 0
                        ? "\(directory): nothing to delete"
                        : "\(directory): \(counted(deleted.entries, "file")) deleted, \(byteCount(deleted.bytes))"
                )
            }
        }
    }

    struct Trim: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "trim",
            abstract: "Remove the files that were used least recently, and those that no build can need.",
            discussion: """
                Files that the last build of each output used stay, and so do files of running builds. Without options, \
                the manifest's limits apply ('cache: { path: .alcedo, max-size: 2GB, max-age: 30d }').
                Examples:
                  alcedo cache trim --max-size 500MB
                  alcedo cache trim --unused
                """)

        @OptionGroup var place: ManifestOptions
        @OptionGroup var output: OutputOptions

        @Option(
            help: ArgumentHelp(
                "The most bytes to keep, such as 2GB; a larger cache is trimmed to 90 % of it.",
                valueName: "size"),
            transform: { text in
                guard let bytes = Quantity.bytes(text) else {
                    throw ValidationError(
                        "expected a number of bytes such as 2GB (kB, MB, GB, TB, KiB, …), received '\(text)'."
                    )
                }
                return bytes
            })
        var maxSize: Int?

        @Option(
            help: ArgumentHelp(
                "How long to keep a file that no build has used, such as 30d.", valueName: "time"),
            transform: { text in
                guard let seconds = Quantity.seconds(text) else {
                    throw ValidationError("expected a time such as 30d (s, m, h, d, w), received '\(text)'.")
                }
                return seconds
            })
        var maxAge: Double?

        @Flag(help: "Remove everything that the last builds did not use.")
        var unused = false

        func run() async throws {
            let reporter = Reporter(options: output)
            try await Interruption.watching(reporter) {
                let (directory, limits, trimming) = try SiteCache.trim(
                    manifest: place.manifest, cacheDirectory: place.cacheDir,
                    limits: CacheLimits(maxSize: maxSize, maxAge: maxAge), unused: unused)
                reporter.tell(trimming, of: directory, limits: limits, unused: unused)
                if trimming.gaveUp { throw ExitCode(ExitStatus.cannotWrite) }
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Read everything in the cache, and remove what is damaged.",
            discussion: """
                The next build makes removed files again. The exit code is 1 if anything was bad.
                """)

        @OptionGroup var place: ManifestOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let reporter = Reporter(options: output)
            try await Interruption.watching(reporter) {
                let (directory, verification) = try SiteCache.verify(
                    manifest: place.manifest, cacheDirectory: place.cacheDir)
                reporter.tell(verification, of: directory)
                if !verification.faults.isEmpty { throw ExitCode(1) }
            }
        }
    }
}
