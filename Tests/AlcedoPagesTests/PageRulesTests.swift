import Testing

@testable import AlcedoIndex
@testable import AlcedoPages

/// Variants that rules and pages choose.
@Suite struct PageRulesTests {
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
        let rules = try rules.map { try #require(PageRewriter.Rule($0.0, variant: $0.1)) }
        let page = PageRewriter(index: index, variant: variant, element: .img, rules: rules)
            .rewrite(Array(text.utf8), at: "index.html")
        return (String(decoding: page.bytes, as: UTF8.self), page)
    }

    @Test func aRuleNeedsASelectorOfTheSubset() {
        #expect(PageRewriter.Rule("a:hover", variant: "hero") == nil)
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
