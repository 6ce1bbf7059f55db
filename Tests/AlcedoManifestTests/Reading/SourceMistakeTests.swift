import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Testing

@testable import AlcedoManifest

/// One test for each class of mistake in `sources`.
@Suite struct SourceMistakeTests {
    private func expect(
        _ source: String, _ words: String, network: String = "",
        _ location: SourceLocation = #_sourceLocation
    ) {
        let text = preamble + network + "variants: { thumb: { width: 5 } }\nsources:\n  - \(source)\n"
        expectProblems(text, [(1, words)], location)
    }

    @Test(arguments: [
        ("1️⃣photos/a.jpg", "must be a mapping"),
        ("{ path: a.jpg, 1️⃣url: https://example.org/a.jpg }", "received 'path' and 'url'"),
        ("1️⃣{ id: x }", "a source has one of 'path', 'url', 'data', 'list', 'provider' or 'canvas'"),
        ("{ path: a.jpg, 1️⃣headers: {} }", "it belongs to a 'url' source"),
        ("{ list: a.json, 1️⃣id: x }", "the rows have ids"),
        ("{ path: a.jpg, 1️⃣altt: x }", "did you mean 'alt'?"),
        ("{ path: a.jpg, 1️⃣quality: 5 }", "it belongs in a variant or in 'defaults'"),
        ("{ path: 1️⃣[] }", "is empty; give at least one path"),
        ("{ path: 1️⃣\"\" }", "is empty"),
        ("{ path: 1️⃣../a.jpg }", "leads out of the manifest's folder"),
        ("{ path: 1️⃣/a.jpg }", "it is absolute"),
        ("{ path: 1️⃣\"a/[b.jpg\" }", "'[' is not closed"),
        ("{ path: 1️⃣\"${HOME}/a.jpg\" }", "variables are read in 'url' and 'headers' only"),
        ("{ path: a/*.jpg, exclude: [1️⃣../x] }", "leads out of the manifest's folder"),
        ("{ path: a/*.jpg, root: 1️⃣/a }", "it is absolute"),
        ("{ path: a/*.jpg, 1️⃣id: x }", "'id' names one picture"),
        ("{ path: a.jpg, id: 1️⃣\" \" }", "is empty"),
        ("{ path: a.jpg, id: 1️⃣\"a\\nb\" }", "holds a control character"),
        ("{ path: a.jpg, id: 1️⃣true }", "put true in quotes"),
        ("{ path: a.jpg, optional: 1️⃣maybe }", "must be true or false, not 'maybe'"),
        ("{ url: 'https://example.org/a.jpg', 1️⃣optional: true }", "'on-error: skip' leaves out"),
        ("{ path: a.jpg, focus: 1️⃣42% }", "two percentages from the top left such as 42% 30%"),
        ("{ path: a.jpg, focus: 1️⃣101% 5% }", "two percentages"),
        (
            "{ path: a.jpg, alt: 1️⃣\"{meta.discription}\" }",
            "unknown placeholder '{meta.discription}'; did you mean '{meta.description}'?"
        ),
        ("{ path: a.jpg, alt: 1️⃣\"a { b\" }", "a brace has no partner"),
        ("{ path: a.jpg, media: { \"(hover)\": 1️⃣\"../b.jpg\" } }", "leads out of the manifest's folder"),
        ("{ path: a.jpg, media: { \"(hover)\": 1️⃣\"{variant}.jpg\" } }", "unknown placeholder '{variant}'"),
        ("{ path: a.jpg, media: 1️⃣dark }", "must be a mapping of media queries to pictures"),
        ("{ path: a.jpg, variants: [thumb, 1️⃣hero] }", "unknown variant 'hero'"),
        ("{ path: a.jpg, variants: [thumb, 1️⃣thumb] }", "has 'thumb' twice"),
        ("{ path: a.jpg, on-error: 1️⃣ignore }", "must be fail, skip or keep"),
        ("1️⃣{ data: \"data:,x\" }", "missing key 'id'"),
        ("{ id: x, data: 1️⃣image/png }", "must begin with 'data:'"),
        ("{ id: x, data: 1️⃣\"data:image/png;base64\" }", "has no comma"),
        ("{ id: x, data: 1️⃣\"data:image/png;base64,\" }", "holds no data"),
        ("{ list: 1️⃣/a.json }", "it is absolute"),
        ("{ list: a.json, items: 1️⃣a..b }", "has an empty part"),
        ("{ list: a.json, keys: { url: href, 1️⃣headers: h } }", "rows set no headers"),
        ("{ list: a.json, 1️⃣keys: { id: sku } }", "maps none of 'path', 'url' and 'data'"),
        ("{ path: 1️⃣a.jpg, b.jpg, variants: thumb }", "write 'path: [a.jpg, b.jpg]'"),
        ("{ path: a.jpg, alt: 1️⃣A dog, a cat }", "write 'alt: \"A dog, a cat\"'"),
        ("{ path: a.jpg, variants: [1️⃣thumb hero] }", "commas separate items: write thumb, hero"),
        ("1️⃣path:photos/*.jpg", "put a space after the colon: '- path: photos/*.jpg'"),
        ("1️⃣url:https://example.org/a.jpg", "put a space after the colon: '- url: https://example.org/a.jpg'"),
        ("1️⃣path:", "must be one value or a list, not nothing; write 'path: photos/*.jpg'"),
        ("1️⃣url:", "write 'url: https://example.org/a.jpg'"),
        ("path: 1️⃣https://example.org/a.jpg", "is an address, not a path"),
        ("path: [a.jpg, 1️⃣file:///a.jpg]", "a picture elsewhere is a source with 'url' or 'data'"),
        ("path: 1️⃣data:image/png;base64,AAAA", "is an address, not a path"),
        ("{ id: x, data: 1️⃣a.png }", "a file is a source with 'path', an address one with 'url'"),
        ("path: 1️⃣“photos/a.jpg”", "YAML reads curly quotes as letters; write straight quotes"),
    ])
    func sourcesAreChecked(source: String, words: String) {
        expect(source, words)
    }

    @Test(arguments: [
        ("1️⃣example.org/a.jpg", "must be an http or https URL"),
        ("1️⃣file:///etc/passwd", "must be an http or https URL"),
        ("1️⃣photos/a.jpg", "'https://' before a host, and 'path' in place of 'url' for a file"),
        ("1️⃣https:///a.jpg", "has no valid host name"),
        ("1️⃣https://exa mple.org/a.jpg", "has a character that is not allowed in a URL"),
        ("1️⃣https://example.org/a b.jpg", "has a character that is not allowed in a URL"),
        ("1️⃣https://-x-.org/a.jpg", "has no valid host name"),
        ("1️⃣https://example.org:99999/a.jpg", "has a port"),
        ("1️⃣\"https://[::zz]/a.jpg\"", "has no valid host name"),
        ("1️⃣http://example.org/a.jpg", "is plain http"),
        ("1️⃣\"https://example.org/${\"", "has '${' without a name"),
        (
            "1️⃣\"https://example.org/a?key=${MISSING}\"",
            "needs the environment variable MISSING, which is not set"
        ),
    ])
    func urlsAreChecked(url: String, words: String) {
        expect("{ url: \(url), id: x }", words)
    }

    @Test func plainHTTPNeedsPermission() throws {
        func allowed(_ rule: String, _ url: String) -> Bool {
            let text = preamble + "network: { allow: [\(rule)] }\nsources:\n  - { url: \"\(url)\", id: x }"
            return readManifest(text).manifest != nil
        }
        #expect(allowed("localhost", "http://localhost:8080/a.jpg"))
        #expect(allowed("Example.ORG", "http://example.org/a.jpg"))
        #expect(allowed("127.0.0.0/8", "http://127.9.9.9/a.jpg"))
        #expect(allowed("\"fd00::/8\"", "http://[fd12::1]/a.jpg"))
        #expect(!allowed("127.0.0.0/8", "http://128.0.0.1/a.jpg"))
        #expect(!allowed("127.0.0.0/8", "http://localhost/a.jpg"))
        #expect(!allowed("example.org", "http://evil-example.org/a.jpg"))
        #expect(!allowed("example.org", "http://user@other.org@evil.org/a.jpg"))
        #expect(!allowed("example.org", "http://example.org@evil.org/a.jpg"))
    }

    @Test func aVariableInTheURLNeedsAnID() {
        let text = MarkedText(preamble + "sources:\n  - 1️⃣url: https://example.org/${TOKEN}/a.jpg\n")
        let lines = readManifest(text.text, environment: ["TOKEN": "hunter2"]).diagnostics
        #expect(lines.count == 1)
        #expect(lines.first?.message.contains("missing key 'id'") == true)
        #expect(lines.first?.description.contains("hunter2") == false)
    }

    @Test(arguments: [
        ("{ 1️⃣\"Bad Name\": x }", "is not a header name"),
        ("{ 1️⃣Host: x }", "is set by the loader"),
        ("{ Accept: a, 1️⃣accept: b }", "is given twice"),
        ("{ Accept: 1️⃣[a] }", "the header 'Accept' must be text"),
        ("1️⃣hunter2", "must be a mapping of header names to values"),
        ("{ Authorization: 1️⃣\"Bearer ${NOPE}\" }", "needs the environment variable NOPE, which is not set"),
        ("{ Authorization: 1️⃣\"Bearer ${EMPTY}\" }", "needs the environment variable EMPTY, which is empty"),
        ("{ Authorization: 1️⃣\"Bearer ${BROKEN}\" }", "holds a line break"),
    ])
    func headersAreChecked(headers: String, words: String) {
        let text = preamble + "sources:\n  - { url: \"https://example.org/a.jpg\", headers: \(headers) }\n"
        expectProblems(text, environment: ["EMPTY": "", "BROKEN": "hunter2\n"], [(1, words)])
        let lines = readManifest(MarkedText(text).text, environment: ["BROKEN": "hunter2\n"]).diagnostics
        #expect(!lines.map(\.description).joined().contains("hunter2"))
    }

    @Test(arguments: [
        "url: “https://user:hunter2@example.org/a.jpg”", "{ url: https://user:hunter2@example.org/a, b.jpg }",
        "url: https://example.org/a.jpg\n    headers: { X-Key: “hunter2” }",
        "url: https://example.org/a.jpg\n    headers:\n      x-key:hunter2\n      y: z",
    ])
    func noMessageShowsACredential(source: String) {
        let lines = readManifest(preamble + "sources:\n  - \(source)\n").diagnostics
        #expect(!lines.isEmpty && !lines.map(\.description).joined().contains("hunter2"))
    }

    @Test func duplicateIDsAreReportedWithBothPlaces() {
        expectProblems(
            preamble + """
                sources:
                  - url: https://example.org/é.jpg?size=1
                  - 1️⃣url: https://user@example.org/e\u{301}.jpg?size=2
                  - { id: a, path: a.jpg }
                  - 2️⃣{ id: a, path: b.jpg }
                """,
            [
                (1, "duplicate id 'example.org/é.jpg'; the first is in line 4, column 5"),
                (2, "duplicate id 'a'; the first is in line 6, column 5"),
            ])
    }

    @Test func severalMistakesInOneSourceAreAllReported() {
        expectProblems(
            preamble + """
                sources:
                  - url: 1️⃣gopher://example.org
                    focus: 2️⃣here
                    on-error: 3️⃣panic
                    headers: { X: 4️⃣"${A}-${B}" }
                """,
            [
                (1, "http or https"), (2, "two percentages"), (3, "fail, skip or keep"),
                (4, "variable A"), (4, "variable B"),
            ])
    }
}
