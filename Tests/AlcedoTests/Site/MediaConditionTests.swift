import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Pictures for media conditions: a dark alternative, another crop for a narrow window.
@Suite struct MediaConditionTests {
    static let manifest = """
        version: 1
        output: out
        defaults: { formats: [webp] }
        variants:
          small: { width: 20 }
          large: { width: 30 }
        sources:
          - path: [photos/a.png, photos/b.png]
            root: photos
            on-error: skip
            media:
              "(prefers-color-scheme: dark)": "{dir}/dark/{name}.{ext}"
              "(max-width: 30em)": photos/narrow.png
        """

    func site() throws -> TestSite {
        let site = try TestSite(Self.manifest, pictures: ["a", "b", "narrow"])
        try site.picture("photos/dark/a.png", 40)
        return site
    }

    @Test func theyAreImagesOfTheIndexThatTheOthersNameInTheirOrder() async throws {
        let site = try site()
        let report = try await site.build()
        // a, b, the dark a, and a narrow picture for both.
        #expect(report.sources == 4)
        let index = try site.index()
        #expect(index.order == ["a.png", "b.png", "dark/a.png", "narrow.png"])
        #expect(
            index["a.png"]?.media == [
                .init(image: "dark/a.png", media: "(prefers-color-scheme: dark)"),
                .init(image: "narrow.png", media: "(max-width: 30em)"),
            ])
        // It has no dark alternative.
        #expect(index["b.png"]?.media == [.init(image: "narrow.png", media: "(max-width: 30em)")])
        #expect(index["dark/a.png"]?.media == nil)
        #expect(index["dark/a.png"]?.variants.keys.sorted() == ["large", "small"])
        try site.expectConsistent()
        try await site.settle()
    }

    static let crops = """
        version: 1
        output: out
        defaults: { formats: [webp] }
        variants:
          hero: { aspect: 3:2, widths: [15, 30], media: { "(max-width: 40em)": square } }
          square: { aspect: 1:1, width: 20 }
          other: { width: 10 }
        sources:
          - { path: photos/a.png, variants: hero }
          - { path: photos/b.png, media: { "(max-width: 40em)": { hero: other }, "(hover)": { other: hero } } }
        """

    @Test func variantsForConditionsAreInTheIndexAndMadeAndCostNothing() async throws {
        let site = try TestSite(Self.crops, pictures: ["a", "b"])
        try await site.build()
        let index = try site.index()
        #expect(index["photos/a.png"]?.variants.keys.sorted() == ["hero", "square"])
        #expect(
            index["photos/a.png"]?.variants["hero"]?.media
                == [.init(media: "(max-width: 40em)", variant: "square")])
        #expect(index["photos/a.png"]?.variants["square"]?.media == nil)
        // The source's word replaces the variant's for the same condition.
        #expect(
            index["photos/b.png"]?.variants.mapValues(\.media) == [
                "hero": [.init(media: "(max-width: 40em)", variant: "other")],
                "other": [.init(media: "(hover)", variant: "hero")], "square": nil,
            ])
        try site.expectConsistent()
        // Another condition changes the index, and no file.
        try site.write(Self.crops.replacing("40em", with: "50em"))
        let report = try await site.build()
        #expect((report.made, report.isPublished) == (0, true))
        #expect(
            try site.index()["photos/a.png"]?.variants["hero"]?.media?.first?.media == "(max-width: 50em)")
        try site.write(Self.crops.replacing("(hover)", with: "(grid)"))
        try await site.build()
        #expect(try site.index()["photos/b.png"]?.variants["other"]?.media?.first?.media == "(grid)")
    }

    @Test func anAlternativeWithItsOwnEntryIsThatEntry() async throws {
        let site = try site()
        try site.write(
            Self.manifest + "\n  - { path: photos/narrow.png, id: slim, variants: small, alt: Slim }\n")
        try await site.build()
        let index = try site.index()
        #expect(index.order == ["a.png", "b.png", "slim", "dark/a.png"])
        #expect(index["b.png"]?.media == [.init(image: "slim", media: "(max-width: 30em)")])
        #expect(index["slim"]?.variants.keys.sorted() == ["small"])
        #expect(index["slim"]?.alt == "Slim")
    }

    @Test func aFailedAlternativeIsNotNamedUntilItIsMade() async throws {
        let site = try site()
        try await site.build()
        let sound = try site.files()
        try site.put(Data("no picture".utf8), "photos/dark/a.png")
        let report = try await site.build()
        #expect(report.failures.map(\.source) == ["dark/a.png"])
        #expect(try site.index()["a.png"]?.media == [.init(image: "narrow.png", media: "(max-width: 30em)")])
        #expect(try site.index()["dark/a.png"] == nil)
        try site.expectConsistent()
        // Until the dates of the others are old enough to be trusted.
        for _ in 0..<3 {
            try await Task.sleep(for: .milliseconds(30))
            try await site.build()
        }
        try site.picture("photos/dark/a.png", 40)
        try await site.build()
        #expect(try site.files() == sound)
    }

    @Test func aSelectionKeepsTheAlternativesItNames() async throws {
        let site = try site()
        try await site.build()
        let whole = try site.files()
        try await site.build { $0.only = ["a.png"] }
        #expect(try site.files() == whole)
    }

    @Test func anIdThatIsTakenIsAMistake() async throws {
        let site = try site()
        try site.write(Self.manifest + "\n  - { path: photos/b.png, id: dark/a.png }\n")
        await #expect(throws: ManifestMistakes.self) { try await site.build() }
    }

    @Test func everyPictureOfTheExampleIsShownByThePage() async throws {
        let site = try site()
        try await site.build()
        let html = try site.index().picture("a.png", "small", alt: "")
        let dark = try #require(try site.index()["dark/a.png"]?.variants["small"]?.formats.first?.files.first)
        #expect(
            html.contains(
                "<source media=\"(prefers-color-scheme: dark)\" type=\"image/webp\" srcset=\"\(dark.url)\" "
                    + "width=\"20\" height=\"13\">"))
    }
}
