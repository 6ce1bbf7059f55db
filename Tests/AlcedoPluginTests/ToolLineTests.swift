import Testing

@Suite struct ToolLineTests {
    @Test func aMistakeKeepsItsPlaceAndLosesTheWord() {
        #expect(
            ToolLine("/s/images.yml:12:7: error: unknown key 'widht'")
                == .error("/s/images.yml:12:7: unknown key 'widht'", file: "/s/images.yml", line: 12))
        #expect(
            ToolLine("images.yml:2:1: warning: 'a' is not used")
                == .warning("images.yml:2:1: 'a' is not used", file: "images.yml", line: 2))
    }

    @Test func anErrorNeedsNoPlace() {
        #expect(ToolLine("error: 2 failures") == .error("2 failures", file: nil, line: nil))
        #expect(ToolLine("variant 'a': error: b") == .error("variant 'a': b", file: nil, line: nil))
    }

    @Test func theFirstWordCounts() {
        #expect(
            ToolLine("a.yml:1:1: warning: said 'x: error: y'")
                == .warning("a.yml:1:1: said 'x: error: y'", file: "a.yml", line: 1))
        #expect(
            ToolLine("a.yml:1:1: error: warning: both")
                == .error("a.yml:1:1: warning: both", file: "a.yml", line: 1))
    }

    @Test func aColonInThePathIsNoPlace() {
        #expect(ToolLine("C:/a.yml:3:4: error: b") == .error("C:/a.yml:3:4: b", file: "C:/a.yml", line: 3))
    }

    @Test(arguments: [
        "", "2 sources, 8 variants: 8 made", #"{"message":"a: error: b"}"#, "  indented: error: b",
        "errors: 2",
        "note: an error occurred",
    ])
    func anyOtherLineStays(line: String) {
        #expect(ToolLine(line) == .other)
    }
}
