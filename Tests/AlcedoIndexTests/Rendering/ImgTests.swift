import AlcedoIndex
import Testing

@Suite struct ImgTests {
    let entry = RenderedEntry.entry

    @Test func theLastFormatIsOfferedInAllItsWidths() throws {
        #expect(
            try entry.img("hero", sizes: "10vw", options: .init(placeholder: .none)) == """
                <img srcset="/i/a.jpg 640w, /i/b.jpg 1280w" sizes="auto, 10vw" src="/i/b.jpg" \
                width="1280" height="853" alt="A kingfisher" loading="lazy" decoding="async" \
                style="contain-intrinsic-size:1280px 853px">
                """)
        #expect(try entry.img("hero", format: "webp").contains("srcset=\"/i/a.webp 640w, /i/b.webp 1280w\""))
        #expect(try entry.img("hero", format: "webp").contains(" src=\"/i/b.webp\""))
    }

    @Test func densitiesNeedNoSizesAndHaveTheSizeOfTheFirst() throws {
        #expect(
            try entry.img("retina", sizes: "10vw", alt: "", options: .first) == """
                <img srcset="/i/1.png 1x, /i/2.png 1.5x" src="/i/2.png" width="400" height="300" alt="" \
                fetchpriority="high">
                """)
    }

    // HTML, "source size": without the attribute, the width is that of the window.
    @Test func sizesAreBesideEveryWidth() throws {
        var entry = entry
        entry.variants["hero"]?.sizes = nil
        #expect(
            try entry.img("hero", options: .first).hasPrefix(
                "<img srcset=\"/i/a.jpg 640w, /i/b.jpg 1280w\" sizes=\"100vw\" src="))
        #expect(try entry.img("hero").contains(" sizes=\"auto, 100vw\" "))
        #expect(try entry.picture("hero", options: .first).split(separator: " sizes=\"100vw\">").count == 3)
        #expect(try entry.img("hero", sizes: "Auto, 9vw").contains(" sizes=\"Auto, 9vw\" "))
        #expect(try !entry.picture("retina").contains("sizes="))
    }

    @Test func oneFileNeedsNoChoice() throws {
        #expect(try !entry.img("lqip").contains("srcset"))
    }

    @Test func aMissingFormatIsAnError() {
        #expect(throws: ImageIndexError.emptyVariant(name: "hero (avif)")) {
            try entry.img("hero", format: "avif")
        }
    }

    @Test func aPictureWithoutATextAlternativeIsAnError() throws {
        var entry = entry
        entry.alt = nil
        entry.source.path = "photos/k.jpg"
        #expect(throws: ImageIndexError.missingAlt(image: "photos/k.jpg")) { try entry.img("hero") }
        let error = #expect(throws: ImageIndexError.self) { try entry.picture("hero") }
        #expect(
            error?.description
                == "photos/k.jpg has no text alternative; add 'alt' here or in the manifest, or an empty "
                + "'alt' if the picture is decoration")
        #expect(try entry.picture("hero", alt: "").contains(" alt=\"\""))
        entry.alt = ""
        #expect(try entry.img("hero").contains(" alt=\"\""))
    }

    @Test func urlsAreOfTheNextWiderFile() throws {
        #expect(try entry.url(of: "hero") == "/i/b.jpg")
        #expect(try entry.url(of: "hero", width: 640) == "/i/a.jpg")
        #expect(try entry.url(of: "hero", width: 641) == "/i/b.jpg")
        #expect(try entry.url(of: "hero", width: 5000, format: "webp") == "/i/b.webp")
        #expect(throws: ImageIndexError.emptyVariant(name: "hero (gif)")) {
            try entry.url(of: "hero", format: "gif")
        }
    }

    @Test func candidatesHaveOneFormat() throws {
        #expect(try entry.srcset("hero") == "/i/a.jpg 640w, /i/b.jpg 1280w")
        #expect(try entry.srcset("hero", format: "webp") == "/i/a.webp 640w, /i/b.webp 1280w")
        #expect(try entry.srcset("retina") == "/i/1.png 1x, /i/2.png 1.5x")
        #expect(throws: ImageIndexError.emptyVariant(name: "lqip")) { try entry.srcset("lqip") }
    }
}
