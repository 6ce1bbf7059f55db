import Testing

@testable import AlcedoBase

@Suite struct PrintableTests {
    // ISO 6429: ESC [ and its one-byte form begin a command; U+202E turns the direction of what follows.
    @Test func controlCharactersAreEscaped() {
        #expect("a\u{1B}[31mb".printable == "a\\u{1b}[31mb")
        #expect("\u{9B}2J\u{7F}\u{202E}x\u{2066}".printable == "\\u{9b}2J\\u{7f}\\u{202e}x\\u{2066}")
        #expect("one\r\ntwo\u{2028}".printable == "one\\u{d}\\u{a}two\\u{2028}")
    }

    @Test func everythingElseStays() {
        let text = "tab\tÄ é 日本 👩‍👩‍👧 العربية e\u{301}"
        #expect(text.printable == text && text.printableJSON == text)
    }

    // RFC 8259, section 7: \u and four hexadecimal digits.
    @Test func inJSONItIsSpeltAsJSONDoes() {
        #expect("{\"a\":\"\u{7F}\u{9B}\u{202E}\"}".printableJSON == "{\"a\":\"\\u007f\\u009b\\u202e\"}")
    }
}
