import Testing

@testable import AlcedoMarkup

/// Selectors of rules, and the elements that they select.
@Suite struct ElementSelectorTests {
    /// Whether the `<img>` of a page is selected, as by `document.querySelector` in a browser.
    private func selects(_ selector: String, _ page: String) throws -> Bool {
        let selector = try ElementSelector(selector)
        var path = ElementPath()
        for element in HTMLTags(Array(page.utf8)) {
            switch element {
            case .end(let name): path.end(name)
            case .start(let tag):
                path.prepare(for: tag)
                if tag.name == "img" { return selector.specificity(of: tag, in: path.open) != nil }
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
        let fault = #expect(throws: ElementSelector.Fault.self) { try ElementSelector(selector) }
        #expect(fault?.reason.contains(reason) == true, "\(fault?.reason ?? "")")
    }
}
