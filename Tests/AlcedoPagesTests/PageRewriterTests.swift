import Testing

@testable import AlcedoIndex
@testable import AlcedoPages

@Suite struct PageRewriterTests {
    private var index: ImageIndex {
        var bird = RenderedEntry.entry
        bird.variants = ["hero": RenderedEntry.hero, "lqip": RenderedEntry.lqip]
        bird.source.path = "photos/Bird one.jpg"
        var remote = RenderedEntry.entry
        remote.alt = nil
        remote.source.url = "https://example.org/pics/r.jpg"
        remote.variants = ["hero": RenderedEntry.hero, "retina": RenderedEntry.retina]
        return ImageIndex(
            baseURL: "/i", generator: "test", images: ["bird.jpg": bird, "remote": remote],
            order: ["bird.jpg", "remote"])
    }

    func rewrite(_ page: String, at path: String = "index.html", variant: String? = nil) -> (
        text: String, page: PageRewriter.Page
    ) {
        let page = PageRewriter(index: index, variant: variant).rewrite(Array(page.utf8), at: path)
        return (String(decoding: page.bytes, as: UTF8.self), page)
    }

    static let sources = """
        <source type="image/webp" srcset="/i/a.webp 640w, /i/b.webp 1280w" sizes="50vw">\
        <source type="image/jpeg" srcset="/i/a.jpg 640w, /i/b.jpg 1280w" sizes="50vw">
        """
    static let placeholder = """
        style="background-image:url(&#39;data:image/webp;base64,AA==&#39;);background-size:cover;\
        background-origin:content-box;background-clip:content-box"
        """

    @Test func everyOtherByteStays() {
        let before = "\u{FEFF}<p CLASS=x>\r\n\t<!-- <img src=/bird.jpg> --> ü &nbsp; <b>"
        let after = "</b>  <script>'<img src=/bird.jpg>'</script></p>\n\n"
        let found = rewrite(before + "<img  class='k'\n src=\"/bird.jpg\" alt='A \"b\"' data-x >" + after)
        #expect(
            found.text == before + "<picture>" + Self.sources
                + "<img  class='k'\n src=\"/i/b.jpg\" width=\"1280\" height=\"853\" " + Self.placeholder
                + " alt='A \"b\"' data-x ></picture>" + after)
        #expect(found.page.replaced == 1)
        #expect(found.page.notices.isEmpty)
    }

    @Test func aPageThatWasRewrittenStaysWhatItIs() {
        let once = rewrite("<img src=/bird.jpg><img src=/icon.svg><img src=bird.jpg>")
        #expect(once.page.replaced == 2)
        let twice = rewrite(once.text)
        #expect(twice.text == once.text)
        #expect(twice.page.replaced == 0)
    }

    @Test func aDrawingShownWiderThanItsFilesIsNoted() {
        var drawing = RenderedEntry.entry
        drawing.variants = ["hero": RenderedEntry.hero]
        func messages(_ page: String, format: String = "svg") -> [String] {
            drawing.source.format = format
            let index = ImageIndex(
                baseURL: "/i", generator: "test", images: ["bird.jpg": drawing], order: ["bird.jpg"])
            return PageRewriter(index: index, variant: nil).rewrite(Array(page.utf8), at: "index.html")
                .notices.map(\.message)
        }
        #expect(
            messages("<img src=/bird.jpg width=2000>") == [
                "bird.jpg is shown 2000 pixels wide, and its widest file has 1280; it is a drawing: give the variant "
                    + "'enlarge: true', or 'formats: original'"
            ])
        #expect(messages("<img src=/bird.jpg width=1280>").isEmpty && messages("<img src=/bird.jpg>").isEmpty)
        #expect(messages("<img src=/bird.jpg width=2000>", format: "jpeg").isEmpty)
    }

    @Test func theFirstIsLoadedAtOnceAndTheOthersLater() {
        let text = rewrite("<img src=/bird.jpg><img src=/bird.jpg><img src=/bird.jpg loading=eager>").text
        #expect(text.split(separator: "loading=\"lazy\" decoding=\"async\"").count == 2)
        #expect(text.contains("loading=eager"))
    }

    @Test func whatTheAuthorSaysOfSizesCounts() {
        let one = rewrite("<img src=/bird.jpg width=320 style=\"\">").text
        #expect(
            one.hasSuffix(
                "<img src=\"/i/b.jpg\" height=\"213\" alt=\"A kingfisher\" width=320 style=\"\"></picture>"))
        #expect(!one.contains("background"))
        // The smaller of the manifest's width and the author's.
        #expect(one.contains("sizes=\"min(50vw, 320px)\""))
        let two = rewrite("<img sizes='30vw' srcset='x 1x' src=/bird.jpg height=\"427\">").text
        #expect(two.contains("sizes=\"30vw\"") && !two.contains("50vw") && !two.contains("x 1x"))
        // 427 × 1280 / 853
        #expect(two.contains("<img src=\"/i/b.jpg\" width=\"641\" "))
        #expect(two.hasSuffix(" height=\"427\"></picture>"))
    }

    @Test(arguments: [
        ("/bird.jpg", "a/b.html"), ("bird.jpg", "a.html"), ("../bird.jpg", "a/b.html"),
        ("/i/bird.jpg", "a.html"),
        ("./a/../bird.jpg?v=2#x", "a.html"), ("/photos/Bird%20one.jpg", "x/y/z.html"),
        (" ../photos/Bird one.jpg ", "blog/b.html"), ("../../../bird.jpg", "a/b.html"),
        ("\\bird.jpg", "a/b.html"), ("..\\a\\..\\bird.jpg", "a/b.html"),
        ("\\photos/Bird%20one.jpg", "a.html"),
    ]) func aPictureIsKnownByItsIdAndByItsPath(_ source: String, _ page: String) {
        #expect(rewrite("<img src=\"\(source)\" alt>", at: page).text.contains("<picture>"))
    }

    @Test func aFileOfAVariantIsThatVariant() {
        let found = rewrite("<img alt='' src=/i/2.png>", variant: "hero")
        #expect(found.text.contains("<source type=\"image/png\" srcset=\"/i/1.png 1x, /i/2.png 1.5x\">"))
        #expect(found.text.contains("width=\"400\" height=\"300\""))
    }

    @Test func aRemotePictureIsKnownByItsAddress() {
        let found = rewrite("<img alt='' src=\"HTTPS://Example.org/pics/r.jpg?w=3\">", variant: "hero")
        #expect(found.page.replaced == 1)
        #expect(rewrite("<img src=https://example.net/pics/r.jpg>").page.replaced == 0)
        #expect(rewrite("<img src=/pics/r.jpg>").page.replaced == 0)
    }

    @Test(arguments: [
        "data:image/png;base64,AA==", " DATA:x,y", "", "#", "mailto:bird.jpg", "//example.net/bird.jpg",
        "/birds.jpg", "\\\\example.net\\bird.jpg", "/x?\\..\\bird.jpg",
    ])
    func whatShowsSomethingElseIsLeft(_ source: String) {
        let page = "<p><img src=\"\(source)\"></p>"
        let found = rewrite(page)
        #expect(found.text == page)
        #expect(!found.page.notices.contains { !$0.isForeign })
    }

    @Test func theAddressesOfAPageMayBeginElsewhere() {
        let page = "<base href=\"/deep/er/\"><img src=\"../../bird.jpg\"><img src=bird.jpg>"
        #expect(rewrite(page, at: "x.html").page.replaced == 1)
        #expect(rewrite("<base href=\"https://example.net/\"><img src=/bird.jpg>").page.replaced == 1)
    }

    @Test func ambiguousPicturesAreReportedWithTheirPlace() {
        let found = rewrite("<p>\n  <img src=remote>\n")
        #expect(found.page.replaced == 0)
        #expect(found.page.notices.map(\.line) == [2])
        #expect(found.page.notices.map(\.column) == [3])
        #expect(
            found.page.notices.first?.message
                == "remote: the image has the variants hero, retina; name the variant to show")
        let named = rewrite("\n<img src=remote>", variant: "hero")
        #expect(named.page.replaced == 1)
        #expect(
            named.page.notices.map(\.message) == [
                "remote has no text alternative; give the <img> or the source an 'alt'"
            ])
        let gone = rewrite("<img src=remote>", variant: "thumb")
        #expect(
            gone.page.notices.first?.message
                == "remote: the image has no variant 'thumb'; it has hero, retina")
    }

    @Test func picturesForConditionsComeAlong() {
        var index = index
        index["bird.jpg"]?.media = [.init(image: "remote", media: "(prefers-color-scheme: dark)")]
        let page = PageRewriter(index: index).rewrite(Array("<img src=/bird.jpg>".utf8), at: "a.html")
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(text.contains("<picture><source media=\"(prefers-color-scheme: dark)\" type=\"image/webp\""))
        #expect(text.contains(" width=\"1280\" height=\"853\"><source media="))
    }

    private func square(_ attributes: String) -> String {
        var index = index
        let format = { (name: String) in
            ImageIndex.Format(
                files: [
                    .init(
                        bytes: 1, digest: "", file: "q.\(name)", height: 600, url: "/i/q.\(name)", width: 600)
                ], format: name, type: "image/\(name)")
        }
        let hero = index["bird.jpg"]?.variants["hero"]
        index["bird.jpg"]?.variants = ["hero": hero].compactMapValues(\.self)
        index["bird.jpg"]?.variants["square"] = .init(
            formats: [format("webp"), format("jpeg")], img: .init(height: 600, src: "/i/q.jpeg", width: 600))
        index["bird.jpg"]?.variants["hero"]?.media = [.init(media: "(max-width: 40em)", variant: "square")]
        let page = PageRewriter(index: index).rewrite(
            Array("<img \(attributes) src=/bird.jpg>".utf8), at: "a.html")
        #expect(page.replaced == 1)
        return String(decoding: page.bytes, as: UTF8.self)
    }

    @Test func variantsForConditionsComeAlongAndTheOtherIsTheOneThatIsShown() {
        #expect(
            square("").hasPrefix(
                """
                <picture><source media="(max-width: 40em)" type="image/webp" srcset="/i/q.webp 600w" sizes="50vw" width="600" height="600">\
                <source media="(max-width: 40em)" type="image/jpeg" srcset="/i/q.jpeg 600w" sizes="50vw" width="600" height="600">\
                <source type="image/webp"
                """))
    }

    @Test(arguments: ["width=300", "width=300 height=200", "height=200"])
    func aCropForAConditionKeepsItsOwnProportions(attributes: String) {
        // Where the author gives a height alone, it is the height of each.
        let side = attributes.hasPrefix("height") ? 200 : 300
        #expect(square(attributes).contains("width=\"\(side)\" height=\"\(side)\"><source media="))
    }

    @Test func anotherEncodingStaysAsItIs() {
        // Latin-1: é is E9.
        let page: [UInt8] =
            Array("<p>".utf8) + [0xE9] + Array("<img alt=\"".utf8) + [0xE9] + Array("\" src=/bird.jpg>".utf8)
        let bytes = PageRewriter(index: index).rewrite(page, at: "a.html").bytes
        #expect(bytes.filter { $0 == 0xE9 }.count == 2)
        #expect(bytes.starts(with: Array("<p>".utf8) + [0xE9] + Array("<picture>".utf8)))
    }

    /// The `<img>` of the replacement.
    private func img(_ page: String) -> String {
        let text = rewrite(page).text
        return text.firstRange(of: "<img").map { String(text[$0.lowerBound...].dropLast("</picture>".count)) }
            ?? text
    }

    @Test(arguments: [
        ("<img src=/bird.jpg alt= style>", " alt= style>"),
        ("<img style srcset=\"x\"src=\"/bird.jpg\">", "<img style src="),
        ("<img style loading=lazy srcset=\"x\"src=/bird.jpg>", "<img style loading=lazy src="),
        ("<img src=/bird.jpg style=x srcset=\"y\"/>", " style=x />"),
        ("<img style srcset=a srcset=b src=/bird.jpg src=/c.jpg sizes=1vw sizes=2vw>", ">"),
        ("<img src=\"/bird.jpg\"alt=\"x\" style>", "\" alt=\"x\" style>"),
    ]) func tagsThatFewWriteStayWhole(_ page: String, _ part: String) {
        let tag = img(page)
        #expect(tag.contains(part), "\(tag)")
        #expect(!tag.contains("srcset") && !tag.contains("sizes") && !tag.contains("c.jpg"), "\(tag)")
    }

    @Test(arguments: [
        // 900 × 1000 / 1500, and 600 × 1500 / 1000, however small the file is.
        (160, 107, "width=900", "height=\"600\""), (160, 107, "height=600", "width=\"900\""),
        // 900 × 107 / 107: a part of the picture has its own proportions.
        (107, 107, "width=900", "height=\"900\""),
    ]) func sizesHaveTheProportionsOfTheSource(_ width: Int, _ height: Int, _ given: String, _ other: String)
    {
        var index = index
        index["bird.jpg"]?.variants["hero"]?.img?.width = width
        index["bird.jpg"]?.variants["hero"]?.img?.height = height
        let page = PageRewriter(index: index).rewrite(
            Array("<img \(given) src=/bird.jpg>".utf8), at: "a.html")
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(text.contains(" \(other) "), "\(text)")
    }

    @Test func sizesThatAreAutomaticStayWithThePicture() {
        #expect(
            img("<img sizes='auto, 50vw' loading=lazy src=/bird.jpg>").hasPrefix(
                "<img sizes='auto, 50vw' loading"))
    }

    @Test(arguments: [
        ("width='100%'", false, false), ("style='width:50%'", false, false), ("width=auto", false, false),
        ("width=' 320px'", false, true), ("width=50.5", false, true),
        ("width=9223372036854775807", false, false),
        ("width=0", false, false), ("width=-5", false, false), ("", true, true), ("height=10", true, false),
        ("style='line-height:1;border-width:2px'", true, true),
        ("style='background:url(/width.png)'", true, true),
        ("style='color:red; /* x */ MAX-WIDTH : 100%'", false, false),
        ("style='x:y;height:auto'", false, false),
        ("style=aspect-ratio:1", false, false),
    ]) func sizesAreAddedWhereTheyAreKnown(_ attribute: String, _ width: Bool, _ height: Bool) {
        let tag = img("<img \(attribute) src=/bird.jpg>").split(separator: " ")
        #expect(tag.contains { $0.hasPrefix("width=\"") } == width)
        #expect(tag.contains { $0.hasPrefix("height=\"") } == height)
    }

    @Test func picturesForConditionsAreShownAsWideAsTheOther() {
        var index = index
        index["remote"]?.variants["hero"]?.formats[0].files[1].height = 2560
        index["bird.jpg"]?.media = [.init(image: "remote", media: "(x)")]
        let page = PageRewriter(index: index).rewrite(
            Array("<img width=320 src=/bird.jpg>".utf8), at: "a.html")
        #expect(String(decoding: page.bytes, as: UTF8.self).contains("width=\"320\" height=\"640\">"))
    }

    @Test func aFileOfTheSiteWithTheSameNameIsNotThePicture() {
        let rewriter = PageRewriter(index: index, files: KnownFiles(["bird.jpg": (2, "other")]))
        let page = rewriter.rewrite(Array("<img src=/bird.jpg><img src=/i/b.jpg>".utf8), at: "a.html")
        #expect(page.replaced == 1)
        #expect(
            page.notices.map(\.message) == [
                "'/bird.jpg' is a file of the site that is not the source of bird.jpg; if it has changed since, run "
                    + "'alcedo build' again, or else give one of them another name"
            ])
    }

    @Test func theSitesOwnAddressesAreItsPaths() {
        let page =
            "<img src=https://me.org/blog/bird.jpg><img src=/blog/bird.jpg><img src=//me.org/blog/i/a.jpg>"
        let rewriter = PageRewriter(index: index, site: "https://me.org/blog/")
        #expect(rewriter.rewrite(Array(page.utf8), at: "x/y.html").replaced == 3)
        #expect(rewrite(page).page.replaced == 0)
    }

    @Test func whatLiesBesideTheSiteIsNotItsOwn() {
        let rewriter = PageRewriter(index: index, site: "https://me.org/blog")
        for (source, count) in [
            ("/bird.jpg", 0), ("https://me.org/bird.jpg", 0), ("/blog/bird.jpg", 1), ("bird.jpg", 1),
            ("https://me.org/blog/bird.jpg", 1), ("/i/a.webp", 1),
        ] {
            let page = rewriter.rewrite(Array("<img src=\"\(source)\">".utf8), at: "index.html")
            #expect(page.replaced == count, "\(source)")
        }
    }

    @Test func addressesThatDifferInTheirQueryAreNotGuessed() {
        var index = index
        var one = RenderedEntry.entry
        one.variants = ["hero": RenderedEntry.hero]
        one.source.url = "https://cms.example.org/image"
        one.source.digest = "sha256-1"
        var two = one
        index.images["one"] = one
        // Identical bytes are the same picture.
        index.images["two"] = two
        index.order += ["one", "two"]
        let tag = Array("<img src='https://cms.example.org/image?id=2'>".utf8)
        #expect(PageRewriter(index: index).rewrite(tag, at: "index.html").replaced == 1)
        two.source.digest = "sha256-2"
        index.images["two"] = two
        let page = PageRewriter(index: index).rewrite(tag, at: "index.html")
        #expect(page.replaced == 0)
        #expect(page.bytes == tag)
        #expect(page.notices.map(\.isForeign) == [false])
        #expect(page.notices.first?.message.contains("may be one or two") == true)
    }

    @Test(arguments: [
        ("./images", "index.html", "/bird.jpg", "images/"),
        ("./images", "blog/a.html", "/bird.jpg", "../images/"),
        ("./images/", "blog/2/a.html", "../../images/b.webp", "../../images/"),
        ("", "x/a.html", "../bird.jpg", "../"),
        ("../images", "blog/a.html", "/bird.jpg", "../images/"),
        ("/images", "blog/a.html", "/bird.jpg", "/images/"),
    ]) func relativeAddressesLeadFromEveryPageToTheFiles(
        _ base: String, _ page: String, _ source: String, _ folder: String
    ) {
        var hero = ImageIndex.Variant(formats: [], sizes: "50vw")
        let files = ["a", "b"].map { name in
            ImageIndex.File(
                bytes: 1, file: "\(name).webp", height: 2, url: URLPath.url(of: "\(name).webp", below: base),
                width: name == "a" ? 3 : 6)
        }
        hero.formats = [
            ImageIndex.Format(
                files: files, format: "webp", srcset: ImageIndex.Format.srcset(of: files, sizes: "50vw"),
                type: "image/webp")
        ]
        hero.img = ImageIndex.Fallback(height: 2, src: files[1].url, width: 6)
        var bird = RenderedEntry.entry
        bird.variants = ["hero": hero]
        let index = ImageIndex(
            baseURL: base, generator: "test", images: ["bird.jpg": bird], order: ["bird.jpg"])
        let done = PageRewriter(index: index).rewrite(Array("<img src=\"\(source)\">".utf8), at: page)
        let text = String(decoding: done.bytes, as: UTF8.self)
        let shown = base == "./images" && page == "index.html" ? "./images/" : folder
        #expect(text.contains("srcset=\"\(shown)a.webp 3w, \(shown)b.webp 6w\""), "\(text)")
        #expect(text.contains(" src=\"\(shown)b.webp\""), "\(text)")
    }

    @Test func aPageOfASCIIStaysOne() {
        var index = index
        index.images["bird.jpg"]?.alt = "Eisvögel"
        let rewriter = PageRewriter(index: index)
        let page = rewriter.rewrite(
            Array("<meta charset=iso-8859-1>caf&eacute;<img src=/bird.jpg>".utf8), at: "index.html")
        #expect(page.replaced == 1)
        #expect(page.bytes.allSatisfy { $0 < 0x80 })
        #expect(String(decoding: page.bytes, as: UTF8.self).contains("Eisv&#xf6;gel"))
    }

    @Test func aMissingEndTagOfAPictureAffectsItAlone() {
        let page = "<div><picture><img src=/bird.jpg></div><img src=/bird.jpg>"
        let once = rewrite(page)
        #expect(once.page.replaced == 1)
        #expect(rewrite(once.text).text == once.text)
    }

    @Test func whatIsPutIntoAPageInAnotherEncodingIsASCII() {
        var index = index
        index["bird.jpg"]?.alt = "Eisvögel"
        let page: [UInt8] = [0xE9] + Array("<img src=/bird.jpg>".utf8)
        let bytes = PageRewriter(index: index).rewrite(page, at: "a.html").bytes
        #expect(String(decoding: bytes.dropFirst(), as: UTF8.self).contains("alt=\"Eisv&#xf6;gel\""))
        #expect(bytes.filter { $0 >= 0x80 } == [0xE9])
    }
}
