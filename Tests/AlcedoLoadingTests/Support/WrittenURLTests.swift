import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct WrittenURLTests {
    // By RFC 3986: allowed characters and escapes stay, and all others become escaped UTF-8.
    @Test(
        arguments: [
            ("https://h/x?a=%20&f[x]=1", "https://h/x?a=%20&f%5Bx%5D=1"),
            ("https://h/ü%20x%2Fy", "https://h/%C3%BC%20x%2Fy"), ("https://h/a b", "https://h/a%20b"),
            ("https://h/100%", "https://h/100%25"), ("https://h/%zz%4", "https://h/%25zz%254"),
            ("HTTPS://H/x", "https://H/x"),
            ("https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"),
            ("https://h?q=|", "https://h?q=%7C"),
            ("https://[2001:db8::1]:8443/[a]", "https://[2001:db8::1]:8443/%5Ba%5D"),
            ("https://h/a?b=/c://d#e", "https://h/a?b=/c://d#e"), ("https://h/e\u{301}", "https://h/e%CC%81"),
        ])
    func onlyWhatMayNotStandThereIsEscaped(_ text: String, _ expected: String) {
        #expect(URL(written: text)?.absoluteString == expected)
    }

    @Test(
        arguments: [
            ("/f?sig=a%2Bb&filter[x]=1", "https://h/f?sig=a%2Bb&filter%5Bx%5D=1"),
            ("b c", "https://h/d/b%20c"),
            ("//other/ä", "https://other/%C3%A4"), ("?q=%41 ", "https://h/d/e?q=%41%20"),
            ("HTTP://other/x", "http://other/x"), ("../a:b", "https://h/a:b"),
        ])
    func relativeOnesBeginAtTheirBase(_ text: String, _ expected: String) throws {
        let base = try #require(URL(string: "https://h/d/e"))
        #expect(URL(written: text, relativeTo: base)?.absoluteString == expected)
    }
}
