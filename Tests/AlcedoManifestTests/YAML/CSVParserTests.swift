import AlcedoBase
import Foundation
import Testing

@testable import AlcedoManifest

@Suite struct CSVParserTests {
    private func rows(_ text: String) throws -> [[String: String?]] {
        let root = try CSVParser.parse(Data(text.utf8), file: "list.csv")
        return try #require(root.sequence).map { row in
            Dictionary(
                uniqueKeysWithValues: try #require(row.mapping).map { pair in
                    (pair.key.text ?? "", pair.value.isNull ? nil : pair.value.text)
                })
        }
    }

    /// The examples of RFC 4180, section 2, and what spreadsheets write.
    @Test(
        arguments: [
            ("a,b\r\nx,y\r\n", [["a": "x", "b": "y"]]), ("a,b\nx,y", [["a": "x", "b": "y"]]),
            ("a,b\n\"x, y\",\"line\none \"\"two\"\"\"\n", [["a": "x, y", "b": "line\none \"two\""]]),
            ("\u{feff}a;b\nx,y;z\n", [["a": "x,y", "b": "z"]]), ("a\tb\nx y\tz\n", [["a": "x y", "b": "z"]]),
            ("a\n \n\n\"\"\nü\n", [["a": " "], ["a": nil], ["a": "ü"]]),
            ("a,b\n,1\n", [["a": nil, "b": "1"]]),
            ("a\n", []), ("a;b\rx,y;z\r\r1;2", [["a": "x,y", "b": "z"], ["a": "1", "b": "2"]]),
            ("path\talt, or title\na.jpg\tOne\n", [["path": "a.jpg", "alt, or title": "One"]]),
            ("\"alt, caption, or so\";path\nOne;a.jpg\n", [["alt, caption, or so": "One", "path": "a.jpg"]]),
            ("a;b,c\n1;2\n", [["a": "1", "b,c": "2"]]),
            ("a,b\r\n\"x\ry\",\"1\r\n2\"\r\n", [["a": "x\ry", "b": "1\r\n2"]]),
        ] as [(String, [[String: String?]])])
    func tablesAreRead(text: String, expected: [[String: String?]]) throws {
        #expect(try rows(text) == expected)
    }

    @Test(arguments: [
        ("a,b\nx\n", "2:1", "the row has 1 cell and the first one 2"),
        ("a\nx,y\n", "2:3", "the row has 2 cells and the first one 1"),
        ("a,b\nx,\"y\n", "2:3", "the quote that begins here is not closed"),
        ("a\n\"x\"y\n", "2:1", "text after the closing quote"), ("a,,b\n", "1:3", "a column has no name"),
        ("a,b,a\n", "1:5", "two columns have the name 'a'"), ("", "1:1", "a column has no name"),
        ("a\nü\u{1}\n", "2:2", "control character"),
        ("a,b\rx,\"\r\"\rx\r", "4:1", "the row has 1 cell"),
    ])
    func mistakesHaveTheirPlace(text: String, place: String, words: String) throws {
        do {
            _ = try CSVParser.parse(Data(text.utf8), file: "list.csv")
            Issue.record("it was read")
        } catch {
            #expect(error.location.map { "\($0.line):\($0.column)" } == place)
            #expect(error.message.contains(words), "\(error.message)")
        }
    }

    @Test func valuesHaveTheirPlaces() throws {
        let root = try CSVParser.parse(Data("a,b\n\"x\ny\",z\nü,w\n".utf8), file: "list.csv")
        let rows = try #require(root.sequence)
        #expect(rows.map { $0["b"]?.location.line } == [3, 4])
        #expect(rows.map { $0["b"]?.location.column } == [4, 3])
    }

    @Test func aFileOfTabsHasNoOtherSeparators() throws {
        let root = try CSVParser.parse(Data("a, b, c\n1, 2\n".utf8), file: "list.TSV")
        #expect(root.sequence?.first?["a, b, c"]?.text == "1, 2")
    }
}
