import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// What is kept of a picture that fails or is not selected says no more than the present manifest permits, and is a picture
/// of the file that the manifest names.
@Suite(.timeLimit(.minutes(15))) struct KeepingRulesTests {
    private static func manifest(_ variant: String, _ source: String = "photos/a.png, id: hero") -> String {
        """
        version: 1
        output: out
        base-url: /img
        on-error: keep
        variants: { photo: { \(variant.contains("original") ? "" : "width: 30, ")\(variant) } }
        sources: [{ path: \(source) }, { path: photos/b.png }]
        """
    }

    /// A built site. Its pictures end with a word that metadata in files has.
    private func site(_ variant: String) async throws -> TestSite {
        let site = try TestSite(Self.manifest(variant), pictures: ["b"])
        try site.put(PlainPNG(width: 60, height: 40, seed: 5).data + Data("Exif".utf8), "photos/a.png")
        try await site.settle()
        #expect(try site.index().order == ["hero", "photos/b.png"])
        return site
    }

    private func build(_ site: TestSite) async throws -> [String] {
        let warnings = Collected<String>()
        try await site.build(tell: { if case .warning(let warning) = $0 { warnings.add(warning.message) } })
        return warnings.all
    }

    /// Settings of a variant: before and now, and whether its files stay.
    private static let changes: [(String, String, Bool)] = [
        ("formats: [png], metadata: all, gps: keep", "formats: [png]", false),
        ("formats: [png], metadata: all, gps: keep", "formats: [png], metadata: all, gps: index", false),
        ("formats: [png], metadata: all", "formats: [png], metadata: copyright", false),
        ("formats: [png], metadata: copyright", "formats: [png], gps: index", false),
        ("formats: [png], metadata: copyright", "formats: [png], metadata: all", true),
        ("formats: [png], gps: keep", "formats: [png]", true),
    ]

    @Test(arguments: changes) func filesStayIfTheirMetadataMay(
        _ before: String, _ now: String, _ stays: Bool
    ) async throws {
        let site = try await site(before)
        let file = try #require(
            site.index().images["hero"]?.variants["photo"]?.formats.first?.files.first?.file)
        try site.put(Data("no picture".utf8), "photos/a.png")
        try site.write(Self.manifest(now))
        let warnings = try await build(site)
        #expect(try site.index().order == (stays ? ["hero", "photos/b.png"] : ["photos/b.png"]))
        #expect(try site.exists("out/" + file) == stays)
        #expect(warnings.contains { $0.hasPrefix("hero: ") && $0.contains("variant 'photo' had") } == !stays)
    }

    @Test func aSelectionRefusesToKeepThem() async throws {
        let site = try await site("formats: [png], metadata: all")
        try site.write(Self.manifest("formats: [png]"))
        let before = try site.bytes("out/index.json")
        let error = await #expect(throws: SiteError.self) {
            try await site.build { $0.only = ["photos/b.png"] }
        }
        #expect(error?.description.contains("variant 'photo' had 'metadata: all'") == true)
        #expect(try site.bytes("out/index.json") == before)
    }

    /// Without a ledger, only the bytes say it.
    @Test(arguments: ["formats: original, verbatim: true", "formats: [png]"])
    func withoutALedgerTheBytesDecide(_ before: String) async throws {
        let site = try await site(before)
        try site.remove(".alcedo")
        try site.put(Data("no picture".utf8), "photos/a.png")
        try site.write(Self.manifest("formats: [png]"))
        let warnings = try await build(site)
        let stays = before == "formats: [png]"
        #expect(try site.index().order == (stays ? ["hero", "photos/b.png"] : ["photos/b.png"]))
        #expect(warnings.contains { $0.contains("nothing says that its former files") } == !stays)
    }

    @Test(arguments: [true, false]) func anotherFileUnderTheSameIDIsNoReasonToKeep(_ hasLedger: Bool)
        async throws
    {
        let site = try await site("formats: [png]")
        if !hasLedger { try site.remove(".alcedo") }
        try site.put(Data("no picture".utf8), "photos/n.png")
        try site.write(Self.manifest("formats: [png]", "photos/n.png, id: hero"))
        for _ in 0..<2 {
            _ = try await build(site)
            #expect(try site.index().order == ["photos/b.png"])
        }
    }

    /// Paths that no build gives a source.
    @Test(arguments: ["/home/me/x.png", "../../x.png", "photos/../a.png", "photos//a.png"])
    func aForgedPathDoesNotReachTheNextIndex(_ path: String) async throws {
        let site = try await site("formats: [png]")
        var index = try site.index()
        index.images["hero"]?.source.path = path
        try site.put(index.canonicalJSON(), "out/index.json")
        try site.remove(".alcedo")
        let error = await #expect(throws: SiteError.self) {
            try await site.build { $0.only = ["photos/b.png"] }
        }
        #expect(error?.description.contains("of another source") == true)
        // The same of an entry whose source the manifest no longer has.
        let kept = Self.manifest("formats: [png]").replacingOccurrences(
            of: "{ path: photos/a.png, id: hero }, ", with: "")
        try site.write(kept)
        await #expect(throws: SiteError.self) { try await site.build { $0.only = ["photos/b.png"] } }
        try site.write(Self.manifest("formats: [png]"))
        try site.put(Data("no picture".utf8), "photos/a.png")
        _ = try await build(site)
        #expect(try site.index().order == ["photos/b.png"])
    }
}
