import AlcedoBase
import AlcedoManifest
import AlcedoRecipes
import Foundation
import Testing

@Suite struct SourceListTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func resolve(_ entry: String, _ list: String, name: String = "data/list.json") throws
        -> SourceResolution
    {
        try folder.write(list, to: name)
        let text =
            "network: { allow: [localhost] }\nvariants: { thumb: { width: 5 }, hero: { width: 9, aspect: 2:1 } }\nsources:\n"
        return SourceResolver(try manifest(text + "  - " + entry, directory: folder.path)).resolve()
    }

    private func place(_ location: Diagnostic.Location?) -> String {
        location.map { "\($0)" } ?? "nowhere"
    }

    @Test func aListOfTheContractIsRead() throws {
        let found = try resolve(
            "{ list: data/list.json, items: data.products, keys: { id: sku, url: image.href, alt: title }, "
                + "variants: [thumb], on-error: keep }",
            """
            {"data": {"products": [
              {"sku": 1001, "image": {"href": "https://example.org/a.jpg"}, "title": "A {meta.title} ${X}"},
              {"sku": "b-2", "image": {"href": "https://example.org/b.jpg"}, "title": null, "id": "ignored", "headers": {}}
            ]}}
            """)
        #expect(found.diagnostics == [] && found.failures == [])
        #expect(found.sources.map(\.id) == ["1001", "b-2"])
        #expect(found.sources.map(\.variants) == [["thumb"], ["thumb"]])
        #expect(found.sources.map(\.onError) == [.keep, .keep])
        // Text of a row is not a template and has no variables.
        #expect(found.sources[0].alt?.render(meta: ["title": "no"]) == "A {meta.title} ${X}")
        #expect(found.sources[1].alt == nil)
        #expect(found.sources[0].remote == RemoteSource(url: SecretText("https://example.org/a.jpg")))
        #expect(found.sources.map { place($0.row) } == ["data/list.json:2:3", "data/list.json:3:3"])
        #expect(found.sources[0].location.line == 6)
    }

    @Test func withoutKeysRowsUseAlcedosNames() throws {
        let found = try resolve(
            "{ list: data/list.yml, alt: \"{meta.title}\" }",
            """
            - { url: "https://example.org/a.jpg", focus: 10% 20%, aspect: "4:5", variants: hero, alternatives: ["https://m.example.org/a"] }
            - { path: pics/b.jpg, alt: B, cache-key: k, unknown: 1 }
            - { data: "data:,x", id: d }
            """, name: "data/list.yml")
        #expect(found.failures.map(\.reason) == ["there is no file 'data/pics/b.jpg'"])
        #expect(found.sources.map(\.id) == ["example.org/a.jpg", "d"])
        #expect(found.sources[0].focus == FocalPoint(x: 0.1, y: 0.2))
        #expect(found.sources[0].aspects == ["hero": PixelSize(width: 4, height: 5)])
        #expect(found.sources[0].variants == ["hero"])
        #expect(found.sources[0].alt?.hasPlaceholders == true)
        #expect(found.sources.map(\.svg) == [.refuse, .refuse])
    }

    @Test func pathsBeginInTheListsFolderAndStayThere() throws {
        let outside = try TemporaryFolder()
        try outside.write("x", to: "s.jpg")
        for file in ["data/pics/a.jpg", "other/b.jpg"] { try folder.write("x", to: file) }
        try folder.link("data/link.jpg", to: "../other/b.jpg")
        try folder.link("data/out", to: outside.path)
        let found = try resolve(
            "{ list: data/list.json, root: data }",
            """
            [{"path": "pics/a.jpg"}, {"path": "../other/b.jpg"}, {"path": "/etc/passwd"}, {"path": "link.jpg"},
             {"path": "out/s.jpg"}, {"path": "pics/*.jpg"}, {"path": "pics\\u0000/a.jpg"}, {"path": "./pics/../pics/a.jpg"}]
            """)
        #expect(found.sources.map(\.id) == ["pics/a.jpg"])
        #expect(found.sources[0].file == folder.path + "/data/pics/a.jpg")
        #expect(found.sources[0].origin.shown == "data/pics/a.jpg")
        #expect(found.failures.count == 7)
        #expect(found.failures[0].reason.contains("must stay in the list's folder"))
        #expect(found.failures[1].reason.contains("must stay in the list's folder"))
        #expect(found.failures[2].reason == "'data/link.jpg' is a link that leads out of the list's folder")
        #expect(found.failures[3].reason == "'data/out/s.jpg' is a link that leads out of the list's folder")
        #expect(found.failures[4].reason.hasPrefix("there is no file 'data/pics/*.jpg'"))
        #expect(found.failures[5].reason.contains("control character"))
        #expect(found.failures[6].reason.contains("must stay in the list's folder"))
    }

    @Test func badRowsFailAloneWithTheirPlace() throws {
        let found = try resolve(
            "{ list: data/list.json, on-error: skip }",
            """
            [{"url": "https://example.org/ok.jpg"},
             5,
             {"id": "none"},
             {"id": "both", "url": "https://example.org/a", "path": "a.jpg"},
             {"id": "bad", "url":
               "ftp://example.org/a"},
             {"id": "plain", "url": "http://example.org/a"},
             {"id": "local", "url": "http://localhost:8080/a"},
             {"id": "var", "url": "https://example.org/${TOKEN}"},
             {"id": "v", "url": "https://example.org/v", "variants": ["tumb"]},
             {"id": "f", "url": "https://example.org/f", "focus": "left"},
             {"id": true, "url": "https://example.org/t"},
             {"data": "data:,x"},
             {"id": "d", "data": "x"}]
            """)
        #expect(found.diagnostics == [])
        #expect(found.sources.map(\.id) == ["example.org/ok.jpg", "local"])
        let lines = found.failures.map { "\(place($0.row)) \($0.id): \($0.reason)" }
        let expected = [
            "data/list.json:2:2 data/list.json#2: the row must be a mapping, not 5",
            "data/list.json:3:2 none: expected one of 'path', 'url' or 'data', received none of them",
            "data/list.json:4:2 both: expected one of 'path', 'url' or 'data', received 'path' and 'url'",
            "data/list.json:6:4 bad: 'url' must be an http or https URL: write 'https://' before a host, "
                + "and 'path' in place of 'url' for a file",
            "data/list.json:7:25 plain: 'url' is plain http, and 'allow' in 'network' does not name example.org",
            "data/list.json:9:23 var: 'url' has a character that is not allowed in a URL; percent-encode it",
            "data/list.json:10:59 v: unknown variant 'tumb' in 'variants'; did you mean 'thumb'?",
            "data/list.json:11:55 f: 'focus' must be two percentages from the top left such as 42% 30%, not 'left'",
            "data/list.json:12:9 data/list.json#11: 'id' must be text; put true in quotes if it is meant as text",
            "data/list.json:13:2 data/list.json#12: a 'data' row needs an id",
            "data/list.json:14:22 d: 'data' must begin with 'data:'; a file is a source with 'path', "
                + "an address one with 'url'",
        ]
        #expect(lines == expected)
        #expect(found.failures.allSatisfy { $0.onError == .skip })
        #expect(found.failures.map(\.order) == [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12])
    }

    @Test func identicalRowsMergeAndConflictingOnesFail() throws {
        let found = try resolve(
            "{ list: data/list.json }",
            """
            [{"id": "a", "url": "https://example.org/a", "category": 1},
             {"id": "b", "url": "https://example.org/b"},
             {"id": "a", "url": "https://example.org/a", "category": 2},
             {"id": "b", "url": "https://example.org/b", "alt": "B"}]
            """)
        #expect(found.diagnostics == [])
        #expect(found.sources.map(\.id) == ["a"])
        #expect(found.failures.map(\.id) == ["b"])
        #expect(
            found.failures[0].reason
                == "the rows at data/list.json:2:2 and data/list.json:4:2 give it different values for 'alt'; "
                + "make them the same, or give each an id of its own")
    }

    @Test(arguments: [
        (
            "{ list: data/none.json }", "[]", "5:13",
            "the list 'data/none.json' cannot be read: there is no such file"
        ),
        (
            "{ list: data }", "[]", "5:13",
            "the list 'data' cannot be read: it is a folder; name the file with the rows"
        ),
        (
            "{ list: data/list.json }", "{}", "1:1",
            "must be an array of rows, not a mapping; set 'items'"
        ),
        ("{ list: data/list.json, items: a.b }", "{\"a\": {}}", "5:5", "'data/list.json' has no 'a.b'"),
        ("{ list: data/list.json }", "[1,]", "1:4", "not valid JSON"),
    ])
    func aListThatCannotBeReadIsAMistake(entry: String, list: String, place: String, words: String) throws {
        try folder.write(list, to: "data/list.json")
        let text = "variants: {}\nsources:\n  - " + entry
        let found = SourceResolver(try manifest(text, directory: folder.path)).resolve()
        #expect(found.sources.isEmpty && found.failures.isEmpty)
        #expect(found.diagnostics.count == 1)
        let location = found.diagnostics.first?.location
        #expect(location.map { "\($0.line):\($0.column)" } == place)
        #expect(found.diagnostics.first?.message.contains(words) == true, "\(found.diagnostics)")
    }

    @Test func anOptionalListMayBeMissing() throws {
        let found = try resolve("{ list: data/none.json, optional: true }", "[]")
        #expect(found.diagnostics == [])
    }

    @Test func arraysInRowsHaveNumbers() throws {
        let found = try resolve(
            "{ list: data/list.json, keys: { id: id, url: images.0.src } }",
            #"[{"id": "a", "images": [{"src": "https:\/\/example.org\/a"}]}, {"id": "b", "images": []}]"#)
        #expect(found.sources.map(\.id) == ["a"])
        #expect(found.failures.map(\.id) == ["b"])
    }
}
