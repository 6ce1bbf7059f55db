import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// A last index with texts that no build writes: none of them reaches the next one.
@Suite(.timeLimit(.minutes(60))) struct UnsoundIndexTests {
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

    /// A last index that has the picture under another name, and that no ledger knows.
    private func renamed(_ name: String) async throws -> TestSite {
        let site = try TestSite(Self.manifest, pictures: ["a", "b"])
        try await site.build()
        var index = try site.index()
        let file = try #require(
            index.images["photos/a.png"]?.variants.first.flatMap { name, variant in
                variant.formats.first.map { (name, $0.files[0]) }
            })
        index.images["photos/a.png"]?.variants[file.0]?.formats[0].files[0].file = name
        index.images["photos/a.png"]?.variants[file.0]?.formats[0].files[0].url = URLPath.url(
            of: name, below: index.baseURL)
        index.images["photos/a.png"]?.variants[file.0]?.formats[0].srcset = nil
        index.images["photos/a.png"]?.variants[file.0]?.img = nil
        try site.put(index.canonicalJSON(), "out/index.json")
        for state in try FileManager.default.contentsOfDirectory(atPath: site.path(".alcedo/v1/state")) {
            try site.remove(".alcedo/v1/state/" + state)
        }
        return site
    }

    /// A server goes by the ending of a name.
    @Test(arguments: [
        "evil.html", ".htaccess", "a.png.html", "javascript:a.png", "\"><b>.png", "png", ".png",
    ])
    func aKeptPictureHasTheNameOfAPicture(_ name: String) async throws {
        let site = try await renamed(name)
        let before = try site.bytes("out/index.json")
        let error = await #expect(throws: SiteError.self) {
            try await site.build { $0.only = ["photos/b.png"] }
        }
        #expect(
            error?.description.contains("which no build gives it") == true, "\(String(describing: error))")
        #expect(try site.bytes("out/index.json") == before)
        try site.put(Data("cut".utf8), "photos/a.png")
        try await site.build()
        #expect(try site.index().order == ["photos/b.png"])
        #expect(!FileManager.default.fileExists(atPath: site.path("out/" + name)))
    }

    @Test func aNameThatNoFileSystemHasIsForgotten() async throws {
        let site = try await renamed(String(repeating: "a", count: 252) + ".png")
        try await site.build()
        try await site.build()
        #expect(try site.index().order == ["photos/a.png", "photos/b.png"])
        try site.expectConsistent()
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
