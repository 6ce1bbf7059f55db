import Testing

@testable import AlcedoMarkup

@Suite struct SuggestionTests {
    /// Distances by hand; `ca` and `abc` are the published example that distinguishes alignment (3) from full
    /// Damerau-Levenshtein (2).
    @Test(arguments: [
        ("widht", "width", 1), ("kitten", "sitting", 3), ("", "abc", 3), ("abc", "abc", 0), ("ca", "abc", 3),
        ("sunday", "saturday", 3),
    ])
    func distancesMatchTheLiterature(a: String, b: String, expected: Int) {
        #expect(Suggestion.distance(Array(a), Array(b)) == expected)
    }

    @Test(arguments: [
        ("widht", "width"), ("WIDTH", "width"), ("base_url", "base-url"), ("baseUrl", "base-url"),
        ("hieght", "height"),
        ("widths", "width"), ("with", "width"),
    ])
    func slipsAreMended(text: String, expected: String) {
        #expect(Suggestion.closest(to: text, among: ["height", "width", "base-url"]) == expected)
    }

    @Test(arguments: ["", "x", "quality", "breadth", "hight-and-low"])
    func otherWordsAreNot(text: String) {
        #expect(Suggestion.closest(to: text, among: ["height", "width", "base-url"]) == nil)
    }
}
