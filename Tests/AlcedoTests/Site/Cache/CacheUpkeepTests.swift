import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct CacheUpkeepTests {
    // Arithmetic by hand: one day has 86,400 seconds.
    @Test(
        arguments: [
            ("{ path: c, max-size: 2GB, max-age: 30d }", 2_000_000_000, 2_592_000.0),
            ("{ max-size: 1.5TiB }", 1_649_267_441_664, nil),
            ("{ max-age: 12h }", nil, 43_200), ("c", nil, nil),
        ] as [(String, Int?, Double?)])
    func theManifestLimitsTheCache(_ text: String, _ size: Int?, _ age: Double?) throws {
        let manifest = "version: 1\noutput: out\ncache: \(text)\nsources: [{ path: a.png }]\n"
        let read = readManifest(manifest, directory: "/site")
        let found = try #require(read.manifest)
        #expect(found.cacheLimits == CacheLimits(maxSize: size, maxAge: age))
        #expect(found.cache.absolute == (text.contains("c,") || text == "c" ? "/site/c" : "/site/.alcedo"))
    }

    @Test(arguments: [
        ("{ max-size: 0 }", "'max-size' in 'cache' must be a number of bytes above 0 such as 64MB"),
        ("{ max-age: 0d }", "'max-age' in 'cache' must be a time above 0 such as 30d"),
        ("{ maxsize: 1 }", "unknown key 'maxsize' in 'cache'; did you mean 'max-size'?"),
        ("[a]", "'cache'"),
    ]) func mistakesInCacheSettingsAreReported(_ text: String, _ reason: String) {
        let manifest = "version: 1\noutput: out\ncache: \(text)\nsources: [{ path: a.png }]\n"
        let lines = readManifest(manifest, directory: "/site").diagnostics.map(\.description)
        #expect(lines.count == 1)
        #expect(lines.first?.contains(reason) == true, "\(lines)")
    }

    @Test(
        arguments: [
            ("500MB", 500_000_000), ("2 gib", 2_147_483_648), ("0", 0), ("1e3", nil), ("", nil), ("-1", nil),
            ("many", nil), ("9999TB", nil),
        ] as [(String, Int?)]) func sizesAreRead(_ text: String, _ bytes: Int?)
    {
        #expect(Quantity.bytes(text) == bytes)
    }

    @Test(
        arguments: [
            ("90s", 90), ("1.5h", 5400), ("2w", 1_209_600), ("0d", 0), ("5", nil), ("d", nil), ("-1d", nil),
        ] as [(String, Double?)]) func timesAreRead(_ text: String, _ seconds: Double?)
    {
        #expect(Quantity.seconds(text) == seconds)
    }

    @Test func trimmingIsDueOnceADayAndWhenTheClockWentBack() throws {
        let folder = try TemporaryFolder()
        let store = DiskStore(directory: folder.path + "/cache")
        var history = CacheHistory(from: store)
        let moment = Date(timeIntervalSince1970: 1_000_000)
        #expect(history.isTrimmingDue(at: moment))
        var trimming = DiskStore.Trimming()
        trimming.removedEntries = 3
        trimming.removedBytes = 5
        history.note(trimming, at: moment)
        try history.save(in: store)
        let later = CacheHistory(from: store)
        #expect(later == history)
        #expect((later.trimmedEntries, later.trimmedBytes) == (3, 5))
        #expect(!later.isTrimmingDue(at: moment + 86_399))
        #expect(later.isTrimmingDue(at: moment + 86_400))
        #expect(later.isTrimmingDue(at: moment - 1))
    }
}
