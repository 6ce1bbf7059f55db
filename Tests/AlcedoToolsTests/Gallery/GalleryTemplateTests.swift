import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoTools

/// Mistakes in templates that the template library ignores.
@Suite struct GalleryTemplateTests {
    private let owner = GalleryOwner(
        manifest: "/site/images.yml", output: "/site/public/images", baseURL: "./images",
        root: "/site/public")

    static let head = "<meta name=\"generator\" content=\"{{generator}}\">\n"

    static func template(
        index: String = head, photo: String = head, others: [String: String] = [:]
    ) throws(ToolError) -> GalleryTemplate {
        var files = others.mapValues { Array($0.utf8) }
        files["index.html"] = Array(index.utf8)
        files["photo.html"] = Array(photo.utf8)
        return try GalleryTemplate(files: files, folder: "t")
    }

    /// The messages about an invalid template.
    private func said(
        _ index: String = GalleryTemplateTests.head, _ others: [String: String] = [:],
        photo: String = GalleryTemplateTests.head
    ) -> [String] {
        do {
            _ = try Self.template(index: index, photo: photo, others: others)
            return []
        } catch {
            return error.description.split(separator: "\n").map(String.init)
        }
    }

    @Test(arguments: [
        (
            "a\n  {{gallery.titel}}",
            "t/index.html:2:3: error: unknown mark 'gallery.titel'; did you mean 'title'?"
        ),
        (
            "{{#photos}}\n{{{uppercased(capton)}}}{{/photos}}",
            "t/index.html:2:1: error: unknown mark 'uppercased(capton)'"
        ),
        (
            "\n{{> crd}}",
            "t/index.html:2:1: error: there is no file 'crd.html' beside this one; did you mean 'card'?"
        ),
        ("{{>*id}}", "t/index.html:1:1: error: write the name of a piece in full"),
        (
            "x\n\n {{#photos}}\n{{^count}}\n{{/count}}\n",
            "t/index.html:3:2: error: the section 'photos' is never closed"
        ),
        (
            "{{#photos}}\n{{/photo}}",
            "t/index.html:2:1: error: expected '{{/photos}}' for line 1, received '{{/photo}}'"
        ),
        ("a\n{{/photos}}", "t/index.html:2:1: error: '{{/photos}}' closes nothing"),
        (
            "a\n{{#photo}}{{/photo}}",
            "t/index.html:2:1: error: the mark 'photo' is for photo.html only"
        ),
        ("{{=<% %>=}}", "t/index.html:1:1: error: galleries support only the delimiters {{ and }}"),
        (
            "{{photos}}",
            "t/index.html:1:1: error: the mark 'photos' is not a text; write {{#photos}} … {{/photos}}"
        ),
        (
            "{{>my card}}",
            "t/index.html:1:1: error: there is no file 'my card.html' beside this one"
        ),
        (
            "{{files.galery_css}}",
            "t/index.html:1:1: error: no file of the template has the mark 'galery_css'; did you mean 'gallery_css'?"
        ),
    ])
    func aMistakeIsReportedWithItsPlace(_ text: String, _ message: String) {
        #expect(said(text, ["card.html": "x", "gallery.css": "a{}"]) == [message])
    }

    @Test(arguments: [
        ("index", "<h1>{{title}}</h1>", "title", "gallery.title"),
        ("index", "{{photos.page}}", "photos.page", "{{#photos}}{{page}}{{/photos}}"),
        ("index", "{{number}}", "number", "{{#photos}}{{number}}{{/photos}}"),
        (
            "index", "{{#photos}}{{^facts}}{{label}}{{/facts}}{{/photos}}", "label",
            "{{#facts}}{{label}}{{/facts}}"
        ),
        ("index", "{{#photos}}{{.gallery}}{{/photos}}", ".gallery", "gallery"),
        ("photo", "<h1>{{title}}</h1>", "title", "photo.title"),
        ("photo", "{{#next}}{{{picture}}}{{/next}}", "picture", "photo.picture"),
    ])
    func aMarkOfAnotherPlaceIsAMistake(_ page: String, _ text: String, _ mark: String, _ meant: String) {
        let messages = page == "index" ? said("\n" + text) : said(photo: "\n" + text)
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("t/\(page).html:2:") == true)
        let end = "error: unknown mark '\(mark)'; did you mean '\(meant)'?"
        #expect(messages.first?.hasSuffix(end) == true, "\(messages)")
    }

    @Test(arguments: [
        (
            "<h1>{{uppercase(photo.title)}}</h1>",
            "t/photo.html:1:5: error: there is no transform 'uppercase'; did you mean 'uppercased'?"
        ),
        (
            "{{plusone(photo.title)}}",
            "t/photo.html:1:1: error: the transform 'plusone' returns nothing for the mark 'plusone(photo.title)'"
        ),
        (
            "{{#last()}}x{{/last()}}",
            "t/photo.html:1:1: error: the mark 'last()' is allowed directly in a list's section only"
        ),
        ("{{next.ratio}}", "t/photo.html:1:1: error: unknown mark 'next.ratio'"),
    ])
    func marksThatTheLibraryIgnoresAreMistakes(_ text: String, _ message: String) {
        #expect(said(photo: text) == [message])
    }

    @Test func aPartialIsCheckedWhereItIsIncluded() {
        let card = ["card.html": "{{title}}"]
        #expect(said("{{#photos}}{{>card}}{{/photos}}", card) == [])
        let message = "error: unknown mark 'title'; did you mean 'gallery.title'?"
        #expect(said("{{>card}}", card) == ["t/card.html:1:1: " + message])
        // The content of a block appears in place of the block.
        let frame = ["frame.html": "{{$top}}{{/top}}{{#photos}}{{$name}}{{/name}}{{/photos}}"]
        #expect(said("{{<frame}}{{$name}}{{title}}{{/name}}{{/frame}}", frame) == [])
        #expect(said("{{<frame}}{{$top}}{{title}}{{/top}}{{/frame}}", frame).count == 1)
    }

    @Test(arguments: [
        "gallery.isEmpty", "empty(photos)", "equalzero(gallery.count)", "even(gallery.count)",
        "odd(gallery.count)",
    ])
    func conditionalSectionsAreChecked(_ section: String) {
        let message = "unknown mark 'words.emty'; did you mean 'empty'?"
        for sign in ["#", "^"] {
            let said = said("{{\(sign)\(section)}}{{words.emty}}{{words.empty}}{{/\(section)}}")
            #expect(said.count == 1)
            #expect(said.first?.hasSuffix(message) == true, "\(said)")
        }
    }

    @Test func marksThatTheLibraryFillsAreValid() throws {
        let text = """
            {{! title }}{{count(photos)}}{{#first(photos)}}{{uppercased(title)}}{{/first(photos)}}\
            {{#photos}}{{#facts}}{{number}}{{label}}{{gallery.title}}{{/facts}}\
            {{#keywords}}{{.}}{{^last()}},{{/last()}}{{/keywords}}{{^credit}}-{{title}}{{/credit}}{{/photos}}\
            {{^gallery.isEmpty}}!{{/gallery.isEmpty}}
            """
        let template = try Self.template(index: Self.head + text)
        let photo: [String: Any] = [
            "title": "a", "number": 7, "keywords": ["x", "y"], "facts": [["label": "ISO"]],
        ]
        let values: [String: Any] = [
            "generator": owner.generator(of: "index.html"), "gallery": ["title": "G"], "photos": [photo],
        ]
        let page = String(decoding: try template.page("index", values, of: owner), as: UTF8.self)
        #expect(page.hasSuffix("\n1A7ISOGx,y-a!"))
    }

    @Test func aPartialMayUseTheMarksOfEitherPage() {
        let both = "{{#photo}}{{{picture}}}{{/photo}}{{#photos}}{{{card}}}{{/photos}}"
        #expect(throws: Never.self) {
            _ = try Self.template(
                index: Self.head + "{{>both}}", photo: Self.head + "{{>both}}", others: ["both.html": both])
        }
        #expect(said("{{>both}}", ["both.html": both]).count == 2)
        #expect(
            said("{{>one}}", ["one.html": "{{next.page}}"]) == [
                "t/one.html:1:1: error: the mark 'next.page' is for photo.html only"
            ])
    }

    @Test func twoFilesWithTheSameNameInPagesAreAMistake() {
        let files = ["a.b.css": "a{}", "a_b.css": "b{}"]
        #expect(said("{{files.a_b_css}}", files).count == 1)
        // Photographs that no page names are not part of it.
        #expect(throws: Never.self) { _ = try Self.template(others: files) }
    }

    @Test func whatTheLibraryCannotReadHasItsLine() {
        for text in ["\n\n{{photos", "\n\n{{a b}}", "a\n\n{{generator}"] {
            let said = said(text)
            #expect(said.count == 1)
            #expect(said.first?.hasPrefix("t/index.html:3:") == true, "\(said)")
        }
        // Columns of the first line are the file's columns, too.
        #expect(said("ab{{a b}}").first?.hasPrefix("t/index.html:1:") == true)
    }

    @Test func allMistakesOfAllFilesAreReportedAtOnce() {
        #expect(said("{{titel}}\n{{titel}}", ["card.html": "{{>none}}"]).count == 3)
    }

    @Test func aPartialThatIncludesItselfIsAMistake() {
        let said = said("{{>a}}", ["a.html": "\n{{#photos}}{{>b}}{{/photos}}", "b.html": "{{>a}}"])
        #expect(
            said == [
                "t/a.html:2:12: error: the piece 'b' includes itself",
                "t/b.html:1:1: error: the piece 'a' includes itself",
            ])
    }

    @Test func theTwoPagesMustBeThere() {
        #expect(throws: ToolError.self) { try GalleryTemplate(files: [:], folder: "t") }
        #expect(throws: ToolError.self) {
            try GalleryTemplate(files: ["index.html": [0xFF], "photo.html": []], folder: "t")
        }
    }

    @Test func aPageWithoutItsMarkIsNotMade() throws {
        let template = try Self.template(photo: "<p>{{generator}}</p>")
        let values = ["generator": owner.generator(of: "index.html")]
        #expect(throws: Never.self) { _ = try template.page("index", values, of: owner) }
        #expect(throws: ToolError.self) { try template.page("photo", values, of: owner) }
    }

    @Test func valuesAreEscapedWhateverStandsBehindAQuote() throws {
        // A combining mark joins the preceding character; a browser sees two.
        let template = try Self.template(
            index: Self.head + "{{>card}}{{#photos}}[{{title}}]{{/photos}}",
            others: ["card.html": "\"{{gallery.title}}\""])
        let hostile = "\"\u{301} onload=alert(1) <\u{20DD}b>&'"
        let values: [String: Any] = [
            "generator": owner.generator(of: "index.html"), "gallery": ["title": hostile],
            "photos": [["title": hostile]],
        ]
        let page = String(decoding: try template.page("index", values, of: owner), as: UTF8.self)
        let escaped = "&quot;\u{301} onload=alert(1) &lt;\u{20DD}b&gt;&amp;&#39;"
        // Compared by bytes, because differently encoded text can be equal.
        #expect(
            Array(page.utf8).suffix(escaped.utf8.count * 2 + 4)
                == Array("\"\(escaped)\"[\(escaped)]".utf8)[...])
    }

    @Test func filesThatGoAlongAreNamedByTheirContent() throws {
        // SHA-256 of "abc": FIPS 180-2, appendix B.1.
        let template = try Self.template(
            index: Self.head + "{{files.a_b_css}}",
            others: ["a b.css": "abc", "notes.md": "no", ".hidden": "no", "holiday.jpg": "no page names it"])
        #expect(template.assets.map(\.name) == ["a b.ba7816bf8f.css"])
        #expect(template.assetNames["a_b_css"] == "a b.ba7816bf8f.css")
    }

    @Test func ofManyUnknownMarksOnlyTheFirstHaveSuggestions() {
        let lines = said(Self.head + String(repeating: "{{gallery.titel}}\n", count: 150))
        #expect(lines.count == 150)
        #expect(lines.first == "t/index.html:2:1: error: unknown mark 'gallery.titel'; did you mean 'title'?")
        #expect(lines.last == "t/index.html:151:1: error: unknown mark 'gallery.titel'")
    }

    @Test func aPieceThatIsNotTextIsThereForOthers() {
        let files = [
            "index.html": Array((Self.head + "{{>card}}").utf8), "photo.html": Array(Self.head.utf8),
            "card.html": [0xFF, 0x41],
        ]
        do {
            _ = try GalleryTemplate(files: files, folder: "t")
            Issue.record("the template was accepted")
        } catch {
            #expect(error.description == "t/card.html:1:1: error: the file is not UTF-8")
        }
    }
}
