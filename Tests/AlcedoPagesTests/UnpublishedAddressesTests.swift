import Testing

@testable import AlcedoIndex
@testable import AlcedoMarkup
@testable import AlcedoPages

/// Addresses of originals that are not published, where only a script or another program reads them.
@Suite struct UnpublishedAddressesTests {
    private func rewriter(
        site: String? = "https://example.org", files: [String: (bytes: Int, digest: String?)] = [:],
        rules: [PageRewriter.Rule] = []
    ) -> PageRewriter {
        var bird = RenderedEntry.entry
        bird.source.path = "photos/bird.jpg"
        var fox = RenderedEntry.entry
        fox.source.path = "photos/f\u{fc}chs.jpg"
        var clip = RenderedEntry.entry
        clip.source.path = "clip.mp4"
        bird.variants = ["hero": RenderedEntry.hero, "link": RenderedEntry.retina]
        let names = ["bird.jpg", "a (1).jpg", "fox.jpg", "clip"]
        let index = ImageIndex(
            baseURL: "/i", generator: "test",
            images: [
                "bird.jpg": bird, "a (1).jpg": RenderedEntry.entry, "fox.jpg": fox, "clip": clip,
            ], order: names)
        return PageRewriter(
            index: index, site: site, variant: "hero", files: KnownFiles(files), rules: rules)
    }

    private func found(_ page: PageRewriter.Page) -> [String] {
        page.references.filter { $0.fault != nil }.map(\.address)
    }

    @Test(arguments: [
        ("<enclosure url=\"https://example.org/bird.jpg\" length=\"1\"/>", ["https://example.org/bird.jpg"]),
        (
            "<d>&lt;img src=&quot;/bird.jpg&quot;&gt; &lt;img src=/bird.jpg?x&gt;</d>",
            ["/bird.jpg", "/bird.jpg"]
        ),
        ("<image:loc>https://example.org/a%20(1).jpg</image:loc>", ["https://example.org/a%20(1).jpg"]),
        (#"{"image":"https:\/\/example.org\/bird.jpg"}"#, ["https://example.org/bird.jpg"]),
        (#"{"content_html":"\u003cimg src=\"/bird.jpg\"\u003e"}"#, ["/bird.jpg"]),
        (#"{"icons":[{"src":"./bird.jpg"},{"src":"photos/bird.jpg"}]}"#, ["./bird.jpg", "photos/bird.jpg"]),
        ("a { b: url(/bird.jpg) } ![x](/photos/bird.jpg)", ["/bird.jpg", "/photos/bird.jpg"]),
        // A comment is for nobody, and what follows it is not part of it.
        ("<a><!-- /bird.jpg --><b>/bird.jpg</b><!-- /bird.jpg", ["/bird.jpg"]),
        (
            #"{"a": "/a (1).jpg", "b": '/a (1).jpg', "c": "/a (1).jpg"}"#,
            ["/a (1).jpg", "/a (1).jpg", "/a (1).jpg"]
        ),
        ("a = \"/i/\u{fc} x.jpg\" + '/photos/f\u{fc}chs.jpg'", ["/photos/f\u{fc}chs.jpg"]),
        ("\"it is\n/a (1).jpg\" /a (1).jpg", []),
        // Addresses of files, of other sites, of other pictures, and what is no address.
        ("/i/a.jpg https://example.com/bird.jpg /bird.png /bird.jpg.txt bird.jpg See bird.jpg.", []),
        ("//example.org/bird.jpgx x/bird.jpg /x/bird.jpg javascript:/bird.jpg", []),
    ])
    func textsAreRead(text: String, addresses: [String]) {
        let page = rewriter().read(text: Array(text.utf8), at: "feed.xml")
        #expect(found(page) == addresses)
        #expect(page.references.count == addresses.count && page.shown == [])
        let there: [String: (bytes: Int, digest: String?)] = [
            "bird.jpg": (1, nil), "photos/bird.jpg": (1, nil), "a (1).jpg": (1, nil),
            "photos/f\u{fc}chs.jpg": (1, nil),
        ]
        #expect(rewriter(files: there).read(text: Array(text.utf8), at: "feed.xml").references == [])
    }

    @Test func theLineIsThatOfTheAddress() {
        let text = "{\n  \"a\": 1,\n  \"b\": \"/bird.jpg\" }"
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        for bytes in [Array(text.utf8), wide] {
            let page = rewriter().read(text: bytes, at: "a.json")
            #expect(page.references.map(\.line) == [3] && page.references.map(\.column) == [9])
        }
    }

    /// Relative addresses are those of the text's folder, and then of the root.
    @Test func aFileBesideTheTextIsMeant() {
        let text = Array("\"photos/bird.jpg\"".utf8)
        #expect(found(rewriter().read(text: text, at: "x/a.json")) == ["photos/bird.jpg"])
        let there = rewriter(files: ["x/photos/bird.jpg": (1, nil)])
        #expect(found(there.read(text: text, at: "x/a.json")) == [])
    }

    @Test(arguments: [
        ("<script type=application/ld+json>{\"image\":\"/bird.jpg\"}</script>", ["/bird.jpg"]),
        (
            "<script>a = '/bird.jpg'; <!-- <script>'/bird.jpg'</script> --></script>",
            ["/bird.jpg", "/bird.jpg"]
        ),
        ("<script data-alcedo=off>'/bird.jpg'</script>", []),
        ("<a onclick=\"show('/bird.jpg')\">", ["/bird.jpg"]),
        ("<iframe srcdoc=\"<img src='/bird.jpg'>\"></iframe>", ["/bird.jpg"]),
        ("<p data-list='[\"/bird.jpg\", \"/i/a.jpg\"]'>", ["/bird.jpg"]),
        ("<p data-list='[\"/bird.jpg\"]' data-alcedo=off>", []),
        ("<link rel=prefetch href=/bird.jpg><meta name=x content=/bird.jpg>", ["/bird.jpg", "/bird.jpg"]),
        ("<iframe src=/bird.jpg></iframe><frame src=bird.jpg>", ["/bird.jpg", "bird.jpg"]),
        (
            "<svg><feImage href=/bird.jpg /><feImage xlink:href=/bird.jpg /></svg>",
            ["/bird.jpg", "/bird.jpg"]
        ),
        ("<amp-img src=/bird.jpg srcset='/bird.jpg 2x'></amp-img>", ["/bird.jpg", "/bird.jpg"]),
        ("<my-zoom picture=/bird.jpg caption='/bird.jpg here'>", ["/bird.jpg", "/bird.jpg"]),
        (
            "<p longdesc=/bird.jpg><q cite=/bird.jpg>",
            ["/bird.jpg", "/bird.jpg"]
        ),
        ("<meta http-equiv=refresh content='0; url=/bird.jpg'>", ["/bird.jpg"]),
        ("<param name=movie value=/bird.jpg><option value=/bird.jpg>", ["/bird.jpg", "/bird.jpg"]),
        (
            "<a href=\"javascript:show('/bird.jpg')\"><a href=\"data:text/html,<img src=/bird.jpg>\">",
            ["/bird.jpg", "/bird.jpg"]
        ),
        ("<meta name=page content='{\"picture\":\"/bird.jpg\"}'>", ["/bird.jpg"]),
        ("<div x-data=\"{img:'/bird.jpg'}\" @click=\"x='/bird.jpg'\">", ["/bird.jpg", "/bird.jpg"]),
        ("<svg><rect fill='url(/bird.jpg#p)'/><set to=/bird.jpg /></svg>", ["/bird.jpg", "/bird.jpg"]),
        ("<image src=/bird.jpg>", ["/bird.jpg"]),
        ("<div itemprop=image content=/bird.jpg><track src=/bird.jpg>", ["/bird.jpg", "/bird.jpg"]),
        ("<meta property=og:video content=https://example.org/clip.mp4>", ["https://example.org/clip.mp4"]),
        ("<my-zoom picture=/bird.jpg data-alcedo=off>", []),
        (
            "<meta name=description content='See /bird.jpg'><p title=/bird.jpg aria-label=/bird.jpg class=a/bird.jpg>",
            []
        ),
    ])
    func pagesNameWhatTheirScriptsRead(text: String, addresses: [String]) {
        let page = rewriter().rewrite(Array(text.utf8), at: "index.html")
        #expect(found(page) == addresses && page.bytes == Array(text.utf8))
    }

    // MARK: Lightboxes

    @Test(arguments: [
        ("<a data-full=/bird.jpg>", "<a data-full=\"/i/2.png\">"),
        (
            "<a data-large=bird.jpg data-caption=bird.jpg>",
            "<a data-large=\"/i/2.png\" data-caption=bird.jpg>"
        ),
        (
            "<p data-x='photos/bird.jpg' data-y='/gone/bird.jpg'>",
            "<p data-x=\"/i/2.png\" data-y='/gone/bird.jpg'>"
        ),
        ("<p data-pswp-srcset='/bird.jpg 500w'>", "<p data-pswp-srcset=\"/i/a.jpg 640w\">"),
        // 600 pixels are the widest file of 'link', of which the sizes are.
        (
            "<a href=/bird.jpg data-pswp-width=1500 data-pswp-height=1000>",
            "<a href=\"/i/2.png\" data-pswp-width=\"600\" data-pswp-height=\"450\">"
        ),
        (
            "<a href=/x data-pswp-src=/bird.jpg data-pswp-width=1500 data-pswp-height=1000>",
            "<a href=/x data-pswp-src=\"/i/2.png\" data-pswp-width=\"600\" data-pswp-height=\"450\">"
        ),
        ("<a data-full=/bird.jpg data-alcedo=off>", "<a data-full=/bird.jpg data-alcedo=off>"),
        (
            "<meta name=thumbnail content=/bird.jpg>",
            "<meta name=thumbnail content=\"https://example.org/i/b.jpg\">"
        ),
    ])
    func aScriptsPictureHasAFile(text: String, expected: String) {
        let page = rewriter().rewrite(Array(text.utf8), at: "index.html")
        #expect(String(decoding: page.bytes, as: UTF8.self) == expected)
        let again = rewriter().rewrite(page.bytes, at: "index.html")
        #expect(again.bytes == page.bytes && again.mended == 0)
        let there = rewriter(files: ["bird.jpg": (1, nil), "photos/bird.jpg": (1, nil)])
        #expect(there.rewrite(Array(text.utf8), at: "index.html").bytes == Array(text.utf8))
    }

    /// What an `<img>` shows is small, and the zoom of it is not.
    @Test func aRuleForTheImageIsNotForTheZoom() {
        let text = "<img src=/bird.jpg data-alcedo=hero data-zoom-image=/bird.jpg alt=x>"
        let page = String(
            decoding: rewriter().rewrite(Array(text.utf8), at: "index.html").bytes, as: UTF8.self)
        #expect(page.contains("data-zoom-image=\"/i/2.png\"") && page.contains("src=\"/i/b.jpg\""))
        let published = rewriter(files: ["bird.jpg": (1, "")])
        #expect(
            String(decoding: published.rewrite(Array(text.utf8), at: "index.html").bytes, as: UTF8.self)
                .contains("data-zoom-image=/bird.jpg"))
    }

    // MARK: Time in proportion

    /// The `<img>` of a `<picture>` is looked for once, however many sources need it.
    @Test(arguments: [
        "<source srcset=/bird.jpg>", "<source srcset=/bird.jpg><script>1</script>",
        "<noscript><source srcset=/bird.jpg></noscript>", "<template><source srcset=/bird.jpg>",
        "<picture><source srcset=/bird.jpg>", "<picture><source srcset=/bird.jpg></picture>",
        "<source srcset=/bird.jpg><img src=/bird.jpg alt=x>",
    ])
    func tagsAreReadAheadOnce(part: String) {
        for end in ["<img src=/bird.jpg alt=x></picture>", ""] {
            for count in [1, 10, 200] {
                let page = "<picture>" + String(repeating: part, count: count) + end
                var scan = PageScan(rewriter(), Array(page.utf8), at: "index.html")
                scan.readPage()
                let tags = HTMLTags(Array(page.utf8)).reduce(0) { count, _ in count + 1 }
                #expect(scan.tagsAhead <= tags && scan.tagsAhead > 0, "\(part), \(count)")
            }
        }
    }

    /// Of attributes with the same name only the first counts.
    @Test func onlyTheFirstTypeOfAnIconIsCorrected() {
        let text = "<link rel=icon href=/bird.jpg type=image/x type=image/x sizes=1x1 sizes=1x1>"
        let page = rewriter().rewrite(Array(text.utf8), at: "index.html")
        #expect(page.mended == 3)
        #expect(
            String(decoding: page.bytes, as: UTF8.self).hasSuffix(
                " type=\"image/png\" type=image/x sizes=\"400x300\" sizes=1x1>"))
    }

    @Test func allAddressesOfAStyleAreReplaced() {
        let text = "<p style='a: url(/bird.jpg), url(/x.png), url(\"/bird.jpg\"); b: url(/bird.jpg)'>"
        let page = rewriter().rewrite(Array(text.utf8), at: "index.html")
        #expect(
            String(decoding: page.bytes, as: UTF8.self)
                == "<p style=\"a: url(/i/b.jpg), url(/x.png), url(&quot;/i/b.jpg&quot;); b: url(/i/b.jpg)\">")
    }
}
