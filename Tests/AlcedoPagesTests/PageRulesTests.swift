import Testing

@testable import AlcedoIndex
@testable import AlcedoPages

/// Variants that rules and pages choose.
@Suite struct PageRulesTests {
    /// Whether the `<img>` of a page is selected, as by `document.querySelector` in a browser.
    private func selects(_ selector: String, _ page: String) throws -> Bool {
        let rule = try PageRewriter.Rule(checking: selector, variant: "x")
        var path = ElementPath()
        for element in HTMLTags(Array(page.utf8)) {
            switch element {
            case .end(let name): path.end(name)
            case .start(let tag):
                path.prepare(for: tag)
                if tag.name == "img" { return [rule].choice(for: tag, in: path.open) != nil }
                path.begin(tag)
            }
        }
        return false
    }

    @Test(arguments: [
        ("img", true), ("*", true), ("a", false), ("IMG", true), (".k", true), (".K", false),
        (".k.wide", true),
        (".k.other", false), ("#one", true), ("#two", false), ("[alt]", true), ("[title]", false),
        ("[alt=x]", true), ("[alt=\"x\"]", true), ("[alt='y']", false), ("img.k#one[alt]", true),
        ("article img", true), ("div > img", false), ("article > p > img", true), ("article > img", false),
        ("main img", false), ("body .post p img", true), ("a, img", true), ("a ,b", false),
        ("figure img", false),
        ("article > p img", true), ("section > p img", false),
    ])
    func selectorsAreThoseOfCSS(selector: String, isSelected: Bool) throws {
        let page = """
            <body><main><br><p>a</main><article class=post><figure><hr></figure><div></div><p>b<p>c\
            <IMG id=one class='k wide' alt=x src=a>
            """
        #expect(try selects(selector, page) == isSelected)
    }

    /// A path of children among descendants is looked for everywhere, in time that depends on the depth alone.
    @Test func manyElementsAreNoTrouble() throws {
        let page = "<section>" + String(repeating: "<div>", count: 380) + "<p><img>"
        #expect(try !selects("#x > div div > div div > div div > div img", page))
        #expect(try selects("section > div div > div div > div p > img", page))
    }

    @Test func elementsEndWhereABrowserEndsThem() throws {
        #expect(try !selects("p img", "<p>a<div><img>"))
        #expect(try !selects(".a img", "<ul><li class=a>x<li class=b><img>"))
        #expect(try selects("ul .b img", "<ul><li class=a>x<li class=b><img>"))
        #expect(try !selects(".a img", "<table><tr><td class=a>x<td><img>"))
        #expect(try !selects("head img", "<head><meta><body><img>"))
        #expect(try !selects("svg img", "<svg><path/></svg><img>"))
        #expect(try selects("li li img", "<li><ul><li><img>"))
    }

    @Test(arguments: [
        ("a:hover", "has ':hover', which rules do not support"), ("a + img", "has '+'"), ("a ~ b", "has '~'"),
        ("artcle img", "did you mean 'article'?"), ("avatar", "did you mean '.avatar'?"),
        ("img[src^=a]", "has '^=', which rules do not support; write [src] or [src=value]"),
        ("", "lacks an element"),
        ("a >", "lacks an element"), ("> a", "lacks an element"), ("a,,b", "lacks an element"),
        (".", "lacks a class"),
        ("#", "lacks an id"), ("[", "lacks an attribute"), ("[a", "lacks the ']'"),
        ("[a='b", "lacks the second '"),
        ("a{}", "has '{'"), ("img::after", "has '::after'"), ("a > > b", "lacks an element"),
    ])
    func otherSelectorsAreMistakes(selector: String, reason: String) {
        let fault = #expect(throws: PageRewriter.Rule.Fault.self) {
            try PageRewriter.Rule(checking: selector, variant: "x")
        }
        #expect(fault?.reason.contains(reason) == true, "\(fault?.reason ?? "")")
        #expect(PageRewriter.Rule(selector, variant: "x") == nil)
    }

    // MARK: What is shown

    private var index: ImageIndex {
        var bird = RenderedEntry.entry
        bird.source.path = "photos/bird.jpg"
        var face = RenderedEntry.entry
        face.variants = ["retina": RenderedEntry.retina]
        return ImageIndex(
            baseURL: "/i", generator: "test", images: ["bird.jpg": bird, "face.jpg": face],
            order: ["bird.jpg", "face.jpg"])
    }

    private func rewrite(_ text: String, _ rules: [(String, String)] = [], variant: String? = nil) throws
        -> (text: String, page: PageRewriter.Page)
    {
        let rules = try rules.map { try PageRewriter.Rule(checking: $0.0, variant: $0.1) }
        let page = PageRewriter(index: index, variant: variant, element: .img, rules: rules)
            .rewrite(Array(text.utf8), at: "index.html")
        return (String(decoding: page.bytes, as: UTF8.self), page)
    }

    private static let hero = "src=\"/i/b.jpg\""
    private static let retina = "src=\"/i/2.png\""

    @Test func theMoreSpecificRuleDecidesAndThenTheLast() throws {
        let page = "<article><img class=small src=/bird.jpg alt=x></article>"
        #expect(try rewrite(page, [("img", "hero")]).text.contains(Self.hero))
        #expect(
            try rewrite(page, [(".small", "retina"), ("article img", "hero")]).text.contains(Self.retina))
        #expect(try rewrite(page, [("img", "hero"), ("*, img", "retina")]).text.contains(Self.retina))
        #expect(try rewrite(page, [("p img", "hero")], variant: "retina").text.contains(Self.retina))
        #expect(try rewrite(page, [("article img", "hero")], variant: "retina").text.contains(Self.hero))
        #expect(try rewrite(page, [("img", "off")], variant: "hero").text == page)
        // The page names a file of the other variant.
        #expect(
            try rewrite("<img src=/i/1.png alt=x>", [("img", "hero")]).text.contains(Self.retina))
    }

    @Test func aPictureWithoutTheVariantOfARuleShowsItsOnlyOne() throws {
        let found = try rewrite("<img src=/face.jpg alt=x>", [("img", "hero")])
        #expect(found.text.contains(Self.retina))
        #expect(found.page.notices.isEmpty)
    }

    @Test func thePageDecidesBeforeRules() throws {
        let rules = [("img", "retina")]
        #expect(
            try rewrite("<img data-alcedo=hero src=/bird.jpg alt=x>", rules).text.contains(
                "<img data-alcedo=hero " + Self.hero))
        let off = "<img data-alcedo=\" off \" src=/bird.jpg>"
        #expect(try rewrite(off, rules).text == off)
        let sizes = try rewrite(
            "<img data-alcedo=hero data-alcedo-sizes='10vw' src=/bird.jpg width=300 alt=x>")
        #expect(sizes.text.contains(" sizes=\"10vw\" "))
        // The second time, nothing changes.
        #expect(try rewrite(sizes.text).page.replaced == 0)
    }

    @Test func aVariantThatNoPictureHasIsAMistake() throws {
        let page = "<p>\n  <img data-alcedo=herro src=/bird.jpg alt=x srcset='/bird.jpg 2x'>"
        let found = try rewrite(page)
        #expect(found.text == page)
        let notice = try #require(found.page.notices.first)
        #expect(found.page.notices.count == 1)
        #expect((notice.line, notice.column) == (2, 3))
        #expect(notice.isMistake && notice.message.hasSuffix("which no picture has; did you mean 'hero'?"))
        // Another picture has it.
        let face = try rewrite("<img data-alcedo=hero src=/face.jpg alt=x>")
        #expect(face.page.notices.map(\.isMistake) == [false])
        #expect(face.page.replaced == 0)
    }
}
