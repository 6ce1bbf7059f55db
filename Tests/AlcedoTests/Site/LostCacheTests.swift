import Alcedo
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
            try site.put(rotten, ".alcedo/v1/blobs/" + name)
        }
        try site.remove("out")
        let report = try await site.build()
        #expect(report.isPublished)
        #expect(try site.files() == before)
        // And the cache is whole again.
        try site.remove("out")
        let again = try await site.build()
        #expect(again.made == 0)
        #expect(try site.files() == before)
    }

    @Test func aKeptFileThatIsNowhereAnyMoreIsNamed() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.files()
        let name = try #require(before.keys.first { $0.hasPrefix("photos/a-") })
        try site.remove("out/" + name)
        _ = try SiteCache.clear(manifest: site.options.manifest, cacheDirectory: nil, environment: [:])
        try site.picture("photos/b.png", 9)
        let error = await #expect(throws: BuildCannotWrite.self) {
            try await site.build { $0.only = ["photos/b.png"] }
        }
        #expect(error?.description.contains("a.png") == true)
        #expect(try site.bytes("out/index.json") == before["index.json"])
        try await site.build()
        try site.expectConsistent()
        #expect(try site.exists("out/" + name))
    }

    @Test func anInlinePictureThatIsDamagedInTheCacheIsMadeAgain() async throws {
        let text = TestSite.usual.replacingOccurrences(
            of: "small: { widths: [20, 30] }", with: "tiny: { width: 8, inline: true, formats: [webp] }")
        let site = try TestSite(text)
        try await site.settle()
        let before = try site.bytes("out/index.json")
        for (name, data) in try site.files(".alcedo/v1/blobs") {
            try site.put(Data(count: data.count), ".alcedo/v1/blobs/" + name)
        }
        try FileManager.default.removeItem(atPath: site.path(".alcedo/v1/state"))
        try site.remove("out")
        let report = try await site.build()
        #expect(report.failures.map(\.description) == [])
        #expect(try site.bytes("out/index.json") == before)
    }
}
