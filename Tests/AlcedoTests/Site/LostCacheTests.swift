import Alcedo
import AlcedoManifest
import Foundation
import Testing

@Suite struct LostCacheTests {
    @Test func everyVariantThatTheCacheLostIsMadeAgain() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.files()
        #expect(before.count == 17)
        _ = try SiteCache.clear(manifest: site.options.manifest, cacheDirectory: nil, environment: [:])
        try site.remove("out")
        let report = try await site.build()
        #expect(report.isPublished)
        #expect(try site.files() == before)
        try site.expectConsistent()
    }

    @Test func everyVariantThatIsDamagedInTheCacheIsMadeAgain() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.files()
        for (name, data) in try site.files(".alcedo/v1/blobs") {
            var rotten = data
            rotten[data.count / 2] ^= 1
            try site.damage(".alcedo/v1/blobs/" + name, rotten)
        }
        try site.remove("out")
        let report = try await site.build()
        #expect((report.isPublished, report.filesWritten) == (true, 16))
        #expect(try site.files() == before)
        // And the cache is whole again.
        try site.remove("out")
        let again = try await site.build()
        #expect(again.made == 0)
        #expect(try site.files() == before)
    }

    @Test func whatWasWrittenBeforeALossShowedIsCounted() async throws {
        let site = try TestSite()
        try await site.settle()
        let (name, data) = try #require(try site.files(".alcedo/v1/blobs").first)
        try site.damage(".alcedo/v1/blobs/" + name, Data(data.reversed()))
        try site.remove("out")
        let report = try await site.build()
        #expect((report.made, report.filesWritten) == (1, 16))
    }

    @Test func aKeptFileThatIsLostIsMadeAgain() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.files()
        let name = try #require(before.keys.first { $0.hasPrefix("photos/a-") })
        try site.remove("out/" + name)
        _ = try SiteCache.clear(manifest: site.options.manifest, cacheDirectory: nil, environment: [:])
        try site.picture("photos/b.png", 9)
        let report = try await site.build { $0.only = ["photos/b.png"] }
        #expect((report.isComplete, report.isPublished, report.sources) == (true, true, 2))
        #expect(try site.bytes("out/" + name) == before[name])
        try await site.build()
        try site.expectConsistent()
    }

    /// The message about a source.
    func warnings(_ events: Collected<BuildEvent>) -> [String] {
        events.all.compactMap { if case .warning(let line) = $0 { line.message } else { nil } }
    }

    @Test(arguments: [true, false])
    func aKeptEntryThatCannotBeRemadeIsLeftOut(_ isNamed: Bool) async throws {
        let site = try TestSite()
        try await site.settle()
        try site.remove("out/photos")
        _ = try SiteCache.clear(manifest: site.options.manifest, cacheDirectory: nil, environment: [:])
        if isNamed {
            try site.put(Data("none".utf8), "photos/a.png")
        } else {
            try site.remove("photos/a.png")
        }
        let events = Collected<BuildEvent>()
        let report = try await site.build([:], { $0.only = ["photos/b.png"] }, tell: { events.add($0) })
        #expect((report.isComplete, report.isPublished, report.failures.count) == (true, true, 0))
        #expect(try site.index().order == ["b", "c", "d"].map { "photos/\($0).png" })
        let warnings = warnings(events)
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("photos/a.png: its former files are missing") == true)
        try site.expectConsistent()
    }

    @Test(arguments: [true, false]) func aFailedSourceWithNothingToKeepIsLeftOut(_ hasState: Bool)
        async throws
    {
        let site = try TestSite(TestSite.usual + "\non-error: keep\n")
        try await site.settle()
        try site.put(Data("no picture".utf8), "photos/b.png")
        try site.remove("out/photos")
        if hasState {
            _ = try SiteCache.clear(manifest: site.options.manifest, cacheDirectory: nil, environment: [:])
        } else {
            try site.remove(".alcedo")
        }
        let events = Collected<BuildEvent>()
        let report = try await site.build(tell: { events.add($0) })
        #expect((report.isComplete, report.isPublished, report.failures.count) == (true, true, 1))
        #expect(try site.index().order == ["a", "c", "d"].map { "photos/\($0).png" })
        #expect(
            warnings(events) == [
                "photos/b.png: it failed, and its former files are missing, so it is left out"
            ])
        try site.expectConsistent()
    }

    @Test func anInlinePictureThatIsDamagedInTheCacheIsMadeAgain() async throws {
        let text = TestSite.usual.replacingOccurrences(
            of: "small: { widths: [20, 30] }", with: "tiny: { width: 8, inline: true, formats: [webp] }")
        let site = try TestSite(text)
        try await site.settle()
        let before = try site.bytes("out/index.json")
        for (name, data) in try site.files(".alcedo/v1/blobs") {
            try site.damage(".alcedo/v1/blobs/" + name, Data(count: data.count))
        }
        try FileManager.default.removeItem(atPath: site.path(".alcedo/v1/state"))
        try site.remove("out")
        let report = try await site.build()
        #expect(report.failures.map(\.description) == [])
        #expect(try site.bytes("out/index.json") == before)
    }
}
