import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct DropLargerTests {
    static func variant(_ files: [(OutputFormat, Int)]) -> SourceOutcome.Variant {
        SourceOutcome.Variant(
            name: "v",
            files: files.map { format, bytes in
                SourceOutcome.File(
                    record: VariantRecord(
                        digest: ContentDigest(hashing: "\(format)\(bytes)"), bytes: bytes, width: bytes,
                        height: 1,
                        frames: 1, format: format), density: nil)
            })
    }

    static func kept(_ files: [(OutputFormat, Int)]) -> [OutputFormat] {
        var variant = variant(files)
        variant.dropLargerFormats()
        return variant.files.map(\.record.format)
    }

    @Test func aFormatGoesWhenALaterOneIsSmallerAltogether() {
        #expect(Self.kept([(.avif, 10), (.webp, 20), (.jpeg, 30)]) == [.avif, .webp, .jpeg])
        #expect(Self.kept([(.avif, 10), (.webp, 40), (.jpeg, 30)]) == [.avif, .jpeg])
        #expect(Self.kept([(.avif, 35), (.webp, 20), (.jpeg, 30)]) == [.webp, .jpeg])
        #expect(Self.kept([(.avif, 50), (.webp, 40), (.jpeg, 30)]) == [.jpeg])
        #expect(Self.kept([(.webp, 30), (.jpeg, 30)]) == [.jpeg])
        #expect(Self.kept([(.jpeg, 30)]) == [.jpeg])
        // One width is larger, both together are not.
        #expect(
            Self.kept([(.webp, 9), (.webp, 20), (.jpeg, 8), (.jpeg, 40)]) == [.webp, .webp, .jpeg, .jpeg])
    }

    // All browsers support JPEG, fewer WebP, and fewer still AVIF.
    @Test func aFormatStaysBeforeASmallerOneThatFewerBrowsersRead() {
        #expect(Self.kept([(.jpeg, 30), (.webp, 20)]) == [.jpeg, .webp])
        #expect(Self.kept([(.webp, 30), (.avif, 20)]) == [.webp, .avif])
        #expect(Self.kept([(.png, 30), (.avif, 20), (.jpeg, 25)]) == [.avif, .jpeg])
        #expect(Self.kept([(.jpeg, 30), (.png, 20)]) == [.png])
    }

    @Test func itIsNeitherPublishedNorNamed() async throws {
        // Flat areas: JPEG is larger than PNG.
        let manifest = """
            version: 1
            output: out
            defaults: { formats: [jpeg, png], quality: { jpeg: 90 }, drop-larger: DROP }
            variants: { v: { widths: [20, 40] } }
            sources: [{ path: "photos/*.png" }]
            """
        let site = try TestSite(manifest.replacingOccurrences(of: "DROP", with: "false"), pictures: ["a"])
        try await site.build()
        let before = try site.index().images["photos/a.png"]?.variants["v"]?.formats.map(\.format)
        #expect(before == ["jpeg", "png"])
        try site.write(manifest.replacingOccurrences(of: "DROP", with: "true"))
        try await site.build()
        let after = try site.index().images["photos/a.png"]?.variants["v"]?.formats.map(\.format)
        let sizes = try site.index().images["photos/a.png"]?.variants["v"]?.formats.map {
            $0.files.reduce(0) { $0 + $1.bytes }
        }
        #expect(after == ["png"], "\(String(describing: sizes))")
        try site.expectConsistent()
        // It is the default.
        try site.write(manifest.replacingOccurrences(of: ", drop-larger: DROP", with: ""))
        #expect(try await site.build().filesWritten == 0)
    }
}
