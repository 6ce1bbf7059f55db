import AlcedoBase
import Testing

/// Addresses in pictures, which anyone may have written.
@Suite struct WebAddressTests {
    @Test(arguments: [
        "https://example.org/license", "HTTP://EXAMPLE.ORG", "https://example.org:8080/a?b=c@d#e@f",
        "https://example.org/@ada", "https://bücher.example/lizenz",
    ])
    func pagesAreLinked(address: String) { #expect(WebAddress.isPage(address)) }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html,x", "mailto:a@example.org", "//example.org/", "example.org",
        "ftp://example.org/", "https:example.org", "https:/example.org", "https://", "https:///example.org",
        "https://?x", "https://ada@example.org/", "https://ada:secret@example.org/",
        "HTTPS://javascript:alert(1)@example.org/", "https://example.org@example.com",
        "https://example.org\\@example.com/", "https://example.org/a b", " https://example.org/",
        "https://example.org/\n", "java\tscript:x", "https://example.org/\u{0}", "https://example.org/\u{85}",
        "https://example.org/\u{7F}", "https://example.org/\u{A0}", "https://example.org/\u{202E}gnp",
        "https://example.org/\u{2066}", "https://example.org/\"x", "https://example.org/<",
        "https://example.org/`",
    ])
    func nothingElseIs(address: String) { #expect(!WebAddress.isPage(address)) }
}
