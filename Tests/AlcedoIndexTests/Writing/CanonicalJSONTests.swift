import Foundation
import Testing

@testable import AlcedoIndex

@Suite struct CanonicalJSONTests {
    private func written(_ body: (inout CanonicalJSON) -> Void) -> String {
        var json = CanonicalJSON()
        json.object(.line, body)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("plain", #""plain""#),
        ("/a/b", #""/a/b""#),
        (#"say "no""#, #""say \"no\"""#),
        (#"C:\new"#, #""C:\\new""#),
        ("a\nb\tc\rd\u{8}e\u{C}f", #""a\nb\tc\rd\be\ff""#),
        ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""),
        ("é 漢 🐦", #""é 漢 🐦""#),
        ("</script>", #""</script>""#),
    ])
    func stringsEscapeWhatJSONDemandsAndNothingElse(text: String, json: String) throws {
        #expect(written { $0.member("t", text) } == "{ \"t\": \(json) }")
        // The other program: Foundation reads the values back.
        let read = try JSONDecoder().decode([String].self, from: Data("[\(json)]".utf8))
        #expect(read == [text])
    }

    @Test(arguments: [
        (4.0, "4"), (2.8, "2.8"), (-33.859972, "-33.859972"), (0.1, "0.1"), (1e-7, "1e-07"), (0, "0"),
        (.leastNonzeroMagnitude, "5e-324"),
    ])
    func numbersHaveTheShortestDigitsThatReadBackEqual(number: Double, json: String) throws {
        #expect(written { $0.member("n", number) } == "{ \"n\": \(json) }")
        #expect(try JSONDecoder().decode([Double].self, from: Data("[\(json)]".utf8)) == [number])
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func numbersThatJSONCannotHoldAreLeftOut(number: Double) {
        #expect(written { $0.member("n", number) } == "{}")
    }

    @Test func membersWithoutAValueAreLeftOut() {
        let none: String? = nil
        #expect(
            written {
                $0.member("a", none)
                $0.member("b", true)
                $0.member("c", none)
                $0.member("d", false)
            } == #"{ "b": true, "d": false }"#)
    }

    @Test func emptyContainersAreTwoBrackets() {
        var json = CanonicalJSON()
        json.object { json in
            json.member("a", [String]())
            json.member("b", [String](), .lines)
            json.key("c")
            json.object { _ in }
            json.key("d")
            json.object(.line) { _ in }
        }
        #expect(
            String(decoding: json.bytes, as: UTF8.self) == """
                {
                  "a": [],
                  "b": [],
                  "c": {},
                  "d": {}
                }
                """)
    }

    @Test func keysAreSortedByTheirBytes() {
        // B before a, digits before letters, é (C3 A9) after z, and U+FFFD (EF BF BD) before 🐦 (F0 9F 90 A6),
        // which UTF-16 sorts the other way.
        let values = ["a": 1, "B": 2, "é": 3, "z": 4, "9": 5, "10": 6, "🐦": 7, "\u{FFFD}": 8]
        var json = CanonicalJSON()
        json.object { $0.member("m", sorted: values) { $0.member("v", $1) } }
        // Values are written as bare members here only to be told apart.
        let keys = String(decoding: json.bytes, as: UTF8.self).split(separator: "\"").filter {
            values[String($0)] != nil
        }
        #expect(keys == ["10", "9", "B", "a", "z", "é", "\u{FFFD}", "🐦"])
    }
}
