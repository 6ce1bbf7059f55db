import Alcedo
import ArgumentParser

struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "Look at the cache, or empty it.",
        subcommands: [Status.self, Clear.self])

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Say where the cache is and what is in it.")

        @OptionGroup var place: ManifestOptions
        @OptionGroup var sayings: OutputOptions

        func run() async throws {
            let reporter = Reporter(options: sayings)
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
                "What is remembered of output directories stays: it says which files there are Alcedo's.")

        @OptionGroup var place: ManifestOptions
        @OptionGroup var sayings: OutputOptions

        func run() async throws {
            let reporter = Reporter(options: sayings)
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
}
