import Foundation
import Testing

@testable import Alcedo

/// Variants that ask for the same files.
@Suite struct EqualVariantsTests {
    static let variants = """
        version: 1
        output: out
        base-url: /img
        defaults: { formats: [png], name: "{name}-{width}.{hash}.{ext}" }
        variants:
          small: { widths: [20, 30] }
          large: { widths: [30, 40] }
          other: { widths: [30], blur: 2 }
        sources:
          - path: photos/*.png
        """

    @Test func whatTheyShareIsMadeOnce() async throws {
        let site = try TestSite(Self.variants, pictures: ["a"])
        let first = try await site.build()
        // 20, 30 and 40 pixels, and 30 blurred; 30 pixels a second time.
        #expect((first.files, first.made, first.cached, first.filesWritten) == (4, 4, 0, 4))
        let image = try #require(try site.index().images["photos/a.png"])
        func names(_ variant: String) -> [String?] {
            image.variants[variant]?.formats.flatMap(\.files).map(\.file) ?? []
        }
        #expect(names("small").count == 2 && names("large").count == 2)
        #expect(names("small").last == names("large").first)
        #expect(try await site.build().made == 0)
    }

    /// The variant that comes first fails, so it is another one that the file is made for.
    @Test func whatFailsTakesNoOtherWithIt() async throws {
        let failing = "small: { widths: [30], formats: [png, webp], max-bytes: 100 }"
        let manifest = Self.variants.replacingOccurrences(of: "small: { widths: [20, 30] }", with: failing)
            .replacingOccurrences(of: "version: 1", with: "version: 1\non-error: skip")
        let site = try TestSite(manifest, pictures: ["a"])
        let report = try await site.build()
        let image = try #require(try site.index().images["photos/a.png"])
        #expect(report.failures.map(\.variant) == ["small"])
        #expect(image.variants.keys.sorted() == ["large", "other"])
    }
}
