import Testing

@testable import AlcedoPages

/// Addresses in CSS, by the rules of CSS Syntax Level 3.
@Suite struct CSSAddressesTests {
    @Test(arguments: [
        ("url(a.jpg)", ["a.jpg"]), ("URL( 'a.jpg' )", ["a.jpg"]), ("url(\"a b.jpg\")", ["a b.jpg"]),
        // An escape in the name of the function, in an address, and of up to six digits with a space after them.
        ("u\\72 l(a\\ b.jpg)", ["a b.jpg"]), ("url('\\61 .jpg')", ["a.jpg"]), ("url(a\\).jpg)", ["a).jpg"]),
        ("/* url(a.jpg) */ url(b.jpg)", ["b.jpg"]), ("'url(a.jpg)' url(b.jpg)", ["b.jpg"]),
        ("content: \"\\\"url(a.jpg)\"; x: url(b.jpg)", ["b.jpg"]),
        // A line ends a text; a bad URL ends at its parenthesis.
        ("'a\n; x: url(b.jpg)", ["b.jpg"]), ("url(a(b.jpg); url(c.jpg)) url(d.jpg)", ["c.jpg", "d.jpg"]),
        ("url(a b.jpg) url(c.jpg)", ["c.jpg"]), ("url(data:image/png;base64,AA==)", []), ("url()", []),
        ("image-set('a.jpg' 1x, url(b.jpg) type('image/jpeg') 2x)", ["a.jpg", "b.jpg"]),
        ("-webkit-image-set(url(a.jpg) 1x)", ["a.jpg"]), ("format('a.jpg') #url(b.jpg)", []),
        ("@import url(a.css); b { c: url(d.jpg) }", ["d.jpg"]), ("@import 'a.css'; x: url(d.jpg)", ["d.jpg"]),
        // Each line end of CSS: LF, CRLF, CR and FF.
        ("'a\\\r\n url(a.jpg)' url(b.jpg)", ["b.jpg"]), ("'a\\\u{C} url(a.jpg)' url(b.jpg)", ["b.jpg"]),
        ("'a\r url(b.jpg)", ["b.jpg"]), ("url('\\61\r\n.jpg')", ["a.jpg"]),
        ("--hero: url(a.jpg)", ["a.jpg"]), ("my-url(a.jpg)", []),
        // The end of the text ends everything that is open.
        ("url(a.jpg", ["a.jpg"]), ("url('a.jpg", ["a.jpg"]), ("url(a'.jpg", []), ("url(a b.jpg", []),
        ("1url(a.jpg)", []), ("url(", []), ("\\", []), ("'\\", []), ("/*", []),
    ])
    func addressesAreThoseOfABrowser(css: String, addresses: [String]) {
        #expect(CSSAddresses.all(in: css).map(\.text) == addresses)
    }

    @Test func aNewAddressKeepsTheQuotes() throws {
        func replaced(_ css: String, by address: String) throws -> String {
            let found = try #require(CSSAddresses.all(in: css).first)
            var bytes = Array(css.utf8)
            bytes.replaceSubrange(found.place, with: found.replaced(by: address).utf8)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(try replaced("url( a.jpg )", by: "/i/b.jpg") == "url( /i/b.jpg )")
        #expect(try replaced("url(\"a.jpg\")", by: "/i/b.jpg") == "url(\"/i/b.jpg\")")
        #expect(try replaced("url(a.jpg)", by: "/i (1)/b.jpg") == "url('/i (1)/b.jpg')")
        #expect(try replaced("url('a.jpg')", by: "/it's/b.jpg") == "url('/it\\27 s/b.jpg')")
    }
}
