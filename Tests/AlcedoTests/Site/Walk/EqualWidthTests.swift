import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct EqualWidthTests {
    /// HTML allows each width once in a `srcset`.
    @Test func widthsThatAStepMakesOneAreOneFile() async throws {
        let site = try TestSite(
            """
            version: 1
            output: out
            variants:
              v: { widths: [10, 20, 30, 40], formats: [webp, png], process: [{ downsample: { width: 15 } }] }
            sources: [{ path: "photos/*.png" }]
            """, pictures: ["a"])
        let report = try await site.build()
        #expect(report.files - report.leftOut == 4)
        #expect(report.unchanged == 0)
        let formats = try #require(try site.index().images["photos/a.png"]?.variants["v"]?.formats)
        #expect(formats.map(\.format) == ["webp", "png"])
        #expect(formats.map { $0.files.map(\.width) } == [[10, 15], [10, 15]])
        let srcset = try #require(formats.first?.srcset)
        #expect(srcset.components(separatedBy: ", ").map { $0.suffix(3) } == ["10w", "15w"])
        // Two files in two formats, and the index.
        #expect(try site.files().count == 5)
        try site.expectConsistent()
    }

    @Test func densitiesOfEqualWidthAreSeparateFiles() async throws {
        let site = try TestSite(
            """
            version: 1
            output: out
            variants:
              v: { width: 15, densities: [1, 2], formats: [png], process: [{ resize: { width: 15 } }] }
            sources: [{ path: "photos/*.png" }]
            """, pictures: ["a"])
        try await site.build()
        let formats = try #require(try site.index().images["photos/a.png"]?.variants["v"]?.formats)
        #expect(formats.first?.files.map(\.density) == [1, 2])
    }
}
