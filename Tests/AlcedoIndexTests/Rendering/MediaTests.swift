import AlcedoIndex
import Testing

/// Other pictures for dark mode, or for a narrow window.
@Suite struct MediaTests {
    private var index: ImageIndex {
        var day = RenderedEntry.entry
        day.media = [
            .init(image: "narrow", media: "(max-width: 30em)"),
            .init(image: "night", media: "(prefers-color-scheme: dark)"),
        ]
        var night = RenderedEntry.entry
        night.variants["hero"] = .init(
            formats: [RenderedEntry.format("jpeg", [RenderedEntry.file("n.jpg", 640, 427)])])
        var narrow = RenderedEntry.entry
        narrow.variants["hero"] = .init(
            formats: [
                RenderedEntry.format(
                    "webp", [RenderedEntry.file("s.webp", 300, 400), RenderedEntry.file("t.webp", 600, 800)])
            ], sizes: "90vw")
        return ImageIndex(
            baseURL: "/i", generator: "test", images: ["day": day, "night": night, "narrow": narrow],
            order: ["day", "night", "narrow"])
    }

    @Test func conditionsComeFirstInTheirOrderWithTheirOwnProportions() throws {
        let html = try index.picture("day", "hero", options: .init(placeholder: .none))
        #expect(
            html == """
                <picture>\
                <source media="(max-width: 30em)" type="image/webp" srcset="/i/s.webp 300w, /i/t.webp 600w" \
                sizes="auto, 90vw" width="600" height="800">\
                <source media="(prefers-color-scheme: dark)" type="image/jpeg" srcset="/i/n.jpg" width="640" \
                height="427">\
                <source type="image/webp" srcset="/i/a.webp 640w, /i/b.webp 1280w" sizes="auto, 50vw">\
                <source type="image/jpeg" srcset="/i/a.jpg 640w, /i/b.jpg 1280w" sizes="auto, 50vw">\
                <img sizes="auto" src="/i/b.jpg" width="1280" height="853" alt="A kingfisher" loading="lazy" \
                decoding="async" style="contain-intrinsic-size:1280px 853px"></picture>
                """)
    }

    @Test func aPictureWithoutTheVariantIsLeftOut() throws {
        var index = index
        index["night"]?.variants["hero"] = nil
        #expect(try !index.picture("day", "hero").contains("dark"))
    }

    @Test func aMissingPictureIsAnError() {
        var index = index
        index["night"] = nil
        #expect(throws: ImageIndexError.unknownImage(id: "night")) { try index.picture("day", "hero") }
        #expect(throws: ImageIndexError.unknownImage(id: "dusk")) { try index.picture("dusk", "hero") }
    }

    @Test func withoutConditionsItIsThePictureAlone() throws {
        #expect(try index.picture("night", "retina") == index.image("night").picture("retina"))
    }
}
