import AlcedoBase
import AlcedoManifest
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Invalid rows of a list, and conflicting rows.
@Suite struct ListRowTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["x.png", "y.png"] { try folder.write("x", to: name) }
    }

    private func resolve(_ rows: String, items: String = "") throws -> SourceResolution {
        try folder.write(rows, to: "list.json")
        return try resolveList(items)
    }

    private func resolveList(_ items: String = "") throws -> SourceResolution {
        let text = "variants: { thumb: { width: 5 } }\nsources:\n  - list: list.json\n" + items
        return SourceResolver(try manifest(text, directory: folder.path)).resolve()
    }

    /// `line:column id: reason` of each failure.
    private func lines(_ found: SourceResolution) -> [String] {
        found.failures.map { "\($0.row?.line ?? 0):\($0.row?.column ?? 0) \($0.id): \($0.reason)" }
    }

    private static let badFocus =
        "'focus' must be two percentages from the top left such as 42% 30%, not 'bad'"

    @Test(arguments: [
        (#"[{"id":"a","path":"x.png"},{"id":"a","path":"x.png","focus":"bad"}]"#, "1:61"),
        (#"[{"id":"a","path":"x.png","focus":"bad"},{"id":"a","path":"x.png"}]"#, "1:35"),
        (
            #"[{"id":"a","path":"x.png"},{"id":"a","path":"x.png"},{"id":"a","path":"x.png","focus":"bad"}]"#,
            "1:87"
        ),
    ])
    func aBadRowIsNotMadeGoodByAGoodOne(rows: String, place: String) throws {
        let found = try resolve(rows)
        #expect(found.sources.isEmpty && found.diagnostics == [])
        #expect(lines(found) == ["\(place) a: \(Self.badFocus)"])
        #expect(found.failures.map(\.order) == [0])
    }

    @Test func aRowWhoseIDCannotBeReadFailsUnderItsNumberAndHarmsNoOther() throws {
        let found = try resolve(#"[{"path":"x.png"},{"id":true,"path":"x.png"},{"path":"y.png"}]"#)
        #expect(found.sources.map(\.id) == ["x.png", "y.png"])
        #expect(
            lines(found) == [
                "1:25 list.json#2: 'id' must be text; put true in quotes if it is meant as text"
            ])
    }

    @Test(arguments: ["", " ", "\\t"]) func anEmptyIDIsAMistake(id: String) throws {
        let found = try resolve("[{\"id\":\"\(id)\",\"path\":\"x.png\"},{\"id\":null,\"path\":\"y.png\"}]")
        #expect(found.sources.map(\.id) == ["y.png"])
        #expect(
            lines(found) == [
                "1:8 list.json#1: 'id' is empty; leave it out where a row has no id of its own"
            ])
    }

    @Test func aKeyThatStandsTwiceInARowIsAMistake() throws {
        let found = try resolve(
            """
            [{"id":"q","id":"r","path":"x.png"},
             {"id":"s","path":"y.png","more":{"a":1,"b":[{"c":1,"c":1}]}},
             {"id":"t","path":"y.png","more":{"a":1,"b":[{"a":1},{"a":1}]}}]
            """)
        #expect(found.sources.map(\.id) == ["t"])
        #expect(
            lines(found) == [
                "1:12 q: duplicate key 'id'; the first is in line 1, column 3",
                "2:53 s: duplicate key 'c'; the first is in line 2, column 47",
            ])
    }

    @Test func aKeyThatStandsTwiceOnTheWayToTheRowsIsAMistakeOfTheFile() throws {
        let found = try resolve(
            #"{"a":{"rows":[{"path":"x.png"}],"rows":[]},"b":1,"b":2}"#, items: "    items: a.rows\n")
        #expect(
            found.diagnostics.map(\.description) == [
                "list.json:1:33: error: duplicate key 'rows'; the first is in line 1, column 7",
                "list.json:1:50: error: duplicate key 'b'; the first is in line 1, column 44",
            ])
    }

    @Test func anIDThatWouldBreakALineIsNotShown() throws {
        let found = try resolve(
            #"[{"path":"a\nb.png"},{"url":"https://e.org/a\nb"},{"id":"a\u2028b","path":"x.png"},{"path":"./"}]"#
        )
        #expect(found.failures.map(\.id) == (1...4).map { "list.json#\($0)" })
        #expect(found.failures.map(\.reason).allSatisfy { $0.rangeOfCharacter(from: .newlines) == nil })
        #expect(found.failures.last?.reason == "'path' names no file")
    }

    @Test func anInvalidValueIsReportedOnce() throws {
        let found = try resolve(#"[{"id":"a","path":true},{"id":"b","url":{"x":1}},{"id":"c"}]"#)
        #expect(
            found.failures.map(\.reason) == [
                "'path' must be text; put true in quotes if it is meant as text",
                "'url' must be text, not a mapping",
                "expected one of 'path', 'url' or 'data', received none of them",
            ])
    }

    @Test func aListOfBadRowsWithOneIDIsCutShort() throws {
        let rows = (0..<500).map { "{\"id\":\"a\",\"path\":\"x.png\",\"focus\":\"\($0)\"}" }
        let found = try resolve("[\(rows.joined(separator: ","))]")
        #expect(found.failures.count == 20)
        #expect(found.failures.last?.reason == "more rows with this id have mistakes")
    }

    @Test(arguments: [
        ("{\"path\":\"x.png\"}\n{\"path\":\"y.png\"}", "2:1", "put all values into one array"),
        ("null", "1:1", "a list is JSON, YAML or CSV"), ("\"x.png\"", "1:1", "a list is JSON, YAML or CSV"),
        ("[\u{0}{\u{0}}\u{0}]\u{0}", "1:1", "the file is UTF-16; save it as UTF-8"),
        ("\u{0}[\u{0}]", "1:1", "the file is UTF-16; save it as UTF-8"),
    ])
    func aListThatIsNotAnArrayIsReported(text: String, place: String, words: String) throws {
        let found = try resolve(text)
        #expect(found.diagnostics.count == 1)
        let first = try #require(found.diagnostics.first)
        #expect(first.description.hasPrefix("list.json:\(place): error: "))
        #expect(first.message.contains(words), "\(first)")
    }

    @Test func rowsAreReadBehindAMarkAndWithEndsOfLinesOfBothKinds() throws {
        let found = try resolve("\u{FEFF}[\r\n {\"path\":\"x.png\"},\n\r\n {\"path\":\"gone\"}\r\n]\r\n")
        #expect(found.sources.map { "\($0.row?.line ?? 0):\($0.row?.column ?? 0)" } == ["2:2"])
        #expect(found.failures.map { "\($0.row?.line ?? 0):\($0.row?.column ?? 0)" } == ["4:2"])
    }

    @Test func aListReadTwiceIsReportedAtItsEntries() throws {
        let found = try resolve(#"[{"path":"x.png"}]"#, items: "  - list: list.json\n")
        #expect(
            found.diagnostics.map(\.description) == [
                "images.yml:6:5: error: duplicate id 'x.png'; the entry at images.yml:5:5 reads the same list; "
                    + "keep one of them"
            ])
    }

    @Test(arguments: [true, false]) func rowsRefineNoGlob(listIsFirst: Bool) throws {
        try folder.write(#"[{"path":"x.png"}]"#, to: "list.json")
        let entries = ["  - list: list.json\n", "  - path: '*.png'\n"]
        let text =
            "variants: { thumb: { width: 5 } }\nsources:\n"
            + (listIsFirst ? entries : entries.reversed()).joined()
        let found = SourceResolver(try manifest(text, directory: folder.path)).resolve()
        #expect(found.diagnostics.count == 1)
        #expect(found.diagnostics.first?.message.contains("rows do not refine globs") == true)
    }

    @Test(arguments: [
        ("'*.json'", "there is no such file; 'list' takes one file, not a pattern"),
        ("none.json", "there is no such file"),
    ])
    func aMissingListIsAMistake(file: String, words: String) throws {
        let text = "variants: { thumb: { width: 5 } }\nsources:\n  - list: \(file)\n"
        let found = SourceResolver(try manifest(text, directory: folder.path)).resolve()
        #expect(found.diagnostics.first?.message.hasSuffix(": " + words) == true, "\(found.diagnostics)")
    }

    @Test func aListIsNotAnAddress() {
        expectProblems(
            preamble + "variants: {}\nsources:\n  - list: 1️⃣https://e.org/x.json\n",
            [(1, "must be a file below the manifest; load the list before the build")])
    }

    @Test func eachMistakeOfASourceIsReportedOnce() throws {
        let found = try resolve(
            """
            [{"id":"a","path":"x.png","focus":"bad","variants":["tumb"]},
             {"id":"a","path":"x.png","focus":"bad"},
             {"id":"a","path":"x.png","alt":true}]
            """)
        #expect(
            lines(found) == [
                "1:35 a: \(Self.badFocus)",
                "1:53 a: unknown variant 'tumb' in 'variants'; did you mean 'thumb'?",
                "3:33 a: 'alt' must be text; put true in quotes if it is meant as text",
            ])
        #expect(found.failures.map(\.order) == [0, 0, 0])
    }

    @Test func conflictingRowsOnOneLineAreNamedByTheirColumns() throws {
        let found = try resolve(
            #"[{"id":"q","path":"x.png"},{"id":"q","path":"y.png","alt":"Q"},{"id":"q","path":"z.png"}]"#)
        #expect(
            lines(found) == [
                "1:2 q: the rows at list.json:1:2 and list.json:1:28 give it different values for 'path', 'alt'; "
                    + "make them the same, or give each an id of its own"
            ])
    }

    @Test func rowsThatSayTheSameInOtherWordsAreOne() throws {
        let found = try resolve(
            #"[{"path":"x.png"},{"path":"./x.png"},{"id":"x.png","path":"x.png","alt":null}]"#)
        #expect(found.sources.map(\.id) == ["x.png"])
        #expect(found.failures.isEmpty && found.diagnostics == [])
    }

    @Test func anIDThatFollowsFromALongAddressIsAMistakeLikeAWrittenOne() throws {
        let long = String(repeating: "a", count: 1000)
        let found = try resolve("[{\"url\":\"https://e.org/\(long)\"}]")
        #expect(found.failures.map(\.reason).allSatisfy { $0.hasSuffix("is longer than 1000 bytes") })
        #expect(found.failures.count == 1)
    }

    @Test(arguments: ["pipe", "socket", "device"], [true, false])
    func aListThatIsNotAFileIsReported(kind: String, isOptional: Bool) throws {
        let path = folder.path + "/list.json"
        switch kind {
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        case "device": try folder.link("list.json", to: "/dev/null")
        default:
            let descriptor = try bindSocket(path)
            close(descriptor)
        }
        let found = try resolveList(isOptional ? "    optional: true\n" : "")
        #expect(
            found.diagnostics.map(\.description) == [
                "images.yml:5:11: error: the list 'list.json' cannot be read: it is not a regular file"
            ])
    }
}

/// A socket in the file system; the caller closes it.
private func bindSocket(_ path: String) throws -> Int32 {
    #if canImport(Glibc)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    try #require(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    #expect(status == 0)
    return descriptor
}
