import AlcedoImaging
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// A plan has the same numbers and names as the next build.
@Suite struct PlanCountTests {
    @Test func namesThatDependOnBytesAreCountedOneByOne() async throws {
        let site = try TestSite(
            TestSite.usual.replacingOccurrences(of: "[20, 30] }", with: "[20], name: \"{hash}.{ext}\" }"))
        let plan = try await SitePlanTests().plan(site)
        // Four sources in two formats.
        #expect(plan.writes == 8)
        #expect(Set(plan.outputs.map(\.file)) == ["{hash}.webp", "{hash}.jpg"])
    }

    @Test(arguments: ["0hash0hash", "{hash}"]) func aSourceMayBeCalledWhatStandsForAHash(_ name: String)
        async throws
    {
        let site = try TestSite(pictures: [name])
        let plan = try await SitePlanTests().plan(site)
        #expect(plan.outputs.first?.file == "photos/\(name)-small-20x13.{hash}.webp")
        try site.picture("photos/\(name).png", 9)
        let other = try await SitePlanTests().plan(site)
        #expect((other.replacements.count, other.deletions.count) == (4, 0))
    }

    @Test func anUpToDateIndexIsNotPlanned() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.picture("photos/b.png", 99)
        try await site.build { $0.cacheDirectory = site.path(".other") }
        let before = try site.bytes("out/index.json")
        let plan = try await site.builder().plan()
        #expect(plan.made == 4)
        #expect(plan.writesIndex == nil)
        try await site.build()
        #expect(try site.bytes("out/index.json") == before)
        // And contradictions are reported.
        try site.picture("photos/b.png", 98)
        #expect(try await site.builder().plan().writesIndex == true)
    }

    /// The facts' record of every source of this site.
    func facts(_ site: TestSite) throws -> [String] {
        let keys = CacheKeys(engine: try InProcessEngine(threads: 1).identity(), truncation: .fail)
        return try site.files("photos").values.map { data in
            let name = keys.facts(of: ContentDigest(hashing: data)).digest.hex
            return ".alcedo/v1/records/\(name.prefix(2))/\(name)"
        }
    }

    @Test(arguments: [true, false]) func factsThatTheCacheLostCostNoPicture(_ hasState: Bool) async throws {
        let site = try TestSite()
        try await site.settle()
        let records = try facts(site)
        for record in records { try site.remove(record) }
        if hasState {
            try site.write(TestSite.usual + "\nplaceholders: [dominant-color]\n")
        } else {
            try site.loseLedger()
        }
        let plan = try await SitePlanTests().plan(site)
        #expect((plan.cached, plan.made) == (16, 0))
        for record in records { #expect(try site.exists(record)) }
    }

    // A picture with an alpha channel is JPEG or PNG depending on its pixels, which are unknown without the facts.
    @Test(arguments: [true, false])
    func withoutFactsAPictureWithAnAlphaChannelIsMadeAgain(_ hasState: Bool) async throws {
        let text = TestSite.usual.replacingOccurrences(of: "[webp, auto]", with: "[auto]")
        let site = try TestSite(text, pictures: [])
        try site.put(PlainPNG(width: 60, height: 40, isTransparent: true).data, "photos/a.png")
        try await site.settle()
        for record in try facts(site) { try site.remove(record) }
        if hasState {
            try site.write(text + "\nplaceholders: [dominant-color]\n")
        } else {
            try site.loseLedger()
        }
        #expect(try await SitePlanTests().plan(site, .same).made == 2)
    }

    @Test func trimmingKeepsTheFactsOfSourcesThatOnlyTheIndexNames() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.files(".alcedo/v1/records")
        // As of a site that was built before there was a ledger.
        try Ledger(output: site.ledger.output(), isChanged: true).save(as: site.ledgerID, in: site.states)
        _ = try SiteCache.trim(
            manifest: site.options.manifest, cacheDirectory: nil, unused: true, environment: [:])
        #expect(try site.files(".alcedo/v1/records") == before)
    }
}
