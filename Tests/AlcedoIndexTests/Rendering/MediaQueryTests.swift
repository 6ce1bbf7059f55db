import Testing

@testable import AlcedoIndex

/// Expected values follow the grammar of Media Queries Level 4.
@Suite struct MediaQueryTests {
    @Test(arguments: [
        ("(a)", "(b)", "(a) and (b)"),
        ("(min-width: 2em) and (max-width: 9em)", "(b)", "(min-width: 2em) and (max-width: 9em) and (b)"),
        ("screen", "(b)", "screen and (b)"), ("(a)", "only screen and (b)", "only screen and (a) and (b)"),
        ("screen and (a)", "Screen and (b)", "screen and (a) and (b)"),
        ("(a) or (b)", "(c)", "((a) or (b)) and (c)"), ("not (a)", "(c)", "(not (a)) and (c)"),
        ("screen and not (a)", "(c)", "screen and (not (a)) and (c)"),
        ("(a), (b)", "(c)", "(a) and (c), (b) and (c)"), ("(a)", "(b), print", "(a) and (b), print and (a)"),
        ("(400px <= width <= 700px)", "( b )", "(400px <= width <= 700px) and ( b )"),
        ("((a) or (b))", "(c)", "((a) or (b)) and (c)"),
        // Of types that exclude each other, what is left.
        ("(a), print", "screen", "screen and (a)"), ("screen, print", "screen and (a)", "screen and (a)"),
        ("all and (a)", "print", "print and (a)"), ("screen", "all", "screen"),
        ("not print", "screen and (a)", "screen and (a)"), ("screen", "not print", "screen"),
        ("not print", "not print", "not print"), ("(a)", "(b), (b)", "(a) and (b)"),
    ])
    func bothHold(one: String, other: String, expected: String) {
        #expect(MediaQuery.both(one, other) == expected)
    }

    // `not` before a type is the opposite of the whole query, and no window has two types.
    @Test(arguments: [
        ("not screen", "(b)"), ("(a)", "not print and (b)"), ("screen", "print"), ("print", "not print"),
        ("not screen", "not print"), ("screen and (a)", "print, speech"),
    ])
    func whatCannotBeWrittenIsNothing(one: String, other: String) {
        #expect(MediaQuery.both(one, other) == nil)
    }
}
