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
                sizes="90vw" width="600" height="800">\
                <source media="(prefers-color-scheme: dark)" type="image/jpeg" srcset="/i/n.jpg" width="640" \
                height="427">\
                <source type="image/webp" srcset="/i/a.webp 640w, /i/b.webp 1280w" sizes="50vw">\
                <source type="image/jpeg" srcset="/i/a.jpg 640w, /i/b.jpg 1280w" sizes="50vw">\
                <img src="/i/b.jpg" width="1280" height="853" alt="A kingfisher" loading="lazy" \
                decoding="async"></picture>
                """)
    }

    private func square(_ name: String, _ side: Int) -> ImageIndex.Variant {
        .init(
            formats: [
                RenderedEntry.format("webp", [RenderedEntry.file("\(name).webp", side, side)]),
                RenderedEntry.format("jpeg", [RenderedEntry.file("\(name).jpg", side, side)]),
            ])
    }

    @Test func anotherVariantForAConditionComesInAllItsFormatsWithItsOwnProportions() throws {
        var entry = RenderedEntry.entry
        entry.variants["square"] = square("q", 400)
        entry.variants["square"]?.media = [.init(media: "(x)", variant: "hero")]
        entry.variants["hero"]?.media = [
            .init(media: "(max-width: 20em)", variant: "gone"),
            .init(media: "(max-width: 40em)", variant: "square"),
            .init(media: "(y)", variant: "hero"),
        ]
        let html = try entry.picture("hero", options: .init(placeholder: .none))
        // Neither a variant that is not there, nor itself, nor what the square names in its turn.
        #expect(
            html == """
                <picture>\
                <source media="(max-width: 40em)" type="image/webp" srcset="/i/q.webp" width="400" height="400">\
                <source media="(max-width: 40em)" type="image/jpeg" srcset="/i/q.jpg" width="400" height="400">\
                <source type="image/webp" srcset="/i/a.webp 640w, /i/b.webp 1280w" sizes="50vw">\
                <source type="image/jpeg" srcset="/i/a.jpg 640w, /i/b.jpg 1280w" sizes="50vw">\
                <img src="/i/b.jpg" width="1280" height="853" alt="A kingfisher" loading="lazy" \
                decoding="async"></picture>
                """)
    }

    @Test func bothKindsOfConditionsAreCombined() throws {
        var index = index
        for (id, name) in [("day", "d"), ("night", "n"), ("narrow", "s")] {
            index[id]?.variants["square"] = square(name, 400)
        }
        index["day"]?.variants["hero"]?.media = [.init(media: "(max-width: 40em)", variant: "square")]
        index["night"]?.variants["hero"]?.media = [.init(media: "(max-width: 40em)", variant: "square")]
        index["day"]?.media?.removeFirst()
        let html = try index.picture("day", "hero")
        let conditions = html.matches(of: /media="([^"]+)" type="image.(webp|jpeg)" srcset="([^ ,"]+)/).map {
            "\($0.1): \($0.3)"
        }
        #expect(
            conditions == [
                "(prefers-color-scheme: dark) and (max-width: 40em): /i/n.webp",
                "(prefers-color-scheme: dark) and (max-width: 40em): /i/n.jpg",
                "(prefers-color-scheme: dark): /i/n.jpg",
                "(max-width: 40em): /i/d.webp", "(max-width: 40em): /i/d.jpg",
            ])
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
