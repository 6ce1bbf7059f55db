import Testing

@testable import AlcedoMarkup

/// The `sizes` of a picture with a width in the page.
@Suite struct SizesAttributeTests {
    @Test(
        arguments: [
            (nil, "(max-width: 320px) 100vw, 320px"),
            ("100vw", "(max-width: 320px) 100vw, 320px"),
            (" 100VW ", "(max-width: 320px) 100vw, 320px"),
            ("50vw", "min(50vw, 320px)"),
            ("(min-width: 40em) 25rem, 100vw", "(min-width: 40em) min(25rem, 320px), min(100vw, 320px)"),
            ("(min-width: 40em)25rem,100vw", "(min-width: 40em)min(25rem, 320px), min(100vw, 320px)"),
            ("calc(100vw - 2rem)", "min(calc(100vw - 2rem), 320px)"),
            (
                "(width > 3em) and (height > 1px) min(1px, (2px + 3px)), 9px",
                "(width > 3em) and (height > 1px) min(min(1px, (2px + 3px)), 320px), min(9px, 320px)"
            ),
            // If no condition holds, a browser uses the width of the window.
            ("(min-width: 40em) 25rem", "(min-width: 40em) min(25rem, 320px), min(100vw, 320px)"),
            ("auto, 100vw", "auto, min(100vw, 320px)"),
            // Invalid values have no effect.
            ("(min-width: 40em)", "(max-width: 320px) 100vw, 320px"),
            ("", "(max-width: 320px) 100vw, 320px"),
            ("50vw /* half */", "(max-width: 320px) 100vw, 320px"),
            ("25rem,", "(max-width: 320px) 100vw, 320px"),
            ("((1px", "(max-width: 320px) 100vw, 320px"),
        ] as [(String?, String)]) func theLesserWidthCounts(_ sizes: String?, _ limited: String)
    {
        #expect(SizesAttribute.limited(sizes, to: 320) == limited)
    }
}
