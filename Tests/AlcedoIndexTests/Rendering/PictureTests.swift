import AlcedoIndex
import Testing

@Suite struct PictureTests {
    private func file(_ name: String, _ width: Int, _ height: Int, density: Double? = nil) -> ImageIndex.File
    {
        .init(
            bytes: 1, density: density, digest: "", file: name, height: height, url: "/i/\(name)",
            width: width)
    }

    private var entry: ImageIndex.Entry {
        .init(
            alt: "From the manifest",
            placeholders: .init(dominantColor: "#2b5f8a"),
            source: .init(bytes: 1, digest: "", format: "jpeg", height: 1000, width: 1500),
            variants: [
                "hero": .init(
                    formats: [
                        .init(
                            files: [file("a.webp", 640, 427), file("b.webp", 1280, 853)], format: "webp",
                            srcset: "/i/a.webp 640w, /i/b.webp 1280w", type: "image/webp"),
                        .init(
                            files: [file("a.jpg", 640, 427), file("b.jpg", 1280, 853)], format: "jpeg",
                            srcset: "/i/a.jpg 640w, /i/b.jpg 1280w", type: "image/jpeg"),
                    ], img: .init(height: 853, src: "/i/b.jpg", width: 1280), sizes: "50vw"),
                "retina": .init(
                    formats: [
                        .init(
                            files: [
                                file("1.png", 400, 300, density: 1), file("2.png", 800, 600, density: 2),
                            ],
                            format: "png", srcset: "/i/1.png 1x, /i/2.png 2x", type: "image/png")
                    ], img: .init(height: 300, src: "/i/2.png", width: 400), sizes: nil),
                "avatar": .init(
                    formats: [
                        .init(files: [file("o.png", 128, 128)], format: "png", type: "image/png")
                    ], img: .init(height: 128, src: "/i/o.png", width: 128)),
                "lqip": .init(formats: [
                    .init(
                        files: [.init(bytes: 44, height: 16, url: "data:image/webp;base64,AA==", width: 24)],
                        format: "webp", type: "image/webp")
                ]),
            ])
    }

    @Test func everyFormatIsASourceInOrderAndTheImageIsTheFallback() throws {
        let html = try entry.picture("hero", options: .init(placeholder: .none))
        #expect(
            html == """
                <picture>\
                <source type="image/webp" srcset="/i/a.webp 640w, /i/b.webp 1280w" sizes="auto, 50vw">\
                <source type="image/jpeg" srcset="/i/a.jpg 640w, /i/b.jpg 1280w" sizes="auto, 50vw">\
                <img sizes="auto" src="/i/b.jpg" width="1280" height="853" alt="From the manifest" loading="lazy" \
                decoding="async" style="contain-intrinsic-size:1280px 853px"></picture>
                """)
    }

    @Test func densitiesAreChosenWithoutSizes() throws {
        #expect(
            try entry.picture("retina", sizes: "50vw") == """
                <picture><source type="image/png" srcset="/i/1.png 1x, /i/2.png 2x">\
                <img src="/i/2.png" width="400" height="300" alt="From the manifest" loading="lazy" \
                decoding="async"></picture>
                """)
    }

    @Test func aSingleFileNeedsNoSource() throws {
        #expect(
            try entry.picture("avatar", alt: "") == """
                <picture><img src="/i/o.png" width="128" height="128" alt="" loading="lazy" decoding="async">\
                </picture>
                """)
    }

    @Test func thePageCanSaySizesAltAndPriority() throws {
        let html = try entry.picture("hero", sizes: "10vw", alt: "Mine", options: .first)
        #expect(html.contains("srcset=\"/i/a.webp 640w, /i/b.webp 1280w\" sizes=\"10vw\""))
        #expect(html.contains(" alt=\"Mine\""))
        #expect(html.contains(" fetchpriority=\"high\""))
        #expect(!html.contains("loading="))
        #expect(!html.contains("decoding="))
    }

    @Test func attributesAreEscaped() throws {
        let hostile = "\"><script>alert('&')</script>\"\u{301}"
        let html = try entry.picture("hero", sizes: hostile, alt: hostile)
        let escaped = "&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;&quot;\u{301}"
        #expect(html.contains("alt=\"\(escaped)\""))
        #expect(html.contains("sizes=\"auto, \(escaped)\""))
        #expect(!html.contains("<script"))
    }

    // HTML, "Preprocessing the input stream": neither as they are nor as references.
    @Test func whatNoPageMayHaveIsReplaced() throws {
        // The compiler rejects some of them, too.
        for value: UInt32 in [
            0, 1, 0xB, 0x1F, 0x7F, 0x80, 0x9B, 0x9F, 0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFF, 0x10FFFE,
        ] {
            let scalar = try #require(Unicode.Scalar(value))
            #expect(
                try entry.picture("hero", alt: "A\(scalar)B").contains("alt=\"A\u{FFFD}B\""),
                "U+\(String(value, radix: 16))")
        }
        let plain = "a\tb\nc\u{A0}d\u{200D}e\u{FFFD}f😀"
        #expect(try entry.picture("hero", alt: plain).contains("alt=\"\(plain)\""))
    }

    @Test func theInlineVariantOverTheColourIsThePlaceholderOfAnOpaquePicture() throws {
        #expect(
            try entry.picture("hero").contains(
                """
                style="background-color:#2b5f8a;\
                background-image:url(&#39;data:image/webp;base64,AA==&#39;);background-size:cover;\
                background-origin:content-box;background-clip:content-box;\
                contain-intrinsic-size:1280px 853px"
                """))
    }

    @Test func theAverageColourStandsInForTheDominantOne() throws {
        var entry = entry
        entry.placeholders = .init(averageColor: "#b0532e", palette: ["#c81e28"])
        #expect(try entry.picture("hero").contains("style=\"background-color:#b0532e;"))
    }

    @Test func aTransparentPictureGetsAPlaceholderOnlyOnRequest() throws {
        #expect(!(try entry.picture("avatar").contains("style=")))
        let asked = try entry.picture("avatar", options: .init(placeholder: .color))
        #expect(asked.contains("style=\"background-color:#2b5f8a;background-clip:content-box\""))
        let named = try entry.picture("avatar", options: .init(placeholder: .variant("lqip")))
        #expect(named.contains("AA=="))
    }

    @Test func anInlineVariantIsShownFromTheIndex() throws {
        #expect(
            try entry.picture("lqip", alt: "x") == """
                <picture><img src="data:image/webp;base64,AA==" width="24" height="16" alt="x" loading="lazy" \
                decoding="async"></picture>
                """)
    }

    @Test func anUnknownVariantIsAnErrorThatNamesTheKnownOnes() {
        #expect(
            throws: ImageIndexError.unknownVariant(
                name: "heroo", available: ["avatar", "hero", "lqip", "retina"])
        ) {
            try entry.picture("heroo")
        }
    }

    @Test func aVariantWithoutFilesIsAnError() {
        var entry = entry
        entry.variants["none"] = .init(formats: [])
        #expect(throws: ImageIndexError.emptyVariant(name: "none")) { try entry.picture("none") }
    }
}
