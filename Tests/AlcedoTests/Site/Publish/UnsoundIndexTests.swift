import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// A last index with texts that no build writes: none of them reaches the next one.
@Suite(.timeLimit(.minutes(15))) struct UnsoundIndexTests {
    private static let manifest = TestSite.usual + "\nplaceholders: [dominant-color]\non-error: keep\n"
    private static let hostile = "red;position:fixed"

    private func forged() async throws -> TestSite {
        let site = try TestSite(Self.manifest, pictures: ["a", "b"])
        try await site.build()
        var index = try site.index()
        index.images["photos/a.png"]?.placeholders?.dominantColor = Self.hostile
        try site.put(index.canonicalJSON(), "out/index.json")
        try site.remove(".alcedo")
        return site
    }

    private func text(_ site: TestSite) throws -> String {
        String(decoding: try site.bytes("out/index.json"), as: UTF8.self)
    }

    @Test func aBuildMakesTheEntryAgain() async throws {
        let site = try await forged()
        try await site.build()
        #expect(try !text(site).contains(Self.hostile))
        #expect(try site.index().order == ["photos/a.png", "photos/b.png"])
        try site.expectConsistent()
    }

    @Test func anEntryIsNotKept() async throws {
        let site = try await forged()
        try site.put(Data("cut".utf8), "photos/a.png")
        let events = Collected<BuildEvent>()
        try await site.build(tell: { events.add($0) })
        #expect(try !text(site).contains(Self.hostile))
        #expect(try site.index().order == ["photos/b.png"])
        let warnings = events.all.compactMap { event in
            if case .warning(let warning) = event { warning.message } else { nil }
        }
        #expect(warnings.contains { $0.hasPrefix("photos/a.png: the last index cannot be trusted") })
        // Its files were Alcedo's.
        try site.expectConsistent()
    }

    @Test func aSelectionBesideItIsRefused() async throws {
        let site = try await forged()
        let before = try site.bytes("out/index.json")
        let error = await #expect(throws: SiteError.self) {
            try await site.build { $0.only = ["photos/b.png"] }
        }
        #expect(error?.description.contains("build once without --only") == true)
        #expect(try site.bytes("out/index.json") == before)
        try await site.build { $0.only = ["photos/a.png"] }
        #expect(try !text(site).contains(Self.hostile))
        try site.expectConsistent()
    }
}
