import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct SwiftNameTests {
    @Test(
        arguments: [
            ("kingfisher", "kingfisher"), ("Mountain-lake_01", "mountainLake01"), ("IMG_1234", "img1234"),
            ("DSC01234", "dsc01234"), ("iPhone 12", "iPhone12"), ("2026-summer", "_2026Summer"),
            ("Ålesund", "ålesund"),
            ("Zürich–See", "zürichSee"), ("東京", "東京"), ("a\u{200D}b", "aB"), ("hero~dark", "heroDark"),
            ("\u{1F426}", "_1f426"), ("", "_"),
        ])
    func wordsRunTogether(text: String, name: String) {
        #expect(SwiftName.identifier(text) == name)
    }

    @Test func oneLetterInTwoFormsIsOneName() {
        // é as one scalar, and as two (Unicode Standard Annex #15).
        #expect(SwiftName.identifier("caf\u{E9}") == SwiftName.identifier("cafe\u{301}"))
    }

    @Test func wordsOfTheLanguageStandInBackticks() {
        #expect(SwiftName.written("default") == "`default`")
        #expect(SwiftName.written("hero") == "hero")
    }

    @Test(arguments: ["self", "Type", "init", "_"])
    func whatEvenBackticksDoNotHelpIsLengthened(word: String) {
        #expect(SwiftName.written(word) == word + "_")
    }

    @Test func nothingInALiteralEndsItOrIsCarriedOut() {
        #expect(SwiftName.literal(#"a"b\(c)"#) == #""a\"b\\(c)""#)
        #expect(SwiftName.literal("a\nb\u{202E}") == #""a\u{a}b\u{202e}""#)
    }

    @Test func aCommentStaysOnItsLine() {
        #expect(SwiftName.comment("a\n  b\u{2028}c\u{0}d") == "a b c d")
    }
}
