import Testing

@testable import AlcedoMarkup

/// Media queries without mistakes; those with mistakes are tested as parts of manifests.
@Suite struct MediaSyntaxTests {
    /// From the examples of Media Queries Level 4 and 5.
    @Test(arguments: [
        "screen and (color), projection and (color)", "only screen and (orientation: portrait)",
        "not all and (monochrome)",
        "(min-width: 25cm)", "(400px <= width <= 700px)", "(width >= calc(10px + 2em))",
        "((hover) or (pointer: fine)) and (update: fast)",
        "screen and (not (hover))", "(min-resolution: 2dppx)", "(aspect-ratio > 16/9)",
        "(max-aspect-ratio: 16 / 9)",
        "(-webkit-min-device-pixel-ratio: 2)", "(display-mode: standalone)", "(width: 0)", "print",
        "(PREFERS-COLOR-SCHEME: Dark)",
        "(prefers-reduced-motion)", "( max-width : 40em )", "(grid: 0)",
    ])
    func aMediaQueryIsOneOfTheStandard(query: String) {
        #expect(MediaSyntax.faults(in: query) == [])
    }

    /// Ten thousands of parentheses would be too deep for the stack, and as many mistakes too many to place.
    @Test(arguments: [
        String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000),
        String(repeating: "(width: 1)", count: 20_000),
    ])
    func aTextThatWasNotWrittenByHandIsNotRead(query: String) {
        #expect(MediaSyntax.faults(in: query) == [])
    }

    @Test func oneOfTheGreatestLengthIsRead() {
        let deep = String(repeating: "(", count: 994) + "width: 0 px" + String(repeating: ")", count: 994)
        #expect(deep.utf8.count == 1999 && MediaSyntax.faults(in: deep) == [])
        let wrong = String(repeating: " ", count: 1995) + "()"
        #expect(MediaSyntax.faults(in: wrong).map(\.offset) == [1996])
    }
}
