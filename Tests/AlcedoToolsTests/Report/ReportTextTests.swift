import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoReport

struct ReportTextTests {
    @Test(arguments: [
        ("a & b", "a &amp; b"), ("<script>", "&lt;script&gt;"), ("\"' onerror=", "&quot;&#39; onerror="),
        ("a\nb\r\nc", "a b c"), ("\u{202E}gpj.exe", "\\u{202e}gpj.exe"), ("\u{9b}31m", "\\u{9b}31m"),
        ("\u{0}", "\\u{0}"), ("“é 🐦”", "“é 🐦”"),
    ]) func textIsSafeBetweenTagsAndInQuotes(_ text: String, _ expected: String) {
        #expect(ReportText.of(text) == expected)
    }

    @Test(arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF])
    func whatNeverIsACharacterIsReplaced(_ value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(ReportText.of("a" + String(Character(scalar))) == "a\u{FFFD}")
    }

    @Test(arguments: ["#2b5f8a", "#FFF", "#00000000"]) func coloursAreTaken(_ text: String) {
        #expect(ReportText.color(text) == text)
    }

    @Test(arguments: [
        "red", "#12", "#2b5f8a;background:url(https://example.org)", "#12345g", "url(x)", "#123456789",
    ])
    func invalidColoursAreRejected(_ text: String) {
        #expect(ReportText.color(text) == nil)
    }
}

struct ReportPicturesTests {
    @Test(arguments: [
        ("/site/out/a.jpg", "/site", "out/a.jpg"), ("/site/out/a.jpg", "/site/out", "a.jpg"),
        ("/site/out/a.jpg", "/site/reports/x", "../../out/a.jpg"), ("/a.jpg", "/", "a.jpg"),
        ("/site/out/a b#1.jpg", "/site", "out/a%20b%231.jpg"), ("/out/out", "/out", "out"),
        ("/site/javascript:alert(1)", "/site", "javascript%3Aalert%281%29"),
    ]) func addressesAreRelativeToThePage(_ path: String, _ page: String, _ address: String) {
        #expect(ReportPictures.address(of: path, from: page) == address)
    }

    @Test func namesThatLeadOutAreNotFollowed() {
        #expect(ReportPictures.isBelow("birds/..a/b.jpg"))
        for name in ["", "/etc/passwd", "../a.jpg", "a/../../b.jpg", "a\u{0}b", "a/.."] {
            #expect(!ReportPictures.isBelow(name), "\(name)")
        }
    }

    @Test func onlyPicturesInBase64AreShownFromTheIndex() {
        #expect(ReportPictures.isInlinePicture("data:image/webp;base64,UklGRg=="))
        #expect(ReportPictures.isInlinePicture("data:image/svg+xml;base64,UklGRg=="))
        for url in [
            "https://example.org/a.png", "data:text/html;base64,AAAA", "data:image/png,AAAA",
            "javascript:alert(1)",
            "data:image/png;base64,AA\"onerror=", "data:image/png;charset=x;base64,AAAA", "",
        ] {
            #expect(!ReportPictures.isInlinePicture(url), "\(url)")
        }
    }

    @Test func base64TakesFourCharactersForThreeBytes() {
        #expect([0, 1, 2, 3, 4, 3000].map(ReportPictures.encoded) == [0, 4, 4, 4, 8, 4000])
    }
}
