import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Foundation
import Testing

@testable import AlcedoManifest

@Suite struct JSONParserTests {
    @Test func everythingThatJSONHasIsRead() throws {
        let text = #"{"a": [1, -2.5e3, true, null, ""], "b":{"c":"\u00e9\n\ud83d\udc26\/"}, "d": []}"#
        let root = try JSONParser.parse(Data(text.utf8), file: "f")
        #expect(
            root["a"]?.sequence?.map(\.scalar) == [.int(1), .float(-2500), .bool(true), .null, .string("")])
        #expect(root["b"]?["c"]?.text == "é\n🐦/")
        #expect(root["d"]?.sequence?.isEmpty == true)
    }

    @Test func valuesKnowTheirPlace() throws {
        let text = MarkedText("{\n\t\"ü\": 1️⃣[2️⃣{}, 3️⃣\"x\"]\n}")
        let root = try JSONParser.parse(Data(text.text.utf8), file: "f")
        let list = try #require(root["ü"])
        for (mark, node) in ([list] + (list.sequence ?? [])).enumerated() {
            let place = MarkedText.Place(line: node.location.line, column: node.location.column)
            #expect(place == text.places[mark])
        }
    }

    @Test(arguments: [
        "1️⃣", "{1️⃣a: 1}", "[1, 1️⃣]", "[1 1️⃣2]", "{\"a\" 1️⃣1}", "[1️⃣01]", "[1️⃣+1]", "[1️⃣.5]", "[1️⃣1.]", "[1️⃣NaN]",
        "[1️⃣True]", "\"\\ud83d1️⃣\"", "\"\\1️⃣q\"", "[1] 1️⃣x", "\"a1️⃣\n\"", "[1️⃣~]", "{\"a\":1,1️⃣}",
    ])
    func invalidJSONIsReportedWithItsPlace(marked: String) {
        let text = MarkedText(marked)
        #expect {
            try JSONParser.parse(Data(text.text.utf8), file: "f")
        } throws: { error in
            guard let place = (error as? Diagnostic)?.location else { return false }
            return MarkedText.Place(line: place.line, column: place.column) == text.places[0]
        }
    }

    // Counted from its start for each value, such a line takes hours.
    @Test(.timeLimit(.minutes(60))) func aLongLineIsCountedOnce() throws {
        let items = (0..<10_000).map { "{\"url\":\"https://example.org/ü/\($0).jpg\",\"sku\":\($0)}" }
        let text = "[" + items.joined(separator: ",") + "]"
        var parser = JSONParser(bytes: Array(text.utf8), file: "f")
        let root = try parser.document()
        // Before the last item: all others, each with a comma, and the bracket. In characters, not bytes.
        let column = items.dropLast().reduce(1) { $0 + $1.unicodeScalars.count + 1 } + 1
        #expect(root.sequence?.last?.location == Diagnostic.Location(file: "f", line: 1, column: column))
    }

    @Test func deepNestingIsReported() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: Diagnostic.self) { try JSONParser.parse(Data(deep.utf8), file: "f") }
    }
}
