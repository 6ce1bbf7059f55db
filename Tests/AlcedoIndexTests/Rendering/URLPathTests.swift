import AlcedoIndex
import Testing

@Suite struct URLPathTests {
    // The right-hand sides are from Python's urllib.parse.quote(path, safe="/@").
    @Test(arguments: [
        ("photos/ada-320x240.9f2c1ab04e.webp", "photos/ada-320x240.9f2c1ab04e.webp"),
        ("a b/ü.jpg", "a%20b/%C3%BC.jpg"),
        ("100%.png", "100%25.png"),
        ("a,b(c)'d\".jpg", "a%2Cb%28c%29%27d%22.jpg"),
        ("what?#here.jpg", "what%3F%23here.jpg"),
        ("icon@2x.png", "icon@2x.png"),
        ("http:/x", "http%3A/x"),
        ("鳥🐦~_.gif", "%E9%B3%A5%F0%9F%90%A6~_.gif"),
        ("a\\b\u{1}<&>", "a%5Cb%01%3C%26%3E"),
    ])
    func pathsAreEncodedByteByByte(path: String, encoded: String) {
        #expect(URLPath.encode(path) == encoded)
    }

    @Test(arguments: [
        ("/images", "/images/a%20b.jpg"),
        ("/images/", "/images/a%20b.jpg"),
        ("/", "/a%20b.jpg"),
        ("", "a%20b.jpg"),
        ("../images", "../images/a%20b.jpg"),
        ("https://cdn.example.org/i", "https://cdn.example.org/i/a%20b.jpg"),
    ])
    func oneSlashJoinsBaseAndFile(base: String, url: String) {
        #expect(URLPath.url(of: "a b.jpg", below: base) == url)
    }
}
