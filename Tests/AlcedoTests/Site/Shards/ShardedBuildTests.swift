import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Shards make every output once, leave nothing but entries of the cache, and the build that follows decodes nothing.
@Suite(.timeLimit(.minutes(60))) struct ShardedBuildTests {
    /// Large outputs beside small sources, so that few sources on many shards are divided.
    static let manifest = """
        version: 1
        output: out
        base-url: /img
        placeholders: [thumbhash, dominant-color]
        variants:
          wide: { widths: [100, 200, 400], enlarge: true, formats: [webp, jpeg, png], drop-larger: false }
          tiny: { width: 8, formats: [webp], inline: true }
        sources:
          - path: photos/*.png
        """

    static func shard(_ number: Int, of count: Int) throws -> BuildOptions.Shard {
        try #require(BuildOptions.Shard(number, of: count))
    }

    /// The result of a build without shards.
    static func whole(_ site: TestSite) async throws -> (files: [String: Data], report: BuildReport) {
        let report = try await site.build { $0.cacheDirectory = site.path("other-cache") }
        let files = try site.files()
        try site.remove("out")
        return (files, report)
    }

    @Test(arguments: [1, 2, 3, 5, 16]) func shardsMakeEverythingOnce(_ count: Int) async throws {
        let site = try TestSite(Self.manifest)
        let (expected, whole) = try await Self.whole(site)
        var made = 0
        var sources = 0
        // In any order.
        for number in (1...count).reversed() {
            let shard = try Self.shard(number, of: count)
            let report = try await site.build { $0.shard = shard }
            #expect(report.isComplete && !report.isPublished && report.cached == 0)
            #expect(report.share?.shard == shard && report.share?.ofSources == 4)
            made += report.made
            sources += report.share?.sources ?? 0
        }
        #expect(made == whole.made)
        #expect(count > 1 || sources == 4)
        #expect(try !site.exists("out") && !site.exists("images.lock"))
        let assembled = try await site.build()
        #expect(assembled.made == 0 && assembled.cached == whole.made)
        #expect(try site.files() == expected)
    }

    @Test func sourcesAreDividedWhereThereAreMoreShards() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        var parts = 0
        for number in 1...4 {
            let shard = try Self.shard(number, of: 4)
            parts += try await site.build { $0.shard = shard }.share?.parts ?? 0
        }
        #expect(parts > 1)
        #expect(try await site.build().made == 0)
    }

    @Test func shardsWithDisksOfTheirOwnMeetInASharedCache() async throws {
        let site = try TestSite(Self.manifest)
        let (expected, whole) = try await Self.whole(site)
        try site.put(
            Data(
                Self.manifest.replacing(
                    "placeholders:",
                    with:
                        "cache: { remote: 'file://\(site.path("shared"))', mode: read-write }\nplaceholders:"
                ).utf8),
            "images.yml")
        var made = 0
        for number in 1...16 {
            let shard = try Self.shard(number, of: 16)
            let report = try await site.build {
                $0.shard = shard
                $0.cacheDirectory = site.path("disk-\(number)")
            }
            #expect(report.share?.parts == 0)
            made += report.made
        }
        #expect(made == whole.made)
        let assembled = try await site.build { $0.cacheDirectory = site.path("disk-of-the-last") }
        #expect(
            assembled.made == 0 && assembled.remoteCache?.found == 4,
            "\(assembled.made) \(String(describing: assembled.remoteCache))")
        #expect(try site.files() == expected)
    }

    /// A shard whose results are nowhere but on its own disk has failed, and sends them when it runs again.
    @Test func aShardThatCannotSendFailsAndIsRunAgain() async throws {
        let site = try TestSite(Self.manifest)
        let shard = try Self.shard(1, of: 1)
        let environment = [
            "ALCEDO_REMOTE_CACHE": "file://\(site.path("mount/shared"))",
            "ALCEDO_REMOTE_CACHE_MODE": "read-write",
        ]
        let error = await #expect(throws: SiteError.self) {
            try await site.build(environment) { $0.shard = shard }
        }
        #expect(
            error?.code == "cache.not-sent"
                && "\(error.map(String.init(describing:)) ?? "")".contains("again"))
        try FileManager.default.createDirectory(
            atPath: site.path("mount"), withIntermediateDirectories: true)
        let again = try await site.build(environment) { $0.shard = shard }
        #expect(again.made == 0 && again.remoteCache?.sent == 4)
        let third = try await site.build(environment) { $0.shard = shard }
        #expect(third.remoteCache?.sent == 0 && third.remoteCache?.notSent == 0)
        let assembled = try await site.build(environment) { $0.cacheDirectory = site.path("other-disk") }
        #expect(assembled.made == 0 && assembled.remoteCache?.found == 4)
    }

    @Test func aShardThatOnlyReadsIsWarned() async throws {
        let site = try TestSite(Self.manifest)
        let shard = try Self.shard(1, of: 1)
        let warnings = Locked<[String]>([])
        _ = try await site.build(
            ["ALCEDO_REMOTE_CACHE": "file://\(site.path("shared"))"], { $0.shard = shard },
            tell: { event in
                if case .warning(let diagnostic) = event {
                    warnings.withLock { $0.append(diagnostic.message) }
                }
            })
        #expect(
            warnings.withLock { $0.filter { $0.contains("ALCEDO_REMOTE_CACHE_MODE=read-write") }.count } == 1)
    }

    @Test func aDamagedSourceThatIsDividedIsReportedOnce() async throws {
        let site = try TestSite(Self.manifest, pictures: [])
        let picture = PlainPNG(width: 60, height: 40, isTransparent: false, seed: 1).data
        try site.put(picture.prefix(picture.count / 2), "photos/a.png")
        var failures: [BuildFailure] = []
        var parts = 0
        for number in 1...3 {
            let shard = try Self.shard(number, of: 3)
            let report = try await site.build { $0.shard = shard }
            failures += report.failures
            parts += report.share?.parts ?? 0
        }
        #expect(parts > 1 && failures.map(\.source) == ["photos/a.png"], "\(parts) \(failures)")
    }

    @Test func outputsThatTheHeaderDoesNotShowAreMadeOnce() async throws {
        // Whether its pixels are transparent, and so the format, shows only when it is decoded.
        let site = try TestSite(
            Self.manifest.replacing("[webp, jpeg, png]", with: "[webp, auto]"), pictures: [])
        try site.put(PlainPNG(width: 60, height: 40, isTransparent: true, seed: 1).data, "photos/a.png")
        let (expected, whole) = try await Self.whole(site)
        var made = 0
        for number in 1...3 {
            let shard = try Self.shard(number, of: 3)
            made += try await site.build { $0.shard = shard }.made
        }
        #expect(made == whole.made)
        #expect(try await site.build().made == 0)
        #expect(try site.files() == expected)
    }

    @Test func aShardThatRunsAgainMakesNothing() async throws {
        let site = try TestSite(Self.manifest)
        for number in 1...3 {
            let shard = try Self.shard(number, of: 3)
            let first = try await site.build { $0.shard = shard }
            let again = try await site.build { $0.shard = shard }
            #expect(first.made > 0)
            #expect(again.made == 0 && again.cached == first.made && again.wroteNothing)
        }
    }

    @Test func aLostShardCostsItsOwnWorkOnly() async throws {
        let site = try TestSite(Self.manifest)
        let (_, whole) = try await Self.whole(site)
        let (kept, lost) = (try Self.shard(1, of: 2), try Self.shard(2, of: 2))
        let made = try await site.build { $0.shard = kept }.made
        let assembled = try await site.build()
        #expect(assembled.made == whole.made - made && assembled.cached == made)
        let late = try await site.build { $0.shard = lost }
        #expect(late.made == 0)
    }

    @Test func whatIsPublishedAlreadyIsMissingFromAnEmptyCacheOnly() async throws {
        let site = try TestSite(Self.manifest)
        let whole = try await site.build()
        let shard = try Self.shard(1, of: 1)
        let before = try site.files()
        let fresh = try await site.build {
            $0.shard = shard
            $0.cacheDirectory = site.path("fresh")
        }
        #expect(fresh.made == whole.made)
        #expect(try site.files() == before)
    }

    @Test func aShardDoesNotChangeTheStateOfTheSite() async throws {
        let site = try TestSite(Self.manifest)
        try await site.settle()
        let shard = try Self.shard(2, of: 3)
        try site.write(Self.manifest.replacing("100, 200", with: "101, 200"))
        #expect(try await site.build { $0.shard = shard }.made > 0)
        // Parts of sources are not remembered as whole ones.
        try site.write(Self.manifest)
        #expect(try await site.build().wroteNothing)
        try site.write(Self.manifest.replacing("100, 200", with: "101, 200"))
        let after = try await site.build()
        #expect(after.made > 0 && after.cached > 0)
        try site.expectConsistent()
    }

    @Test func aBrokenSourceFailsInTheShardThatHasIt() async throws {
        let site = try TestSite(Self.manifest)
        try site.put(Data("no picture".utf8), "photos/broken.png")
        var failures: [BuildFailure] = []
        for number in 1...3 {
            let shard = try Self.shard(number, of: 3)
            failures += try await site.build { $0.shard = shard }.failures
        }
        #expect(failures.map(\.source) == ["photos/broken.png"])
    }

    @Test func aMissingFileFailsInOneShard() async throws {
        let site = try TestSite(Self.manifest + "\n  - path: photos/gone.png\n")
        var failures: [BuildFailure] = []
        var sources = 0
        for number in 1...5 {
            let shard = try Self.shard(number, of: 5)
            let report = try await site.build { $0.shard = shard }
            failures += report.failures
            sources = report.share?.ofSources ?? 0
        }
        #expect(failures.map(\.source) == ["photos/gone.png"])
        #expect(sources == 5)
    }

    @Test func aSelectionIsDividedByItself() async throws {
        let site = try TestSite(Self.manifest)
        var made = 0
        for number in 1...2 {
            let shard = try Self.shard(number, of: 2)
            let report = try await site.build {
                $0.shard = shard
                $0.only = ["photos/a.png", "photos/b.png"]
            }
            #expect(report.share?.ofSources == 2)
            made += report.made + report.inlineMade
        }
        #expect(made == 20)
    }

    @Test func aCacheThatCannotBeWrittenStopsAShard() async throws {
        let site = try TestSite(Self.manifest)
        try site.put(Data(), "file")
        let shard = try Self.shard(1, of: 2)
        await #expect(throws: SiteError.self) {
            try await site.build {
                $0.shard = shard
                $0.cacheDirectory = site.path("file")
            }
        }
    }

    // MARK: Plans

    @Test func aPlanSaysWhatEachShardMakes() async throws {
        let site = try TestSite(Self.manifest)
        let before = try site.statuses()
        let plan = try await site.builder().plan(shards: 3)
        #expect(try site.statuses() == before)
        #expect(plan.sources == 4 && plan.total(\.outputs) == 40 && plan.total(\.missing) == 40)
        #expect(abs(plan.shards.reduce(0) { $0 + $1.share } - 1) < 1e-9)
        for part in plan.shards {
            let report = try await site.build { $0.shard = part.shard }
            // A shard divides outputs; a build counts files, and pictures within the index apart.
            #expect(report.made + report.inlineMade == part.missing)
            #expect(report.files + report.inlineMade == part.outputs)
            #expect(report.share?.sources == part.sources && report.share?.parts == part.parts)
        }
        let done = try await site.builder().plan(shards: 3)
        #expect(!done.hasWork && done.total(\.outputs) == 40)
    }

    @Test func aPlanCountsPlaceholdersByThemselves() async throws {
        let site = try TestSite(
            Self.manifest.replacingOccurrences(of: "[thumbhash, dominant-color]", with: "[]"))
        for number in 1...3 {
            let shard = try Self.shard(number, of: 3)
            _ = try await site.build { $0.shard = shard }
        }
        #expect(try await !site.builder().plan(shards: 3).hasWork)
        try site.write(Self.manifest)
        let plan = try await site.builder().plan(shards: 3)
        #expect(plan.hasWork && plan.total(\.missing) == 0 && plan.total(\.placeholders) == 4)
        for part in plan.shards {
            let report = try await site.build { $0.shard = part.shard }
            #expect(report.made + report.inlineMade == 0 && report.cached == report.files)
            #expect(report.files > 0 && report.files < part.outputs)
        }
        #expect(try await !site.builder().plan(shards: 3).hasWork)
    }

    // MARK: Remote sources

    @Test func remoteSourcesLoadInTheShardThatHasThem() async throws {
        let script = Dictionary(
            uniqueKeysWithValues: PinnedSite.pictures.enumerated().map { ("/\($0).png", [Reply.ok($1)]) })
        let pinned = try PinnedSite(script)
        try pinned.write((0..<4).map { "{ url: SERVER/\($0).png, id: p\($0) }" })
        let warnings = Locked<[String]>([])
        for number in 1...3 {
            let shard = try Self.shard(number, of: 3)
            let report = try await pinned.site.build(
                [:], { $0.shard = shard },
                tell: { event in
                    if case .warning(let diagnostic) = event {
                        warnings.withLock { $0.append(diagnostic.message) }
                    }
                })
            #expect(report.isComplete)
        }
        #expect(pinned.server.requests.count == 4, "each is loaded once")
        #expect(try !pinned.site.exists("images.lock"))
        #expect(warnings.withLock { $0.contains { $0.contains("alcedo fetch") } })
        let assembled = try await pinned.site.build()
        #expect(assembled.made == 0)
    }

    @Test func frozenShardsNeedPins() async throws {
        let pinned = try PinnedSite([:])
        try pinned.write(["{ url: SERVER/0.png, id: p0 }"])
        let shard = try Self.shard(1, of: 2)
        await #expect(throws: ManifestMistakes.self) {
            try await pinned.site.build(["CI": "true"]) { $0.shard = shard }
        }
    }
}
