import Testing

@testable import AlcedoMarkup

/// Mistakes in `sizes` (HTML, "valid source size list").
@Suite struct SizesSyntaxTests {
    @Test(arguments: [
        "50vw", "0", "+.5em", "1e2px", "4Q", "3rcap", "50svw", "12cqi", "(min-width: 60em) 50vw, 100vw",
        "(min-width:1px)5vw,3px", "not (min-width: 1px) 5vw, 3px", "(600px <= width <= 900px) 50vw, 3px",
        "((min-width: 1px) and (hover)) or (width > 40em) calc(100vw - (2 * 20px)), min(50vw, 30rem)",
        "(min-width: calc(1px + 2em)) 5px, 6px", "clamp(1px, 5cqw, 3px)", "calc(1px + -2px)",
        "calc(100vw - 20 * 1px)", "calc(100vw - 3 / 2 * 1px)", "calc(-1 * (0px - 5vw))", "calc(pi * 1px)",
        "calc(100vw - min(2rem, 10vw)*2)", "round(up, 5px, 2px)", "hypot(3px, 4px)", "MAX(-1px, 1PX)",
        // HTML: "auto" is the first entry.
        "auto", "auto, 100vw", "AUTO, (min-width: 1px) 3px, 4px",
        // CSS: comments are nothing, and any character of a name may be escaped.
        "/* a, b */ 50vw /* c */", "50vw/* % */", "1\\70 x",
        // What later levels may have.
        "50foo", "50rvw", "shiny(50%)", "calc(shiny(3 4) + 2px)", "-webkit-calc(1px)", "mix(1px, 50%)",
        "calc-size(auto, 1px)", "calc(50vw * cos(45deg))", "calc(1px * sign(1s))",
    ])
    func whatBrowsersMayUnderstandIsNoMistake(_ sizes: String) {
        #expect(SizesSyntax.faults(in: sizes) == [])
    }

    @Test(arguments: [
        ("50v", 0, "has '50v', which is no length; did you mean '50vw'?"),
        ("50xp", 0, "has '50xp', which is no length; did you mean '50px'?"),
        ("50pxx", 0, "has '50pxx', which is no length; did you mean '50px'?"),
        ("640w", 0, "has '640w', which is no length; did you mean '640px'?"),
        ("90deg", 0, "has '90deg', which is no length; "),
        ("50vw;", 0, "has '50vw;', which is no length; write a width"),
        ("big", 0, "has 'big', which is no length"), ("50.vw", 0, "has '50.vw', which is no length"),
        (
            "50%", 0,
            "has '50%', and 'sizes' does not allow percentages; write '50vw' for a share of the window"
        ),
        ("600", 0, "has '600' without a unit; write '600px'"), ("-5px", 0, "has '-5px', which is negative"),
        (
            "(max-width: 600px) 50vw", 0,
            "ends with a condition; write the width for all other windows after it"
        ),
        ("(max-width 600px) 50vw, 9px", 1, "lacks a colon; write '(max-width: 600px)'"),
        (
            "(max-widht: 600px) 50vw, 9px", 1,
            "has 'max-widht', which is no media feature; did you mean 'max-width'?"
        ),
        (
            "max-width: 6px 50vw, 9px", 0,
            "lacks parentheses around the condition; write (max-width: 6px) 50vw"
        ),
        ("screen and (hover) 5vw, 3px", 0, "has 'screen', where only conditions in parentheses may be"),
        ("(hover), 50vw", 0, "lacks a width after the condition '(hover)'; write one"),
        ("100vw, 50vw", 0, "has '100vw' without a condition, so what follows is never used"),
        ("50vw,", 5, "has nothing on one side of a comma"),
        ("", 0, "is empty; write a width, such as 50vw"),
        ("(hover) 3px, auto", 13, "has 'auto' after something else; it must come first"),
        ("(hover) auto, 3px", 8, "has 'auto' after something else; it must come first"),
        ("min(50vw, 30rem", 3, "has a '(' without a ')'"),
        ("calc(100vw-20px)", 5, "lacks spaces around '-' in '100vw-20px'"),
        ("calc(100vw -20px)", 11, "lacks a space after '-'; write '- 20px'"),
        ("calc(100vw 20px)", 11, "lacks an operator before '20px'"),
        ("calc(100vw - 20)", 11, "adds a number to a length; write '20px'"),
        ("max(3px, calc(50% - 10px))", 14, "has '50%', and 'sizes' does not allow percentages"),
        ("clac(1px)", 0, "has 'clac()', which is no function; did you mean 'calc()'?"),
        ("min(1px, callc(1px))", 9, "has 'callc()', which is no function; did you mean 'calc()'?"),
        ("calc(1px + var(--x))", 11, "has 'var()', which 'sizes' does not allow"),
    ])
    func whatNoBrowserUnderstandsHasItsPlace(_ sizes: String, _ offset: Int, _ reason: String) {
        let faults = SizesSyntax.faults(in: sizes)
        #expect(faults.first?.reason.hasPrefix(reason) == true, "\(faults)")
        #expect(faults.map(\.offset) == [offset])
    }

    @Test func aTextOfAnyLengthIsReadInTime() {
        let deep = String(repeating: "(", count: 50_000) + String(repeating: ")", count: 50_000) + " 5px, 6px"
        #expect(SizesSyntax.faults(in: deep) == [])
        #expect(SizesSyntax.faults(in: String(repeating: ",", count: 100_000)) == [])
        #expect(!SizesSyntax.faults(in: String(repeating: ",", count: 100)).isEmpty)
    }

    @Test func allMistakesAreFound() {
        #expect(
            SizesSyntax.faults(in: "(max-widht: 3px) 50v, (hover) 5%, 3").map(\.offset) == [1, 17, 30, 34])
    }
}
