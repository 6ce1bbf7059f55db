import Testing

@testable import AlcedoIndex
@testable import AlcedoPages

/// The image for an address, its files, and the element.
@Suite struct PageRewriterChoiceTests {
    private var index: ImageIndex {
        var bird = RenderedEntry.entry
        bird.variants = ["hero": RenderedEntry.hero, "lqip": RenderedEntry.lqip]
        bird.source.bytes = 1000
        bird.source.digest = "sha256-bird"
        var face = RenderedEntry.entry
        face.source.bytes = 2000
        face.source.digest = "sha256-face"
        face.variants = ["avatar": RenderedEntry.retina]
        return ImageIndex(
            baseURL: "/i", generator: "test", images: ["bird.jpg": bird, "face.png": face],
            order: ["bird.jpg", "face.png"])
    }

    private func rewrite(
        _ text: String, at path: String = "index.html", variant: String? = nil,
        as element: PageRewriter.Element = .picture, files: KnownFiles? = nil
    ) -> (text: String, page: PageRewriter.Page) {
        let rewriter = PageRewriter(index: index, variant: variant, element: element, files: files)
        let page = rewriter.rewrite(Array(text.utf8), at: path)
        return (String(decoding: page.bytes, as: UTF8.self), page)
    }

    // MARK: Widths

    @Test func aWidthOfTheAuthorBoundsTheManifests() {
        #expect(rewrite("<img src=/bird.jpg width=320>").text.contains("sizes=\"min(50vw, 320px)\""))
        #expect(
            rewrite("<img src=/bird.jpg style='width:320px'>").text.contains("sizes=\"min(50vw, 320px)\""))
        // As wide as the widest file: it makes no difference.
        #expect(rewrite("<img src=/bird.jpg width=1280>").text.contains("sizes=\"50vw\""))
        #expect(rewrite("<img src=/bird.jpg width=320 sizes=9vw>").text.contains("sizes=\"9vw\""))
    }

    /// HTML, "sizes attribute": `auto` is for lazy pictures, and the `<img>` decides for its sources.
    @Test func aLazyPictureIsAsWideAsItsPlace() {
        let first = "<img src=/bird.jpg alt=x>"
        let lazy = rewrite(first + first).text
        #expect(lazy.split(separator: " sizes=\"auto, 50vw\">").count == 3)
        #expect(lazy.contains("<img src=\"/i/b.jpg\" sizes=\"auto\" width=\"1280\" height=\"853\" "))
        #expect(lazy.contains("contain-intrinsic-size:1280px 853px\""))
        let image = rewrite(first + first, as: .img).text
        #expect(image.contains(" sizes=\"50vw\" ") && image.contains(" sizes=\"auto, 50vw\" "))
        #expect(rewrite(image, as: .img).text == image)
        // Where its size is not known, it would be 300 pixels wide.
        for own in [
            "style='width: 50%'", "width='50%'", "sizes=9vw", "data-alcedo-sizes=9vw", "loading=eager",
        ] {
            let found = rewrite(first + "<img \(own) src=/bird.jpg alt=x>").text
            #expect(!found.contains("auto"), "\(own)")
        }
        #expect(!rewrite(first + "<img src=/face.png alt=x>").text.contains("auto"))
    }

    @Test func aPictureWithPriorityIsNotLazy() {
        let text = rewrite("<img src=/bird.jpg alt=x><img fetchpriority=High src=/bird.jpg alt=x>").text
        #expect(!text.contains("lazy"))
    }

    // MARK: Element

    @Test func anImageAloneKeepsTheTreeOfElements() {
        let found = rewrite(
            "<p><img  class=k src='/bird.jpg' alt=x style='' srcset='y 2x' data-z></p>", as: .img)
        #expect(
            found.text == "<p><img  class=k src=\"/i/b.jpg\" srcset=\"/i/a.jpg 640w, /i/b.jpg 1280w\" "
                + "sizes=\"50vw\" width=\"1280\" height=\"853\" alt=x style='' data-z></p>")
        #expect(found.page.replaced == 1)
    }

    @Test(arguments: [
        "<img src=/bird.jpg>", "<img src=/bird.jpg width=320 sizes=3vw>",
        "<img src=/face.png alt=x><img src=/bird.jpg/>",
        "<img sizes='auto, 9px' src=/bird.jpg loading=lazy>",
        "<img src=/bird.jpg><img src=/bird.jpg><img alt src='bird.jpg'>",
        "<img alt=ü srcset=x src=/bird.jpg>", "<img\nalt='x'\nsrc=/bird.jpg\n>", "<img src=/i/a.webp>",
    ]) func anImageAloneStaysWhatItIs(_ page: String) {
        let once = rewrite(page, as: .img)
        #expect(once.page.replaced > 0 && !once.text.contains("<picture>"))
        let twice = rewrite(once.text, as: .img)
        #expect(twice.text == once.text)
        #expect(twice.page.replaced == 0)
        #expect(twice.page.shown == once.page.shown && !once.page.shown.isEmpty)
    }

    @Test func anImageAloneHasDensitiesWithoutSizes() {
        let text = rewrite("<img src=/face.png alt=x>", as: .img).text
        #expect(text.contains("srcset=\"/i/1.png 1x, /i/2.png 1.5x\" width=\"400\""))
        #expect(!text.contains("sizes"))
    }

    @Test(arguments: PageRewriter.Element.allCases) func aPictureOfTheAuthorIsTheAuthors(
        _ element: PageRewriter.Element
    ) {
        let page = "<picture><source srcset='/bird.jpg 2x'><img src=/bird.jpg></picture>"
        let found = rewrite(page, as: element)
        #expect(found.text == page)
        #expect(found.page.shown == ["bird.jpg"])
    }

    @Test func sizesThatAreAutomaticStandOnce() {
        let text = rewrite("<img sizes='auto, 50vw' loading=lazy src=/bird.jpg>", as: .img).text
        #expect(text.split(separator: "sizes=").count == 2 && text.contains("sizes='auto, 50vw'"))
    }

    // MARK: Variant

    @Test func anImageWithoutTheVariantShowsItsOnlyOne() {
        let found = rewrite("<img src=/face.png alt=x><img src=/bird.jpg alt=x>", variant: "hero")
        #expect(found.page.replaced == 2 && found.page.notices.isEmpty)
        #expect(found.text.contains("/i/1.png 1x"))
        #expect(rewrite("<img src=/bird.jpg alt=x>", variant: "avatar").text.contains("/i/b.webp 1280w"))
    }

    // MARK: Bytes

    @Test func aCopyIsKnownByItsBytes() {
        let files = KnownFiles(["posts/a/cover.1a2b.jpg": (1000, "sha256-bird")])
        let page = "<img src='cover.1a2b.jpg' alt=x>"
        let found = rewrite(page, at: "posts/a/index.html", files: files)
        #expect(found.page.replaced == 1 && found.page.shown == ["bird.jpg"])
        #expect(rewrite(page, at: "posts/b/index.html", files: files).page.replaced == 0)
        #expect(rewrite(page, at: "posts/a/index.html").page.replaced == 0)
    }

    @Test func aFileWithTheNameOfAnotherImageIsWhatItsBytesAre() {
        let found = rewrite(
            "<img src=/bird.jpg alt=x>", files: KnownFiles(["bird.jpg": (2000, "sha256-face")]))
        #expect(found.page.shown == ["face.png"] && found.page.notices.isEmpty)
    }

    @Test func onlyFilesOfASourcesSizeAreRead() {
        let files = KnownFiles(["logo.png": (999, nil)], mayBeRead: false)
        #expect(rewrite("<img src=/logo.png><img src=/gone.png>", files: files).page.replaced == 0)
    }

    // MARK: References

    @Test func whatAPageNamesIsKnown() {
        let page = """
            <a href="/i/b.jpg">big</a><a href="/x/?q"></a><style>p { background: url( '/i/1.png' ) }</style>
            <video poster=/p.jpg></video><img srcset="/q.jpg 1x,/r,s.jpg 2x" src="https://example.net/t.jpg">
            """
        let found = rewrite(page).page
        #expect(found.shown == ["bird.jpg", "face.png"])
        let pictures = found.references.filter { $0.kind == .picture }.map(\.path)
        #expect(pictures == ["i/b.jpg", "i/1.png", "p.jpg", "q.jpg", "r,s.jpg"])
        #expect(found.references.filter { $0.kind == .picture }.map(\.line) == [1, 1, 2, 2, 2])
    }

    @Test func whatIsPutInIsKnown() {
        let new = rewrite("<img src=/bird.jpg width=9>").page.references.filter { $0.kind == .new }
        #expect(Set(new.map(\.path)) == ["i/a.webp", "i/b.webp", "i/a.jpg", "i/b.jpg"])
    }

    @Test func whatLiesBesideTheSiteHasNoPathInIt() {
        let rewriter = PageRewriter(index: index, site: "https://me.org/blog")
        let page = rewriter.rewrite(
            Array("<img src=/blog/bird.jpg><img src=https://me.org/x.jpg><img src=/y.jpg>".utf8),
            at: "index.html")
        let beside = Set(page.references.filter { $0.path == nil }.map(\.hostPath))
        #expect(beside == ["i/a.webp", "i/b.webp", "i/a.jpg", "i/b.jpg", "y.jpg"])
    }

    // MARK: Videos

    private func withVideo(_ page: [UInt8], files: (any SiteFiles)? = nil) -> [UInt8] {
        var moving = RenderedEntry.hero
        moving.video = [
            ImageIndex.Video(
                bytes: 9, digest: "sha256-v", duration: 1, file: "v.mp4", height: 2, type: "video/mp4",
                url: "/i/v.mp4", width: 4)
        ]
        var bird = RenderedEntry.entry
        bird.variants = ["hero": moving]
        var other = RenderedEntry.entry
        other.variants = ["hero": RenderedEntry.hero]
        let index = ImageIndex(
            baseURL: "/i", generator: "test",
            images: ["bird.gif": bird, "heron.mp4": bird, "pic.jpg": other],
            order: ["bird.gif", "heron.mp4", "pic.jpg"])
        return PageRewriter(index: index, variant: nil, element: .picture, files: files).rewrite(
            page, at: "index.html"
        ).bytes
    }

    /// What a page says in another encoding, or with names of characters, stays what it is in a `<video>`.
    @Test func aVideoKeepsTheBytesOfAttributes() {
        let latin =
            Array("<meta charset=latin1><img src=/bird.gif alt=\"Caf".utf8) + [0xE9]
            + Array("\" title='".utf8)
            + [0xE9] + Array("'>".utf8)
        let bytes = withVideo(latin)
        func has(_ text: [UInt8]) -> Bool { bytes.indices.contains { bytes[$0...].starts(with: text) } }
        #expect(has(Array("aria-label=\"Caf".utf8) + [0xE9, 0x22]))
        #expect(has(Array("title='".utf8) + [0xE9, 0x27]))
        let text = String(
            decoding: withVideo(
                Array("<img src=/bird.gif alt='1 &rarr; 2' title=\"x &hearts; y\" class=a>".utf8)),
            as: UTF8.self)
        #expect(text.hasPrefix("<video title=\"x &hearts; y\" class=a aria-label='1 &rarr; 2' width="))
    }

    /// What plays a video cannot play its poster.
    @Test(arguments: [
        (
            "<video><source data-src=/heron.mp4 type=video/webm>",
            "<video><source data-src=V type=\"video/mp4\">"
        ),
        ("<video data-src=/heron.mp4>", "<video data-src=V>"), ("<a data-src=/heron.mp4>", "<a data-src=V>"),
        ("<embed src=/heron.mp4 type=video/mp4>", "<embed src=V type=video/mp4>"),
        ("<object data=/heron.mp4>", "<object data=V>"),
        ("<button type=button data-src=/heron.mp4>", "<button type=button data-src=V>"),
        ("<img src=/x.png data-src=/heron.mp4>", "<img src=/x.png data-src=\"/i/b.jpg\">"),
    ])
    func whatPlaysVideosLeadsToThem(page: String, expected: String) {
        let found = withVideo(Array(page.utf8), files: KnownFiles([:]))
        #expect(
            String(decoding: found, as: UTF8.self) == expected.replacing("V", with: "\"/i/v.mp4\""))
    }

    /// A script would put the address back, which leads to no file.
    @Test func aVideoHasNoDataSrc() {
        let once = withVideo(Array("<img src=/bird.gif data-src=/bird.gif alt=x>".utf8))
        #expect(!String(decoding: once, as: UTF8.self).contains("data-src"))
        #expect(withVideo(once) == once)
    }
}
