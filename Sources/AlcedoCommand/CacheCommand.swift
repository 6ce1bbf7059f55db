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
            abstract: "Delete everything in the cache; the next build makes it all again.")

        @OptionGroup var place: ManifestOptions
        @OptionGroup var sayings: OutputOptions

        func run() async throws {
            let reporter = Reporter(options: sayings)
            try await Interruption.watching(reporter) {
                let status = try SiteCache.clear(manifest: place.manifest, cacheDirectory: place.cacheDir)
                reporter.say(
                    "\(status.directory): \(counted(status.entries, "entry", "entries")), "
                        + "\(byteCount(status.bytes)) deleted")
            }
        }
    }
}
