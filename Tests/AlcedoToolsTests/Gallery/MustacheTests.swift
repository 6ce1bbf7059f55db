import Testing

@testable import AlcedoGallery

/// The language as its specification describes it (https://github.com/mustache/spec).
@Suite struct MustacheTests {
    private func render(
        _ text: String, _ values: [String: Any] = [:], _ pieces: [String: String] = [:]
    ) throws -> String? {
        var templates = try pieces.mapValues { try Mustache($0) }
        templates["page"] = try Mustache(text)
        return MustacheLibrary(templates: templates).render(values, withTemplate: "page")
    }

    @Test(arguments: [
        ("{{a}} {{ a }} {{{a}}} {{&a}} {{& a }}", "&lt;b&gt; &lt;b&gt; <b> <b> <b>"),
        ("[{{none}}][{{r.none}}][{{r.x}}][{{r.x.y}}]", "[][][7][]"),
        (
            "{{#yes}}1{{/yes}}{{^yes}}2{{/yes}}{{#no}}3{{/no}}{{^no}}4{{/no}}{{#none}}5{{/none}}{{^none}}6{{/none}}",
            "146"
        ),
        ("{{#list}}<{{.}}>{{/list}}{{#nothing}}x{{/nothing}}{{^nothing}}-{{/nothing}}", "<one><two>-"),
        // A number and a text are true, even 0 and the empty text.
        ("{{#zero}}[{{.}}]{{/zero}}{{^empty}}x{{/empty}}", "[0]"),
        // The innermost value comes first; a name with a point in front is not looked up further out.
        ("{{#r}}{{x}}{{a}}{{.x}}{{.a}}{{/r}}", "7&lt;b&gt;7"),
        ("{{#r}}{{#s}}{{x}}{{/s}}{{/r}}", "8"),
        ("{{! a comment }}{{!\n over lines\n}}.", "."),
    ])
    func valuesAndSections(_ text: String, _ expected: String) throws {
        let values: [String: Any] = [
            "a": "<b>", "yes": true, "no": false, "list": ["one", "two"], "nothing": [String](), "zero": 0,
            "empty": "", "r": ["x": 7, "s": ["x": 8]],
        ]
        #expect(try render(text, values) == expected)
    }

    @Test(arguments: [
        ("a\n{{#yes}}\nb\n{{/yes}}\nc", "a\nb\nc"),
        ("a\n  {{#yes}}  \n  b\n\t{{/yes}}\nc\n", "a\n  b\nc\n"),
        ("{{#yes}}\r\nb\r\n{{/yes}}\r\nc", "b\r\nc"),
        ("a\n  {{!x}}\nb", "a\nb"), ("a {{!x}}\nb", "a \nb"),
        // Two marks on a line, or text beside one: nothing is removed.
        ("{{#yes}}{{/yes}}\nb", "\nb"), (" {{#yes}} x {{/yes}} \n", "  x  \n"),
        ("  {{a}}\n", "  <\n"), ("{{#yes}}b", nil), ("  {{/yes}}", nil),
        ("a\n{{#yes}}\nb\n{{/yes}}", "a\nb\n"),
    ])
    func linesWithOnlyASectionDisappear(_ text: String, _ expected: String?) throws {
        guard let expected else {
            #expect(throws: Mustache.Malformed.self) { try Mustache(text) }
            return
        }
        #expect(
            try render(text.replacing("{{a}}", with: "{{{a}}}"), ["yes": true, "a": "<"]) == expected)
    }

    @Test func linesOfAPieceAreIndented() throws {
        let list = ["list": ["one", "two\nthree"]]
        let pieces = ["row": "<{{{.}}}>\n-\n", "rows": "{{#list}}\n<{{{.}}}>\n{{/list}}\n.\n"]
        #expect(
            try render("{{#list}}\n  {{>row}}\n{{/list}}", list, pieces)
                == "  <one>\n  -\n  <two\nthree>\n  -\n")
        // Every line of a list within a piece, but no line of a value.
        #expect(try render("\t{{>rows}}\n;", list, pieces) == "\t<one>\n\t<two\nthree>\n\t.\n;")
        #expect(try render("\t{{>rows}};", list, ["rows": "a\nb"]) == "\ta\nb;")
        #expect(
            try render(" {{>outer}}\n", [:], ["outer": "1\n {{>inner}}\n", "inner": "2\n3\n"])
                == " 1\n  2\n  3\n")
        #expect(try render("{{>nothing}}.") == ".")
    }

    @Test func aFrameHasBlocks() throws {
        let pieces = [
            "frame": "<{{$a}}A{{/a}}{{$b}}B{{/b}}>", "middle": "{{<frame}}{{$a}}m{{/a}}{{/frame}}",
        ]
        #expect(try render("{{>frame}}", [:], pieces) == "<AB>")
        #expect(try render("{{<frame}} text {{$b}}{{x}}{{/b}} {{/frame}}", ["x": 1], pieces) == "<A1>")
        #expect(try render("{{<middle}}{{$a}}o{{/a}}{{$b}}p{{/b}}{{/middle}}", [:], pieces) == "<op>")
        #expect(throws: Mustache.Malformed.self) { try Mustache("{{<frame}}{{x}}{{/frame}}") }
    }

    @Test(arguments: [
        ("{{<box}}{{$c}}X{{<other}}{{$c}}Y{{/c}}{{/other}}{{/c}}{{/box}}", "<X[Y]>"),
        ("{{<box}}{{$c}}X{{<box}}{{$c}}Y{{/c}}{{/box}}{{/c}}{{/box}}", "<X<Y>>"),
        ("{{<box}}{{$c}}X{{$c}}Y{{/c}}{{/c}}{{/box}}", "<XY>"),
        ("{{<two}}{{$a}}{{$b}}1{{/b}}{{/a}}{{$b}}{{$a}}2{{/a}}{{/b}}{{/two}}", "2"),
    ])
    func aBlockWithinItselfEnds(_ text: String, _ expected: String) throws {
        let pieces = [
            "box": "<{{$c}}D{{/c}}>", "other": "[{{$c}}D{{/c}}]", "two": "{{$a}}A{{/a}}",
        ]
        #expect(try render(text, [:], pieces) == expected)
    }

    @Test func depthAndNumberOfPiecesAreLimited() throws {
        let nested = { (depth: Int) in
            String(repeating: "{{#a}}", count: depth) + "x" + String(repeating: "{{/a}}", count: depth)
        }
        #expect(try render(nested(100), ["a": true]) == "x")
        for depth in [101, 100_000] {
            #expect(throws: Mustache.Malformed.self) { try Mustache(nested(depth)) }
        }
        let doubling = Dictionary(
            uniqueKeysWithValues: (0..<30).map { ("p\($0)", "{{>p\($0 + 1)}}{{>p\($0 + 1)}}") })
        #expect(try render("{{>p0}}", [:], doubling) == nil)
    }

    @Test func aCombiningCharacterHidesNoMark() throws {
        let text = "{{a}}\u{FE0F}\u{20E3}{{!c}}\u{301} {{{a}}}\u{200D}{{#b}}\u{301}{{/b}}\u{301}"
        #expect(
            try render(text, ["a": "x", "b": true]) == "x\u{FE0F}\u{20E3}\u{301} x\u{200D}\u{301}\u{301}")
        // Not a name.
        #expect(throws: Mustache.Malformed.self) { try Mustache("{{\u{301}a}}") }
    }

    @Test func aListHasNoText() throws {
        let values: [String: Any] = ["list": ["x"], "record": ["x": 1], "no": false, "zero": 0]
        #expect(try render("[{{list}}{{record}}{{.}}{{no}}{{zero}}]", values) == "[false0]")
    }

    @Test(arguments: [
        ("{{uppercased(t)}}{{lowercased(t)}}{{capitalized(t)}}{{reversed(t)}}", "ÉA Béa bÉa Bb aÉ"),
        (
            "{{plusone(n)}}{{minusone(n)}}{{even(n)}}{{odd(n)}}{{equalzero(n)}}{{empty(t)}}",
            "86falsetruefalsefalse"
        ),
        (
            "{{count(l)}}{{first(l)}}{{last(l)}}{{empty(l)}}{{#reversed(l)}}{{.}}{{/reversed(l)}}",
            "3bcfalsecab"
        ),
        ("{{#sorted(l)}}{{.}}{{/sorted(l)}}{{uppercased(first(l))}}{{first(sorted(l))}}", "abcBa"),
        (
            "{{#l}}{{index()}}{{.}}{{#first()}}!{{/first()}}{{^last()}},{{/last()}}{{#odd()}}o{{/odd()}}{{/l}}",
            "0b!,1a,o2c"
        ),
        ("{{#enumerated(r)}}{{key}}={{value}};{{/enumerated(r)}}{{count(r)}}", "x=1;y=2;2"),
        ("[{{plusone(t)}}{{first(none)}}{{last()}}]", "[]"),
    ])
    func transforms(_ text: String, _ expected: String) throws {
        let values: [String: Any] = ["t": "Éa b", "n": 7, "l": ["b", "a", "c"], "r": ["y": 2, "x": 1]]
        #expect(try render(text, values) == expected)
    }

    @Test(arguments: [
        "{{a b}}", "{{}}", "{{a", "{{{a}}", "{{#a}}", "{{/a}}", "{{#a}}{{/b}}", "{{#a}}{{#b}}{{/a}}{{/b}}",
        "{{a)}}",
        "{{f(a}}", "{{(a)}}", "{{f(a))}}", "{{=< >=}}", "{{%X: y}}", "{{$f(a)}}{{/f(a)}}", "{{ä}}", "{{a/b}}",
        "{{\"}}", "{{nothing(a)}}",
    ])
    func whatIsNoTemplateIsRefused(_ text: String) {
        #expect(throws: Mustache.Malformed.self) { try Mustache(text) }
    }
}

@Suite struct TitleOrderTests {
    @Test(arguments: [
        ["Moon 9", "moon 10", "Moon 100"], ["A1b", "a01c", "a1d"], ["apfel", "Äpfel 2", "Apfel 3"],
        ["1", "2", "10", "a"], ["", "a"], ["ａ", "B", "ｃ"], ["x0", "x1", "x999999999999999999999999"],
    ])
    func asPeopleExpectIt(_ titles: [String]) {
        for (index, title) in titles.enumerated() {
            for later in titles[(index + 1)...] {
                #expect(TitleOrder(title) < TitleOrder(later), "\(title) \(later)")
                #expect(!(TitleOrder(later) < TitleOrder(title)), "\(title) \(later)")
            }
        }
    }

    @Test(arguments: [("Été", "ete"), ("a 007", "A 7"), ("ＡＢ", "ab")])
    func caseAccentsAndWidthDoNotMatter(_ one: String, _ other: String) {
        #expect(TitleOrder(one) == TitleOrder(other))
    }
}
