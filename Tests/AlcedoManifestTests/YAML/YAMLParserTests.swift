import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Foundation
import Testing

@testable import AlcedoManifest

@Suite struct YAMLParserTests {
    private func parse(_ text: String) throws -> YAMLNode {
        let (root, problems) = try YAMLParser.parse(Data(text.utf8), file: "f")
        #expect(problems == [])
        return try #require(root)
    }

    private func failure(_ data: Data) -> Diagnostic? {
        do {
            let (_, problems) = try YAMLParser.parse(data, file: "f")
            return problems.first
        } catch {
            return error
        }
    }

    private func expectFailure(
        _ marked: String, _ words: String, _ location: SourceLocation = #_sourceLocation
    ) {
        let text = MarkedText(marked)
        let problem = failure(Data(text.text.utf8))
        #expect(
            problem?.message.contains(words) == true, "\(String(describing: problem))",
            sourceLocation: location)
        let place = problem?.location.map { MarkedText.Place(line: $0.line, column: $0.column) }
        #expect(place == text.places[0], "\(String(describing: problem))", sourceLocation: location)
    }

    @Test func everyNodeKnowsItsPlaceInCharacters() throws {
        let text = MarkedText(
            """
            1️⃣größe: 2️⃣"é🐦"   # ü
            list:
              - 3️⃣a
              - {4️⃣k: 5️⃣[]}
            """)
        let root = try parse(text.text)
        let list = try #require(root["list"]?.sequence)
        let nodes = [root, root["größe"], list[0], list[1].mapping?[0].key, list[1]["k"]]
        for (mark, node) in nodes.enumerated() {
            let place = try #require(node).location
            #expect(MarkedText.Place(line: place.line, column: place.column) == text.places[mark])
        }
    }

    @Test func quotedAndTaggedScalarsAreText() throws {
        let root = try parse(
            "a: '5'\nb: !!str 5\nc: &x !!str true\nd: 5\ne: |\n  5\nf: !!float 5\ng: !!int \"7\"")
        #expect(root["a"]?.scalar == .string("5"))
        #expect(root["b"]?.scalar == .string("5"))
        #expect(root["c"]?.scalar == .string("true"))
        #expect(root["d"]?.scalar == .int(5))
        #expect(root["e"]?.scalar == .string("5\n"))
        #expect(root["f"]?.scalar == .float(5))
        #expect(root["g"]?.scalar == .int(7))
    }

    @Test func unknownTagsAreRefused() {
        expectFailure("a: 1️⃣!color red", "the tag '!color'")
        expectFailure("a: 1️⃣!!int red", "does not match its tag")
    }

    @Test func aliasesShareTheirNode() throws {
        let root = try parse("a: &x {k: 1}\nb: *x\nc: [*x, *x]")
        #expect(root["a"] === root["b"])
        #expect(root["c"]?.sequence?.count == 2)
        #expect(root["b"]?.location.line == 1)
    }

    @Test func mergeKeysFillInWhatIsNotWritten() throws {
        let root = try parse(
            """
            one: &one {a: 1, b: 1}
            two: &two {b: 2, c: 2}
            both: {<<: [*one, *two], a: 0, d: 0}
            quoted: {"<<": text}
            """)
        let both = try #require(root["both"]?.mapping)
        // Written keys first, then those of the first mapping, then those of the second.
        #expect(both.map { $0.key.text } == ["a", "d", "b", "c"])
        #expect(both.map { $0.value.text } == ["0", "0", "1", "2"])
        #expect(root["quoted"]?["<<"]?.text == "text")
    }

    @Test func aMergeOfSomethingElseIsReported() {
        expectFailure("a: {<<: 1️⃣5}", "'<<' takes a mapping")
        expectFailure("x: &x {k: 1}\na: {<<: [*x, 1️⃣no]}", "'<<' takes a mapping")
    }

    @Test func aValueThatContainsItselfIsReported() {
        expectFailure("a: 1️⃣&a [*a]", "refers to the value itself")
        expectFailure("a: 1️⃣&a\n  b:\n    c: *a", "refers to the value itself")
        expectFailure("a: 1️⃣&a {<<: *a}", "refers to the value itself")
        expectFailure("1️⃣&a {*a : 1}", "refers to the value itself")
    }

    @Test func aliasesThatExplodeAreReported() {
        // Nine levels of nine: 9^9 = 387,420,489 values from 400 bytes.
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<9 {
            let items = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(items)]\n"
        }
        #expect(failure(Data(text.utf8))?.message.contains("expand to more than") == true)
    }

    @Test func aliasesThatExplodePastTheSizeOfAnIntegerAreReported() {
        var text = "a0: &a0 [x, x]\n"
        for level in 1..<200 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        #expect(failure(Data(text.utf8)) != nil)
    }

    @Test func mergesThatExplodeAreReported() {
        var text = "m0: &m0 {" + (0..<2000).map { "k\($0): 1" }.joined(separator: ", ") + "}\n"
        for level in 1...2000 { text += "m\(level): &m\(level) {<<: *m\(level - 1)}\n" }
        #expect(failure(Data(text.utf8))?.message.contains("more than") == true)
    }

    @Test func deepNestingIsReported() {
        let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        #expect(failure(Data(deep.utf8))?.message.contains("nested more than 64 deep") == true)
        // Deeply nested through aliases, although no line is.
        var text = "a0: &a0 [x]\n"
        for level in 1..<5000 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
        #expect(failure(Data(text.utf8))?.message.contains("nested more than 64 deep") == true)
        #expect(failure(Data(String(repeating: "[", count: 100_000).utf8)) != nil)
        #expect(failure(Data(String(repeating: "- ", count: 100_000).utf8)) != nil)
    }

    @Test func manyAnchorsAreRefusedBeforeLibyamlComparesThemAll() {
        let text = (0..<200_000).map { "- &a\($0) x\n" }.joined()
        #expect(failure(Data(text.utf8))?.message.contains("anchors") == true)
    }

    @Test func duplicateKeysAreReportedWithBothPlaces() throws {
        let text = MarkedText("a: 1\nb:\n  k: 1\n  1️⃣k: 2\n2️⃣a: 3")
        let (root, problems) = try YAMLParser.parse(Data(text.text.utf8), file: "f")
        #expect(
            problems.map(\.description) == [
                "f:4:3: error: duplicate key 'k'; the first is in line 3, column 3",
                "f:5:1: error: duplicate key 'a'; the first is in line 1, column 1",
            ])
        #expect(root?["a"]?.text == "1")
    }

    @Test func aSecondDocumentIsReported() {
        expectFailure("a: 1\n1️⃣---\nb: 2", "second document")
        expectFailure("a: 1\n...\n---\n1️⃣@", "cannot start any token")
    }

    @Test(arguments: ["", "# only a comment\n", "\u{FEFF}", "---\n...\n"])
    func anEmptyFileHasNoValue(text: String) throws {
        let (root, problems) = try YAMLParser.parse(Data(text.utf8), file: "f")
        #expect(root == nil || root?.isNull == true)
        #expect(problems == [])
    }

    @Test func tabsAsIndentationAreNamed() {
        expectFailure("a:\n1️⃣\tb: 1", "indent with spaces")
    }

    @Test func syntaxErrorsCarryLibyamlsWordsAndPlace() {
        expectFailure("a: [1, 2\nb1️⃣: 3", "did not find expected ',' or ']'")
        expectFailure("a: *1️⃣", "did not find expected alphabetic or numeric character")
        expectFailure("a: 1️⃣*missing", "found undefined alias")
        expectFailure("a: \"x\n1️⃣", "found unexpected end of stream")
    }

    @Test func aByteOrderMarkIsNotAColumn() throws {
        let root = try parse("\u{FEFF}a: 1")
        #expect(root.location.column == 1)
        #expect(root["a"]?.scalar == .int(1))
    }

    @Test(arguments: [[0xFE, 0xFF, 0, 0x61], [0xFF, 0xFE, 0x61, 0]] as [[UInt8]])
    func otherEncodingsAreNamed(bytes: [UInt8]) {
        #expect(failure(Data(bytes))?.message.contains("UTF-16") == true)
    }

    /// Ill-formed sequences of Unicode 15, section 3.9: tables 3-8 to 3-11 and overlong forms.
    @Test(
        arguments: [
            [0xC0, 0xAF], [0xE0, 0x80, 0xBF], [0xED, 0xA0, 0x80], [0xF4, 0x91, 0x92, 0x93], [0xFF],
            [0x41, 0x80],
            [0xE1, 0x80], [0xF0, 0x91, 0x92], [0xC3], [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func badUTF8HasAPlace(bytes: [UInt8]) {
        let problem = failure(Data("äö: 1\nk: é".utf8) + Data(bytes) + Data("\n".utf8))
        let bad = bytes.first == 0x41 ? 6 : 5
        #expect(problem?.message.contains("not valid UTF-8") == true)
        #expect(problem?.location == Diagnostic.Location(file: "f", line: 2, column: bad))
    }

    @Test(arguments: [0x00, 0x07, 0x1B, 0x7F, 0x80, 0x9F, 0xFFFE, 0xFFFF, 0xFEFF] as [UInt32])
    func charactersThatYAMLForbidsHaveAPlace(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let problem = failure(Data("k: é\(scalar)x".utf8))
        #expect(problem?.message.contains("not allowed") == true)
        #expect(problem?.location == Diagnostic.Location(file: "f", line: 1, column: 5))
    }
}
