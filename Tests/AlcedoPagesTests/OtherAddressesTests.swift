import Testing

@testable import AlcedoIndex
@testable import AlcedoPages

/// Addresses of pictures outside of `<img>`, which lead to no file of the site.
@Suite struct OtherAddressesTests {
    private func index(base: String = "/i", _ change: (inout ImageIndex.Entry) -> Void = { _ in })
        -> ImageIndex
    {
        var bird = RenderedEntry.entry
        bird.source.path = "photos/bird.jpg"
        bird.variants = ["hero": RenderedEntry.hero, "small": RenderedEntry.retina]
        change(&bird)
        return ImageIndex(baseURL: base, generator: "test", images: ["bird.jpg": bird], order: ["bird.jpg"])
    }

    /// With addresses relative to the root of the site.
    private var relative: ImageIndex {
        index(base: "./i") { $0 = $0.mapAddresses { url, _ in url.hasPrefix("/i/") ? "." + url : url } }
    }

    private func rewrite(
        _ text: String, _ index: ImageIndex? = nil, at path: String = "index.html", site: String? = nil,
        variant: String? = nil, element: PageRewriter.Element = .picture,
        files: [String: (bytes: Int, digest: String?)] = [:]
    ) -> (text: String, page: PageRewriter.Page) {
        let page = PageRewriter(
            index: index ?? self.index(), site: site, variant: variant, element: element,
            files: KnownFiles(files)
        ).rewrite(Array(text.utf8), at: path)
        return (String(decoding: page.bytes, as: UTF8.self), page)
    }

    private func becomes(_ text: String, _ expected: String, variant: String? = nil) {
        let found = rewrite(text, variant: variant)
        #expect(found.text == expected)
        #expect(found.page.mended == 1 && found.page.replaced == 0 && found.page.shown == ["bird.jpg"])
        #expect(found.page.references.contains { $0.kind == .new })
        let again = rewrite(found.text, variant: variant)
        #expect(again.text == found.text && again.page.mended == 0)
    }

    @Test func linksLeadToTheLargestPicture() {
        becomes("<a  class=k HREF=/bird.jpg>x</a>", "<a  class=k HREF=\"/i/b.jpg\">x</a>")
        becomes("<a href='/photos/bird.jpg?x'>", "<a href=\"/i/b.jpg\">", variant: "small")
        becomes("<area href=bird.jpg>", "<area href=\"/i/b.jpg\">")
    }

    @Test func namesOfCharactersAreResolved() {
        becomes("<video poster='/b&#105;rd&period;jpg'></video>", "<video poster=\"/i/b.jpg\"></video>")
        becomes("<a href=/bird&period;jpg?a=1&amp;b=2>", "<a href=\"/i/b.jpg\">")
        var bird = index().images["bird.jpg"] ?? RenderedEntry.entry
        bird.source.path = nil
        let named = ImageIndex(
            baseURL: "/i", generator: "test", images: ["fl\u{FC}sse & b\u{E4}che \u{10D}.jpg": bird],
            order: ["fl\u{FC}sse & b\u{E4}che \u{10D}.jpg"])
        let written = "/fl&uuml;sse &amp; b&auml;che &ccaron;.jpg"
        #expect(rewrite("<img src='\(written)' alt=x>", named, variant: "hero").page.replaced == 1)
        #expect(
            rewrite("<a href='\(written)'>", named).text == "<a href=\"/i/b.jpg\">")
        // Numbers of Windows-1252 are what browsers show for them.
        let quoted = ImageIndex(
            baseURL: "/i", generator: "test", images: ["bird\u{2019}s.jpg": bird],
            order: ["bird\u{2019}s.jpg"])
        #expect(rewrite("<a href='/bird&#146;s.jpg'>", quoted).text == "<a href=\"/i/b.jpg\">")
        // Unknown names stay, and so does their element.
        #expect(rewrite("<a href='/bird.jpg?&xyzzy;'>").text == "<a href='/bird.jpg?&xyzzy;'>")
    }

    // MARK: The picture that matters

    @Test func aPageAsksForAPreload() {
        let page =
            "<!doctype html><head><title>A</title></head><body><p>x<img src=/bird.jpg data-alcedo-priority>"
        let made = rewrite(page, variant: "hero")
        #expect(
            made.text.hasPrefix(
                "<!doctype html><head><title>A</title><link rel=\"preload\" as=\"image\" imagesrcset=\"/i/a.webp 640w, "
            ))
        #expect(
            made.text.contains("imagesizes=\"50vw\" type=\"image/webp\" fetchpriority=\"high\">\n</head>"))
        #expect(made.text.contains("data-alcedo-priority>") && made.text.contains("fetchpriority=\"high\" "))
        #expect(made.page.references.contains { $0.kind == .new && $0.address.hasSuffix(".webp") })
        for element in PageRewriter.Element.allCases {
            let once = rewrite(page, variant: "hero", element: element).text
            #expect(once.split(separator: "rel=\"preload\"").count == 2)
            #expect(rewrite(once, variant: "hero", element: element).text == once)
        }
        // Not lazy, wherever it is, and not twice.
        let late = rewrite(
            "<head></head><img src=/x.png><img src=/bird.jpg><img src=/bird.jpg data-alcedo-priority><img src=/bird.jpg data-alcedo-priority>",
            variant: "hero"
        ).text
        #expect(late.split(separator: "rel=\"preload\"").count == 2 && !late.contains("loading="))
        let own =
            "<head><link rel=preload as=image href=/bird.jpg></head><img src=/bird.jpg data-alcedo-priority>"
        #expect(rewrite(own, variant: "hero").text.split(separator: "preload").count == 2)
    }

    /// HTML, "optional tags": the head ends before the first element that cannot be in it.
    @Test(arguments: [
        "<title>A</title>|<p><img src=/bird.jpg data-alcedo-priority>",
        "<html><head><noscript><img src=/x.gif></noscript>|</head><img src=/bird.jpg data-alcedo-priority>",
        "<meta charset=utf-8><style>p{}</style>|<body class=k><img src=/bird.jpg data-alcedo-priority>",
    ])
    func aPreloadIsAtTheEndOfTheHead(_ marked: String) {
        let parts = marked.split(separator: "|").map(String.init)
        let text = rewrite(parts.joined(), variant: "hero").text
        #expect(text.hasPrefix(parts[0] + "<link rel=\"preload\""), "\(text)")
    }

    /// What browsers do not show at first is not the first picture.
    @Test(arguments: [
        "<template><img src=/bird.jpg></template>", "<noscript><img src=/bird.jpg></noscript>",
        "<template><template></template><img src=/bird.jpg></template>",
    ])
    func aPictureThatIsNotVisibleIsNotTheFirst(_ aside: String) {
        let text = rewrite(
            aside + "<img src=/bird.jpg alt=shown><img src=/bird.jpg alt=later>", variant: "hero"
        ).text
        let lazy = text.split(separator: "<img ").dropFirst().map { $0.contains("loading=\"lazy\"") }
        #expect(lazy == [true, false, true])
    }

    // MARK: Checks of every address

    private func unknown(_ text: String, files: [String: (bytes: Int, digest: String?)] = [:]) -> [String] {
        var rewriter = PageRewriter(
            index: index(), site: "https://a.example/b", variant: "hero", files: KnownFiles(files))
        rewriter.checksReferences = true
        return rewriter.rewrite(Array(text.utf8), at: "index.html").notices.filter(\.isForeign).map(\.address)
    }

    @Test(arguments: [
        ("<img data-src=/b/x.jpg data-srcset='/b/y.jpg 1x, z.webp 2x'>", ["/b/x.jpg", "/b/y.jpg", "z.webp"]),
        (
            "<picture><source srcset='x.avif 1x'><img src=y.jpg srcset='z.jpg 2x'></picture>",
            ["x.avif", "y.jpg", "z.jpg"]
        ),
        ("<video poster=x.jpg>", ["x.jpg"]), ("<body background=x.gif>", ["x.gif"]),
        ("<a href=x.jpg>", ["x.jpg"]), ("<link rel=icon href=x.ico>", ["x.ico"]),
        ("<meta property=og:image content=https://a.example/b/x.jpg>", ["https://a.example/b/x.jpg"]),
        ("<p style='background:url(x.png)'>", ["x.png"]),
        ("<style>p{background:url(x.png)}</style>", ["x.png"]),
        ("<link rel=preload as=image href=x.png>", ["x.png"]),
        ("<object data=x.svg></object><embed src=y.png>", ["x.svg", "y.png"]),
        // Parts of drawings.
        (
            "<p style='fill:url(x.svg#a)'><svg><use href=y.svg#b /><use xlink:href=z.svg /></svg>",
            ["x.svg#a", "y.svg#b", "z.svg"]
        ),
        // Not of the site, not pictures, or the page says so.
        ("<meta property=og:image content=https://b.example/x.jpg><video poster=//c.example/x.jpg>", []),
        ("<style>@font-face{src:url(x.woff2)}</style><iframe data-src=x.html></iframe><a href=x.html>", []),
        ("<video data-alcedo=off poster=x.jpg><img data-src=data:image/png;base64,AA>", []),
        ("<picture data-alcedo=off><source srcset=x.avif><img src=y.jpg></picture>", []),
        ("<a href=bird.jpg><video poster=bird.jpg><a href=bird.jpg#x><svg><use href=#x.svg /></svg>", []),
        ("<use data-alcedo=off href=x.svg#a><object data=x.pdf></object><embed src=x.html>", []),
    ])
    func everyUnknownAddressIsNoted(_ text: String, _ addresses: [String]) {
        #expect(unknown(text) == addresses)
        #expect(rewrite(text).page.notices.allSatisfy { !$0.isReference })
    }

    @Test func aLinkMayLeadToAnyFileOfTheSite() {
        #expect(unknown("<a href=x.jpg><link rel=icon href=x.jpg>", files: ["x.jpg": (1, nil)]) == [])
        #expect(unknown("<video poster=x.jpg>", files: ["x.jpg": (1, nil)]) == ["x.jpg"])
        #expect(unknown("<use href=x.svg#a><p style='fill:url(x.svg#b)'>", files: ["x.svg": (1, nil)]) == [])
    }

    /// No other file has the parts of a drawing.
    @Test func aPartOfADrawingNeedsItsFile() {
        let drawing = index { $0.source.format = "svg" }
        let page =
            "<use href=/bird.jpg#a><a href=/photos/bird.jpg#b><p style='fill:url(bird.jpg#c)'><link rel=mask-icon href=/bird.jpg>"
        func faults(_ files: [String: (bytes: Int, digest: String?)]) -> [PageRewriter.Reference] {
            let rewriter = PageRewriter(index: drawing, variant: "hero", files: KnownFiles(files))
            let made = rewriter.rewrite(Array(page.utf8), at: "index.html")
            #expect(made.bytes == Array(page.utf8))
            return made.references.filter { $0.fault != nil }
        }
        #expect(
            faults([:]).map(\.address) == ["/bird.jpg#a", "/photos/bird.jpg#b", "bird.jpg#c", "/bird.jpg"])
        #expect(
            faults([:]).first?.fault?.hasPrefix(
                "'/bird.jpg#a' leads to bird.jpg itself, which is not published; put the file") == true)
        #expect(faults(["bird.jpg": (1, ""), "photos/bird.jpg": (1, "")]) == [])
    }

    /// Addresses that are listed if they have no file.
    @Test(arguments: [
        ("<a href=/x.jpg><area href=y.png#z><a href=p.html><a href=x.pdf>", ["/x.jpg", "y.png#z"]),
        ("<svg><image href=x.jpg /><use href=y.svg#z /></svg>", ["x.jpg", "y.svg#z"]),
        (
            "<link rel=icon href=x.ico><link rel=mask-icon href=y.svg><link rel=stylesheet href=x.css>",
            ["x.ico", "y.svg"]
        ),
        ("<object data=x.svg></object><embed src=y.gif><embed src=y.swf>", ["x.svg", "y.gif"]),
        ("<meta property=og:image content=/x.jpg><meta name=description content=/y.jpg>", ["/x.jpg"]),
        ("<img data-src=x.jpg data-srcset='y.jpg 2x'><body background=z.gif>", ["x.jpg", "y.jpg", "z.gif"]),
        ("<style>a { b: url(x.svg#y) } @font-face { src: url(x.woff) }</style>", ["x.svg#y"]),
    ])
    func addressesOfPicturesAreNoted(_ text: String, _ addresses: [String]) {
        #expect(rewrite(text).page.references.filter { $0.kind == .picture }.map(\.address) == addresses)
    }

    // MARK: Mistakes in attributes

    @Test(arguments: [
        (
            "data-alcedo-prority",
            "'data-alcedo-prority' is no attribute of Alcedo; did you mean 'data-alcedo-priority'?"
        ),
        (
            "data-alcedo-size=1px",
            "'data-alcedo-size' is no attribute of Alcedo; did you mean 'data-alcedo-sizes'?"
        ),
        ("data-alcdo=off", "'data-alcdo' is no attribute of Alcedo; did you mean 'data-alcedo'?"),
        (
            "DATA-ALCEOD-SIZES=1px",
            "'data-alceod-sizes' is no attribute of Alcedo; did you mean 'data-alcedo-sizes'?"
        ),
        (
            "data-alcedo-photograph",
            "'data-alcedo-photograph' is no attribute of Alcedo; there are data-alcedo, data-alcedo-sizes, data-alcedo-priority"
        ),
        ("data-alcedo-sizes=50v", "'data-alcedo-sizes' has '50v', which is no length; did you mean '50vw'?"),
        ("data-alcedo-sizes", "'data-alcedo-sizes' is empty; write a width, such as 50vw"),
    ])
    func anAttributeWithoutEffectIsAMistake(_ attribute: String, _ message: String) {
        for element in ["img src=/x.png alt=x", "picture", "source srcset=/x.png"] {
            let notices = rewrite("<p><\(element) \(attribute)>").page.notices.filter(\.isMistake)
            #expect(notices.map(\.message) == [message])
            #expect(notices.map(\.column) == [4])
        }
    }

    @Test func attributesOfOthersAreNone() {
        let page =
            "<p data-albedo=1 data-alce=2 data-load data-aload data-alt data-alcove data-alpaca=3>"
        #expect(
            rewrite(page + "<img src=/bird.jpg data-alcedo-sizes='(hover) 3px, 50vw' alt=x>", variant: "hero")
                .page.notices == [])
    }

    // MARK: Choices

    @Test func aPictureChoosesForItsParts() {
        let text = "<picture data-alcedo=small><source srcset=/bird.jpg><img src=/bird.jpg alt=x></picture>"
        let made = rewrite(text, variant: "hero").text
        #expect(
            made.contains("srcset=\"/i/1.png 1x, /i/2.png 1.5x\"") && made.contains("src=\"/i/2.png\""),
            "\(made)")
        #expect(rewrite(made, variant: "hero").text == made)
        let off = text.replacing("=small", with: "=off")
        #expect(rewrite(off, variant: "hero").text == off)
    }

    @Test(arguments: ["picture", "figure", "div", "style", "a", "link"])
    func aWrongNameIsAMistakeWhereverItIs(_ element: String) {
        let notices = rewrite("<p>\n <\(element) data-alcedo=smal><img src=/bird.jpg alt=x>").page.notices
        #expect(notices.filter(\.isMistake).map(\.line) == [2])
        #expect(notices.first { $0.isMistake }?.message.hasSuffix("did you mean 'small'?") == true)
    }

    @Test func linksLeadToTheVariantForThem() {
        let linked = index { $0.variants["link"] = RenderedEntry.retina }
        #expect(rewrite("<a href=/bird.jpg>", linked).text == "<a href=\"/i/2.png\">")
        #expect(
            rewrite("<a data-alcedo=hero href=/bird.jpg>", linked).text
                == "<a data-alcedo=hero href=\"/i/b.jpg\">")
    }

    @Test func everyElementThatShowsAPictureIsMended() {
        becomes("<video poster=/bird.jpg></video>", "<video poster=\"/i/b.jpg\"></video>")
        becomes("<video poster=/bird.jpg></video>", "<video poster=\"/i/2.png\"></video>", variant: "small")
        becomes("<input type=IMAGE src=/bird.jpg>", "<input type=IMAGE src=\"/i/b.jpg\">")
        becomes("<svg><image xlink:href=/bird.jpg /></svg>", "<svg><image xlink:href=\"/i/b.jpg\" /></svg>")
        becomes("<object data=/bird.jpg></object>", "<object data=\"/i/b.jpg\"></object>")
        becomes("<embed src=/bird.jpg>", "<embed src=\"/i/b.jpg\">")
        becomes("<a href=/bird.jpg#x>", "<a href=\"/i/b.jpg#x\">")
        becomes("<p style='fill:url(/bird.jpg#x)'>", "<p style=\"fill:url(/i/b.jpg#x)\">")
        becomes("<body background=/bird.jpg>", "<body background=\"/i/b.jpg\">")
        becomes("<img data-src=/bird.jpg class=lazy>", "<img data-src=\"/i/b.jpg\" class=lazy>")
        becomes("<link rel='image_src' href=/bird.jpg>", "<link rel='image_src' href=\"/i/b.jpg\">")
    }

    /// Each attribute is changed once, whatever names a picture in it or in another one.
    @Test(arguments: [
        (
            "<object data=flyer.pdf type=application/pdf style='background:url(/bird.jpg)'>",
            "<object data=flyer.pdf type=application/pdf style=\"background:url(/i/b.jpg)\">"
        ),
        (
            "<object data=/bird.jpg data-src=/bird.jpg type=image/gif>",
            "<object data=\"/i/b.jpg\" data-src=\"/i/b.jpg\" type=\"image/jpeg\">"
        ),
        ("<link rel='icon image_src' href=/bird.jpg>", "<link rel='icon image_src' href=\"/i/b.jpg\">"),
        (
            "<source srcset='/bird.jpg#x 1x, /bird.jpg 2x' type=image/avif>",
            "<source srcset=\"/i/b.jpg#x 1x, /i/b.jpg 2x\" type=\"image/jpeg\">"
        ),
    ])
    func anAttributeChangesOnce(_ tag: String, _ expected: String) {
        let text = rewrite(tag).text
        #expect(text == expected)
        #expect(rewrite(text).text == text)
    }

    @Test func embeddedPicturesHaveTheTypeOfTheirFiles() {
        #expect(
            rewrite("<object type=image/gif data=/bird.jpg>").text
                == "<object type=\"image/jpeg\" data=\"/i/b.jpg\">")
        #expect(
            rewrite("<embed src=/bird.jpg type=image/jpeg>").text
                == "<embed src=\"/i/b.jpg\" type=image/jpeg>")
        #expect(rewrite("<object type=text/html data=/bird.html>").page.mended == 0)
    }

    /// Hosts show it at every address that leads nowhere.
    @Test(
        arguments: [("404.html", nil), ("de/404.html", nil), ("404.html", "https://me.org/a b")]
            as [(String, String?)])
    func aPageForWhatIsMissingNamesFilesFromTheRoot(_ path: String, _ site: String?) {
        let root = site == nil ? "/" : "/a%20b/"
        let page =
            "<head></head><img src=\(root)bird.jpg alt=x data-alcedo-priority><a href=\(root)bird.jpg><link rel=icon href=\(root)bird.jpg>"
        let made = rewrite(page, relative, at: path, site: site, variant: "hero").text
        let count = made.split(separator: "i/", omittingEmptySubsequences: false).count - 1
        #expect(
            count == made.split(separator: "\(root)i/", omittingEmptySubsequences: false).count - 1
                && count > 8, "\(made)")
        #expect(rewrite(made, relative, at: path, site: site, variant: "hero").text == made)
        // Its own base counts.
        let based = rewrite("<base href=/x/>" + page, relative, at: path, site: site, variant: "hero").text
        #expect(based.contains(site == nil ? "\"../i/b.jpg\"" : "\"/a%20b/i/b.jpg\""), "\(based)")
        #expect(rewrite("<a href=/bird.jpg>", relative, at: "x/404.htm").text == "<a href=\"../i/b.jpg\">")
    }

    @Test func candidatesHaveTheWidthOfTheirFiles() {
        becomes(
            "<img data-srcset='/bird.jpg 600w, /other.jpg 2x, /bird.jpg 900w'>",
            "<img data-srcset=\"/i/a.jpg 640w, /other.jpg 2x, /i/b.jpg 1280w\">")
        becomes(
            "<picture><source type=image/webp srcset='/bird.jpg 2x'><img src=/x.jpg></picture>",
            "<picture><source type=image/webp srcset=\"/i/b.webp 2x\"><img src=/x.jpg></picture>")
        // In a format that no variant has, it gets the one that all browsers show, with its type.
        let avif = rewrite("<source type=image/avif srcset='/bird.jpg 2x'>").text
        #expect(avif == "<source type=\"image/jpeg\" srcset=\"/i/b.jpg 2x\">")
    }

    private var cropped: ImageIndex {
        index {
            $0.variants["hero"]?.media = [.init(media: "(max-width: 40em)", variant: "tall")]
            $0.variants["small"] = nil
            $0.variants["tall"] = .init(
                formats: [RenderedEntry.format("jpeg", [RenderedEntry.file("t.jpg", 2000, 4000)])])
        }
    }

    @Test func cropsForConditionsAreNotShownByThemselves() {
        #expect(rewrite("<video poster=/bird.jpg>", cropped).text == "<video poster=\"/i/b.jpg\">")
        #expect(rewrite("<a href=/bird.jpg>", cropped).text == "<a href=\"/i/b.jpg\">")
    }

    @Test func aPreloadIsOneForEachCondition() {
        let page = rewrite("<link rel=preload as=image href=/bird.jpg><img src=/bird.jpg alt=x>", cropped)
            .text
        let links = page.split(separator: "<link ").map { $0.prefix { $0 != ">" } }.filter {
            $0.contains("preload")
        }
        #expect(links.count == 2)
        #expect(links.first?.contains("/i/t.jpg") == true)
        #expect(links.first?.contains("media=\"(max-width: 40em)\"") == true)
        #expect(links.last?.contains("media=\"(not (max-width: 40em))\"") == true)
        let again = rewrite(page, cropped)
        #expect(again.text == page)
    }

    @Test func preloadsKeepWhatTheAuthorSays() {
        let page =
            "<link rel=preload as=image id=p href=/bird.jpg crossorigin fetchpriority=low><img src=/bird.jpg alt=x>"
        let links = rewrite(page, cropped).text.split(separator: "<link ").compactMap {
            $0.split(separator: ">").first
        }
        #expect(links.count == 2)
        #expect(links.allSatisfy { $0.hasSuffix(" crossorigin fetchpriority=low") && $0.contains("media=") })
        #expect(links.map { $0.hasPrefix("rel=preload as=image id=p ") } == [true, false])
    }

    /// Browsers take `contain-intrinsic-size` for the size of whatever a lazy picture with `sizes="auto"` shows.
    @Test(arguments: [
        "<img src=/x.png><img src=/bird.jpg width='100%' height=auto>",
        "<img src=/x.png><picture><source media='(x)' srcset=/o.jpg><img src=/bird.jpg></picture>",
    ])
    func whereTheSizeIsUnknownNothingIsAutomatic(page: String) {
        let text = rewrite("<img src=/bird.jpg>" + page, variant: "hero").text
        #expect(text.contains("loading=\"lazy\""))
        #expect(!text.contains("auto,") && !text.contains("sizes=\"auto"))
    }

    @Test func whereACropHasOtherProportionsNothingIsAutomatic() {
        let text = rewrite("<img src=/bird.jpg><img src=/bird.jpg alt=x>", cropped).text
        #expect(text.contains("/i/t.jpg") && text.contains("loading=\"lazy\"") && !text.contains("auto"))
    }

    @Test func styleSheetsWithADigestAreNamed() {
        let page = rewrite(
            "<link rel=stylesheet href='/css/a.css?v=1' integrity=sha384-x><link rel=stylesheet href=b.css>")
        #expect(page.page.pinnedStyleSheets == ["css/a.css"])
    }

    /// Many sites have a style sheet of the same name as one of a library.
    @Test func aStyleSheetElsewhereIsAnother() {
        let page = "<link rel=stylesheet integrity=x href="
        func pinned(_ address: String, _ sheet: String, site: String?) -> Bool {
            PageRewriter(index: index(), site: site).isPinned(
                sheet, among: rewrite(page + address + ">", site: site).page.pinnedStyleSheets)
        }
        let elsewhere = "https://cdn.example/lib/a.css"
        #expect(
            !pinned(elsewhere, "css/a.css", site: nil)
                && !pinned(elsewhere, "lib/a.css", site: "https://me.org"))
        // The site's own address may be unknown.
        #expect(pinned("https://me.org/css/a.css", "css/a.css", site: nil))
        #expect(pinned("/blog/css/a.css", "css/a.css", site: nil))
        #expect(pinned("/blog/css/a.css", "css/a.css", site: "https://me.org/blog"))
        #expect(!pinned("/blog/css/a.css", "a.css", site: "https://me.org/blog"))
        #expect(pinned("css/my%20a.css", "css/my a.css", site: nil))
    }

    @Test(arguments: [
        ("width=300 height=200", "sizes=\"min(50vw, 300px)\""),
        ("width=300 height=300", "sizes=\"min(50vw, 300px)\" width=\"300\" height=\"200\""),
        ("width=300", "sizes=\"min(50vw, 300px)\" width=\"300\" height=\"200\""),
        ("width='100%'", "sizes=\"50vw\""), ("style='width:9em'", "sizes=\"50vw\""),
    ])
    func aSourceHasThePlaceOfTheImage(attributes: String, expected: String) {
        let image = "<script></script><img src=/other.png \(attributes) alt=x></picture>"
        becomes(
            "<picture><source media=\"(max-width: 9em)\" srcset=/bird.jpg></source>\(image)",
            "<picture><source media=\"(max-width: 9em)\" srcset=\"/i/a.jpg 640w, /i/b.jpg 1280w\" \(expected)></source>\(image)",
            variant: "hero")
    }

    @Test func aSourceWithItsOwnSizeHasItsOwnPlace() {
        let image =
            "<noscript><img src=/x.png width=9></noscript><img src=/other.png width=300 height=200 alt=x></picture>"
        becomes(
            "<picture><source srcset=/bird.jpg width=600 height=400>" + image,
            "<picture><source srcset=\"/i/a.jpg 640w, /i/b.jpg 1280w\" sizes=\"min(50vw, 600px)\" width=600 height=400>"
                + image, variant: "hero")
        becomes(
            "<picture><source srcset=/bird.jpg>" + image,
            "<picture><source srcset=\"/i/a.jpg 640w, /i/b.jpg 1280w\" sizes=\"min(50vw, 300px)\">" + image,
            variant: "hero")
    }

    @Test func aSourceForScriptsKeepsItsName() {
        becomes(
            "<picture><source type=image/webp srcset=/x.webp data-src=/bird.jpg></picture>",
            "<picture><source type=image/webp srcset=/x.webp data-src=\"/i/b.jpg\"></picture>")
        becomes(
            "<picture><source srcset='data:image/gif;base64,R0lG' data-srcset=/bird.jpg></picture>",
            "<picture><source srcset='data:image/gif;base64,R0lG' data-srcset=\"/i/b.jpg\"></picture>")
    }

    /// Otherwise the picture would be loaded twice.
    @Test func aPreloadIsForTheFilesOfItsSource() {
        let picture = "<picture><source media=x srcset=/bird.jpg><img src=/other.png alt=x></picture>"
        let text = rewrite("<link rel=preload as=image href=/bird.jpg media=x>" + picture).text
        let files = "srcset=\"/i/a.jpg 640w, /i/b.jpg 1280w\""
        #expect(text.contains("<source media=x \(files) sizes=\"50vw\""))
        #expect(
            text.hasPrefix(
                "<link rel=preload as=image image\(files) imagesizes=\"50vw\" type=\"image/jpeg\" media=x>"))
    }

    @Test func aPictureOfTheAuthorsGetsItsFiles() {
        let page =
            "<picture><source media=\"(max-width: 9em)\" srcset=/bird.jpg><img src=/bird.jpg alt=x></picture>"
        let found = rewrite(page, variant: "hero")
        #expect(
            found.text
                == "<picture><source media=\"(max-width: 9em)\" srcset=\"/i/a.jpg 640w, /i/b.jpg 1280w\" "
                + "sizes=\"50vw\" width=\"1280\" height=\"853\">"
                + PageRewriterTests.sources
                + "<img src=\"/i/b.jpg\" width=\"1280\" height=\"853\" alt=x></picture>")
        let again = rewrite(found.text, variant: "hero")
        #expect(again.text == found.text)
        // Its files are there: it stays.
        #expect(rewrite(page, variant: "hero", files: ["bird.jpg": (1, "")]).text == page)
    }

    // MARK: Style

    @Test func stylesAreMended() {
        becomes(
            "<p style=\"color: red; background: url( '/bird.jpg' ) /* url(/bird.jpg) */\">",
            "<p style=\"color: red; background: url( &#39;/i/b.jpg&#39; ) /* url(/bird.jpg) */\">")
        becomes(
            "<style>a { b: url(/bird.jpg) } /* url(/bird.jpg) */</style>",
            "<style>a { b: url(/i/b.jpg) } /* url(/bird.jpg) */</style>")
        // In SVG, an element may be complete and have an end tag nevertheless.
        for drawing in ["<svg><style/></style></svg>", "<svg><style/>.a{}</style></svg>"] {
            becomes(
                "<style>a{b:url(/bird.jpg)}</style>" + drawing,
                "<style>a{b:url(/i/b.jpg)}</style>" + drawing)
            #expect(rewrite(drawing).text == drawing)
        }
        let script = "<script>'url(/bird.jpg)'</script>"
        #expect(rewrite(script).text == script)
    }

    @Test func aStyleSheetsAddressesAreRelativeToIt() {
        let rewriter = PageRewriter(index: relative, files: KnownFiles([:]))
        let css = "a { b: url(../bird.jpg) } c { d: url(bird.jpg) }"
        let page = rewriter.rewrite(styleSheet: Array(css.utf8), at: "css/main.css")
        #expect(
            String(decoding: page.bytes, as: UTF8.self) == "a { b: url(../i/b.jpg) } c { d: url(bird.jpg) }")
        #expect(page.mended == 1)
    }

    // MARK: Metadata

    @Test func previewsHaveAbsoluteAddressesAndTheirSize() {
        let page = """
            <meta property=og:image content=/bird.jpg><meta property="og:image:width" content=1><meta property=og:image:height \
            content=2><meta property=og:image:type content=image/gif><meta name=twitter:image content="https://me.org/bird.jpg">
            """
        let found = rewrite(page, site: "https://me.org/").text
        #expect(
            found == """
                <meta property=og:image content="https://me.org/i/b.jpg"><meta property="og:image:width" content="1280"><meta \
                property=og:image:height content="853"><meta property=og:image:type content="image/jpeg"><meta \
                name=twitter:image content="https://me.org/i/b.jpg">
                """)
        #expect(rewrite(found, site: "https://me.org/").text == found)
        becomes(
            "<meta name=twitter:image content=/bird.jpg>", "<meta name=twitter:image content=\"/i/b.jpg\">")
        // The size of another picture stays.
        let other = "<meta property=og:image content=/x.png><meta property=og:image:width content=1>"
        #expect(rewrite(other).text == other)
    }

    @Test func anIconIsTheSmallestFileThatIsLargeEnough() {
        #expect(
            rewrite("<link rel=icon type=image/x-icon sizes=32x32 href=/bird.jpg>").text
                == "<link rel=icon type=\"image/png\" sizes=\"400x300\" href=\"/i/1.png\">")
        #expect(
            rewrite("<link rel=apple-touch-icon data-alcedo=hero href=/bird.jpg>").text
                == "<link rel=apple-touch-icon data-alcedo=hero href=\"/i/a.jpg\">")
    }

    // MARK: Preload

    @Test func aPreloadLoadsWhatThePageShows() {
        let page =
            "<link rel=preload as=image href=/bird.jpg><img src=x.png><img src=/bird.jpg width=320 alt=x>"
        // The original is there: preloading it would load a picture that the page no longer shows.
        let files = ["bird.jpg": (1, Optional(""))]
        let found = rewrite(page, variant: "hero", files: files).text
        #expect(
            found.hasPrefix(
                "<link rel=preload as=image imagesrcset=\"/i/a.webp 640w, /i/b.webp 1280w\" imagesizes=\"min(50vw, 320px)\" "
                    + "type=\"image/webp\"><img src=x.png><picture>"))
        #expect(!found.contains("lazy"))
        #expect(rewrite(found, variant: "hero", files: files).text == found)
        let image = rewrite(page, variant: "hero", element: .img, files: files).text
        #expect(image.contains("imagesrcset=\"/i/a.jpg 640w, /i/b.jpg 1280w\""))
        #expect(rewrite(image, variant: "hero", element: .img, files: files).text == image)
        // A page that shows the original elsewhere, such as in a script.
        let alone = "<link rel=preload as=image href=/bird.jpg>"
        #expect(rewrite(alone, variant: "hero", files: files).text == alone)
        #expect(rewrite(alone, variant: "hero").text.contains("imagesizes=\"50vw\""))
    }

    // MARK: What stays

    @Test func whatIsPublishedOrUnknownStays() {
        let page = """
            <a href=/bird.jpg>x</a><a href=/other.jpg><a href=https://example.org/bird.jpg><a href=/bird.jpg#x><a href=/bird>
            """
        #expect(rewrite(page, files: ["bird.jpg": (1, "")]).text == page)
        let off = "<a data-alcedo=off href=/bird.jpg><style data-alcedo=off>a { b: url(/bird.jpg) }</style>"
        #expect(rewrite(off).text == off)
        // Text in another encoding, and references that are not resolved, are not written again.
        let other =
            Array("<p style='a: url(/bird.jpg); b: \"&xyzzy;\"'><p style='a: url(/bird.jpg); b: \"".utf8) + [
                0xE9
            ] + Array("\"'>".utf8)
        #expect(
            PageRewriter(index: index(), files: KnownFiles([:])).rewrite(other, at: "a.html").bytes == other)
        // Without the site's files it is unknown what is published.
        let bytes = PageRewriter(index: index()).rewrite(Array("<a href=/bird.jpg>".utf8), at: "a.html").bytes
        #expect(bytes == Array("<a href=/bird.jpg>".utf8))
    }

    @Test func aPublishedPictureIsReplacedOnRequest() {
        let files = ["bird.jpg": (1, Optional(""))]
        #expect(
            rewrite("<a data-alcedo=small href=/bird.jpg>", files: files).text
                == "<a data-alcedo=small href=\"/i/2.png\">")
    }

    @Test func addressesLeadFromThePageToTheFile() {
        #expect(
            rewrite("<a href=../bird.jpg>", relative, at: "blog/a.html").text == "<a href=\"../i/b.jpg\">")
        #expect(
            rewrite(
                "<meta property=og:image content=../bird.jpg>", relative, at: "blog/a.html",
                site: "https://me.org/x"
            ).text
                == "<meta property=og:image content=\"https://me.org/x/i/b.jpg\">")
    }
}
