import AlcedoTools
import Testing

@testable import Alcedo
@testable import AlcedoGallery
@testable import AlcedoManifest

/// What a template has to be.
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
            "\n{{> crd}}",
            "t/index.html:2:1: error: there is no file 'crd.html' beside this one; did you mean 'card'?"
        ),
        (
            "x\n\n {{#photos}}\n{{^count}}\n{{/count}}\n",
            "t/index.html:3:2: error: a section is not closed before the end of the file"
        ),
        ("{{#photos}}\n{{/photo}}", "t/index.html:2:1: error: this does not close the open section"),
        ("a\n{{/photos}}", "t/index.html:2:1: error: this does not close the open section"),
        ("{{=<% %>=}}", "t/index.html:1:1: error: this setting is unknown"),
        (
            "{{uppercase(gallery.title)}}",
            "t/index.html:1:1: error: there is no transform 'uppercase'; did you mean 'uppercased'?"
        ),
        (
            "{{>my card}}",
            "t/index.html:1:1: error: there is no file 'my card.html' beside this one"
        ),
    ])
    func aMistakeIsReportedWithItsPlace(_ text: String, _ message: String) {
        #expect(said(text, ["card.html": "x", "gallery.css": "a{}"]) == [message])
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
        #expect(said("{{>one}}\n{{>two}}{{#photos}}", ["card.html": "{{>none}}"]).count == 4)
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
