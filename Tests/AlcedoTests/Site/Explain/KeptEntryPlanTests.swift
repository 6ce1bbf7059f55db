import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// A plan predicts the build for entries that the index keeps, of sources that failed or were not selected.
@Suite struct KeptEntryPlanTests {
    func plan(_ site: TestSite, only: [String] = []) async throws -> SitePlan {
        try await SitePlanTests().plan(site) { $0.only = only }
    }

    func clearCache(of site: TestSite) throws {
        _ = try SiteCache.clear(manifest: site.options.manifest, cacheDirectory: nil, environment: [:])
    }

    @Test func filesThatOthersThanTheSelectedLackAreWritten() async throws {
        let site = try TestSite()
        try await site.settle()
        let names = try site.files().keys.filter { $0.hasPrefix("photos/b-") && $0.hasSuffix(".webp") }
        for name in names { try site.remove("out/" + name) }
        let plan = try await plan(site, only: ["photos/a.png"])
        #expect(plan.hasWork)
        #expect(Set(plan.outputs.filter(\.isWritten).compactMap(\.file)) == Set(names))
        #expect(plan.outputs.filter(\.isWritten).allSatisfy { $0.reasons == [.outputMissing] })
        // 60 × 40 becomes 20 × 13 and 30 × 20.
        #expect(Set(plan.outputs.filter(\.isWritten).map(\.height)) == [13, 20])
        #expect(names.count == 2)
    }

    @Test func filesThatOthersLackAndTheCacheTooAreMade() async throws {
        let site = try TestSite()
        try await site.settle()
        for name in try site.files().keys where name.hasPrefix("photos/b-") { try site.remove("out/" + name) }
        try clearCache(of: site)
        let plan = try await plan(site, only: ["photos/a.png"])
        #expect(plan.sources == 2)
        #expect(plan.made == 4)
    }

    @Test func anEntryThatCannotBeMadeIsLeftOut() async throws {
        let site = try TestSite()
        try await site.settle()
        let name = try #require(try site.files().keys.filter { $0.hasPrefix("photos/b-") }.min())
        try site.remove("out/" + name)
        try site.put(Data("no picture".utf8), "photos/b.png")
        try clearCache(of: site)
        let events = Collected<BuildEvent>()
        let plan = try await site.builder([:]) { $0.only = ["photos/a.png"] }.plan { events.add($0) }
        #expect(plan.writesIndex == true && plan.writes == 0)
        let warnings = events.all.compactMap { if case .warning(let line) = $0 { line.message } else { nil } }
        #expect(warnings.map { $0.hasPrefix("photos/b.png: its former files are missing") } == [true])
        let built = Collected<BuildEvent>()
        try await site.build([:], { $0.only = ["photos/a.png"] }, tell: { built.add($0) })
        #expect(
            warnings == built.all.compactMap { if case .warning(let line) = $0 { line.message } else { nil } }
        )
        #expect(try site.index().order == ["a", "c", "d"].map { "photos/\($0).png" })
    }

    @Test(arguments: [true, false])
    func filesThatAFailedSourceLacksAreWritten(_ hasState: Bool) async throws {
        let site = try TestSite(TestSite.usual + "\non-error: keep\n")
        try await site.settle()
        try site.put(Data("no picture".utf8), "photos/b.png")
        try await site.build()
        if !hasState { try site.loseLedger() }
        let name = try #require(try site.files().keys.filter { $0.hasPrefix("photos/b-") }.min())
        try site.remove("out/" + name)
        let plan = try await plan(site)
        #expect(plan.outputs.filter(\.isWritten).map(\.file) == [name])
        #expect(plan.failures.map(\.source) == ["photos/b.png"])
        // Files only in the index are not counted by a build.
        #expect(plan.unchanged + plan.cached == (hasState ? 16 : 12))
    }

    @Test(arguments: [true, false])
    func aFailedSourceWithALostFileIsLeftOutWithItsOtherFiles(_ hasState: Bool) async throws {
        let site = try TestSite(TestSite.usual + "\non-error: keep\n")
        try await site.settle()
        try site.put(Data("no picture".utf8), "photos/b.png")
        try await site.build()
        let names = try site.files().keys.filter { $0.hasPrefix("photos/b-") }.sorted()
        let digest = ContentDigest(hashing: try site.bytes("out/" + names[0])).hex
        try site.remove("out/" + names[0])
        try site.remove(".alcedo/v1/blobs/\(digest.prefix(2))/\(digest)")
        if !hasState { try site.loseLedger() }
        let plan = try await plan(site)
        #expect(plan.deletions == Array(names[1...]))
        #expect(plan.writesIndex == true)
    }
}
