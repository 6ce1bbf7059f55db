import Testing

@testable import AlcedoIndex
@testable import AlcedoMarkup
@testable import AlcedoPages

/// An `<img>` of the author's that names more than one file, or depends on the size of its file.
@Suite struct AuthorsFilesTests {
    /// Three sizes of one picture, a square, and an icon that turns until a script has loaded a picture.
    private var index: ImageIndex {
        let sizes = [
            "p-300.jpg": (300, 200), "p-768.jpg": (768, 511), "p.jpg": (1500, 1000), "square.jpg": (900, 900),
            "spinner.gif": (20, 20), "stra\u{DF}e.jpg": (600, 400),
        ]
        let images = sizes.map { id, size in
            var entry = RenderedEntry.entry
            (entry.source.width, entry.source.height) = size
            let file = RenderedEntry.file(
                id.replacing("\u{DF}", with: "ss") + ".v.jpg", min(size.0, 640),
                (min(size.0, 640) * size.1 + size.0 / 2) / size.0)
            entry.variants = [
                "hero": .init(
                    formats: [RenderedEntry.format("jpeg", [file])],
                    img: .init(height: file.height, src: file.url, width: file.width))
            ]
            return (id, entry)
        }
        return ImageIndex(
            baseURL: "/i", generator: "test", images: Dictionary(uniqueKeysWithValues: images),
            order: sizes.keys.sorted())
    }

    private func rewrite(_ page: [UInt8], eager: Int = 9) -> (text: String, page: PageRewriter.Page) {
        let page = PageRewriter(index: index, eager: eager, files: KnownFiles([:])).rewrite(
            page, at: "index.html")
        return (LegacyText.decoded(page.bytes).text, page)
    }

    private func rewrite(_ page: String) -> (text: String, page: PageRewriter.Page) {
        rewrite(Array(page.utf8))
    }

    @Test(arguments: [
        "<img src=p-300.jpg srcset='p-300.jpg 300w, p-768.jpg 768w, p.jpg 1500w' sizes=100vw>",
        "<img src=p-768.jpg srcset='p.jpg 1500w, p-300.jpg 300w'>",
        "<img src=p.jpg srcset='p-300.jpg 300w, square.jpg 900w, gone.jpg 4000w'>",
    ])
    func theWidestFileIsThePicture(page: String) {
        let (text, found) = rewrite(page)
        #expect(text.contains("src=\"/i/p.jpg.v.jpg\"") && !text.contains("square"))
        #expect(found.replaced == 1 && found.shown.contains("p.jpg") && found.shown.contains("p-300.jpg"))
        #expect(rewrite(text).text == text)
    }

    /// On the page it has the size of the file for simple screens.
    @Test func sharperFilesHaveTheSameSize() {
        let text = rewrite("<img src=p-300.jpg srcset='p-768.jpg 2x'>").text
        #expect(text.contains("src=\"/i/p-768.jpg.v.jpg\" width=\"300\" height=\"200\""))
        let own = rewrite("<img src=p-300.jpg srcset='p-768.jpg 2x' width=150>").text
        #expect(own.contains("height=\"100\"") && own.contains("width=150"))
        // A candidate for simple screens counts before `src`.
        let simple = rewrite("<img src=p-300.jpg srcset='p-768.jpg, p.jpg 2x'>").text
        #expect(simple.contains("width=\"768\""))
    }

    @Test func aCropKeepsItsProportions() {
        var index = index
        let square = RenderedEntry.file("s.jpg", 64, 64)
        index.images["p-768.jpg"]?.variants["hero"] = .init(
            formats: [RenderedEntry.format("jpeg", [square])],
            img: .init(height: 64, src: "/i/s.jpg", width: 64))
        let page = PageRewriter(index: index).rewrite(
            Array("<img src=p-300.jpg srcset='p-768.jpg 2x'>".utf8), at: "a.html")
        #expect(String(decoding: page.bytes, as: UTF8.self).contains("width=\"300\" height=\"300\""))
    }

    @Test func aPreloadIsOfTheWidestFile() {
        let page =
            "<link rel=preload as=image href=p-300.jpg><img src=x.png><img src=p-300.jpg srcset='p.jpg 1500w'>"
        let text = rewrite(Array(page.utf8), eager: 0).text
        #expect(text.contains("href=\"/i/p.jpg.v.jpg\"") && !text.contains("p-300") && !text.contains("lazy"))
    }

    /// Nothing of it is published, so it is left alone.
    @Test func anImageWithoutVariantsIsNoImage() {
        var index = index
        index.images["p.jpg"]?.variants = [:]
        for page in ["<img src=p.jpg>", "<a href=p.jpg>", "<img data-src=p.jpg>"] {
            let found = PageRewriter(index: index, files: KnownFiles([:])).rewrite(
                Array(page.utf8), at: "a.html")
            #expect(found.bytes == Array(page.utf8) && found.notices.isEmpty)
        }
    }

    /// The places of areas are pixels of the author's file.
    @Test func aMapKeepsItsSize() {
        let text = rewrite("<img src=p.jpg usemap=#m>").text
        #expect(text.contains("src=\"/i/p.jpg.v.jpg\" width=\"1500\" height=\"1000\""))
        #expect(rewrite("<img src=p.jpg>").text.contains("width=\"640\" height=\"427\""))
    }

    /// A script would set `src`, and the sources of a `<picture>` would win.
    @Test(arguments: ["data-src=p.jpg", "data-srcset='p.jpg 2x'", "data-src=elsewhere.jpg"])
    func aStandInStaysAnImage(later: String) {
        let (text, found) = rewrite("<img class=lazy src=spinner.gif \(later) width=1>")
        #expect(found.replaced == 0 && !text.contains("<picture") && text.hasSuffix(" width=1>"))
        #expect(
            text.contains("/i/spinner.gif.v.jpg")
                && text.contains("/i/p.jpg.v.jpg") != later.contains("elsewhere"))
        #expect(rewrite(text).text == text)
        #expect(rewrite("<img src=p.jpg data-src=p.jpg>").page.replaced == 1)
        #expect(rewrite("<img src=p.jpg data-src='https://example.org/video?1'>").page.replaced == 1)
    }

    /// ß is DF in Windows-1252, and C3 9F in the address that browsers request.
    @Test(arguments: [
        "<img src=\"stra§e.jpg\" alt=§>", "<a href='stra§e.jpg'>§</a>",
        "<style>p{background:url(stra§e.jpg)}</style>§", "<p style='background:url(stra§e.jpg)'>§",
        "<picture><source srcset='stra§e.jpg 600w'></picture>§",
    ])
    func addressesOfAnotherEncodingAreRecognized(page: String) {
        let (text, found) = rewrite(
            page.utf8.split(separator: "§".utf8, omittingEmptySubsequences: false).joined(separator: [0xDF])
                .map { $0 })
        #expect(text.contains("/i/strasse.jpg.v.jpg"))
        #expect(found.bytes.count { $0 == 0xDF } == 1, "only the text is left in it")
        #expect(found.shown == ["straße.jpg"] && found.notices.isEmpty)
    }

    @Test func whatIsNotAnAddressKeepsItsBytes() {
        let page: [UInt8] =
            Array("<p style=\"background:url(p.jpg);content:'".utf8) + [0xE9] + Array("'\">".utf8)
        #expect(rewrite(page).page.bytes == page)
    }

    @Test func aTypeIsThatOfAllCandidates() {
        var index = index
        index.images["p.jpg"]?.variants["hero"]?.formats.insert(
            RenderedEntry.format("webp", [RenderedEntry.file("p.webp", 640, 427)]), at: 0)
        let page = "<picture><source type=image/webp srcset='p.jpg 640w, p-300.jpg 300w'></picture>"
        let text = String(
            decoding: PageRewriter(index: index, files: KnownFiles([:])).rewrite(
                Array(page.utf8), at: "a.html"
            ).bytes,
            as: UTF8.self)
        #expect(text.contains("type=\"image/jpeg\"") && !text.contains("webp"), "\(text)")
    }

    @Test func linksForSearchEnginesAreMended() {
        let text = rewrite("<link itemprop=image href=p.jpg><link itemprop=thumbnailUrl href=p.jpg>").text
        #expect(text.split(separator: "/i/p.jpg.v.jpg").count == 3, "\(text)")
    }
}
