import AlcedoIndex
import Testing

/// The picture that matters is requested before the page is laid out.
@Suite struct PreloadTests {
    let entry = RenderedEntry.entry

    @Test func theBestFormatIsOfferedWithItsType() throws {
        #expect(
            try entry.preload("hero") == """
                <link rel="preload" as="image" imagesrcset="/i/a.webp 640w, /i/b.webp 1280w" imagesizes="50vw" \
                type="image/webp" fetchpriority="high">
                """)
        #expect(
            try entry.preload("hero", format: "jpeg", sizes: "9vw").contains(
                "imagesrcset=\"/i/a.jpg 640w, /i/b.jpg 1280w\" imagesizes=\"9vw\" type=\"image/jpeg\""))
    }

    @Test func densitiesAndSingleFilesNeedNoSizes() throws {
        #expect(
            try entry.preload("retina", sizes: "10vw") == """
                <link rel="preload" as="image" imagesrcset="/i/1.png 1x, /i/2.png 1.5x" type="image/png" \
                fetchpriority="high">
                """)
        var entry = entry
        entry.variants["retina"]?.formats[0].files.removeLast()
        #expect(try entry.preload("retina").contains(" as=\"image\" href=\"/i/1.png\" type=\"image/png\""))
    }

    @Test func withoutSizesItIsAsWideAsTheWindow() throws {
        var entry = entry
        entry.variants["hero"]?.sizes = nil
        #expect(try entry.preload("hero").contains("imagesizes=\"100vw\""))
    }

    @Test func anInlineVariantLoadsNothing() {
        #expect(throws: ImageIndexError.emptyVariant(name: "lqip")) { try entry.preload("lqip") }
        #expect(throws: ImageIndexError.emptyVariant(name: "hero (avif)")) {
            try entry.preload("hero", format: "avif")
        }
    }

    /// Each window loads one picture: the conditions are the opposite of those before (Media Queries Level 4).
    @Test func alternativesExcludeEachOther() throws {
        var day = entry
        day.media = [
            .init(image: "narrow", media: "(max-width: 30em)"),
            .init(image: "night", media: "(prefers-color-scheme: dark) and (color)"),
        ]
        let index = ImageIndex(
            baseURL: "/i", generator: "test", images: ["day": day, "night": entry, "narrow": entry],
            order: ["day", "night", "narrow"])
        let media = try index.preload("day", "hero").split(separator: "\n").map {
            $0.split(separator: "media=\"").last?.prefix { $0 != "\"" }
        }
        #expect(
            media == [
                "(max-width: 30em)",
                "(not (max-width: 30em)) and ((prefers-color-scheme: dark) and (color))",
                "(not (max-width: 30em)) and (not ((prefers-color-scheme: dark) and (color)))",
            ])
        var cropped = index
        cropped["narrow"]?.variants["hero"]?.media = [.init(media: "(max-width: 40em)", variant: "retina")]
        let crops = try cropped.preload("narrow", "hero").split(separator: "\n")
        #expect(crops.count == 2)
        #expect(crops.first?.contains("/i/1.png 1x") == true)
        #expect(crops.first?.contains("media=\"(max-width: 40em)\"") == true)
        #expect(crops.last?.contains("media=\"(not (max-width: 40em))\"") == true)
        var printed = index
        printed["day"]?.media?[0].media = "print"
        #expect(try printed.preload("day", "hero").split(separator: "\n").count == 1)
    }
}
