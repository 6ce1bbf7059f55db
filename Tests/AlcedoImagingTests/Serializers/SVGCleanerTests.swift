import Foundation
import Testing

@testable import AlcedoImaging

/// What an SVG loses before it is published, and what it keeps.
@Suite struct SVGCleanerTests {
    private func cleaned(_ body: String, root: String = "width='8' height='8'") throws -> String {
        let file =
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(root)>\(body)</svg>"
        return String(decoding: try SVGCleaner.cleaned(Data(file.utf8)), as: UTF8.self)
    }

    private static let start = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\""

    /// Attacks as in the W3C's and OWASP's lists of what an SVG may run or load.
    @Test(arguments: [
        "<script>alert(1)</script>", "<script href='https://a.example/x.js'/>", "<g><script/></g>",
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml' onload='x()'/></foreignObject>",
        "<g onclick='alert(1)'/>", "<g ONLOAD='x()'/>", "<a href='javascript:alert(1)'/>",
        "<a xlink:href=' java&#10;script:alert(1)'/>", "<a xlink:href='https://a.example/'/>",
        "<image href='https://a.example/x.png'/>", "<image xlink:href='//a.example/x.png'/>",
        "<image href='data:image/svg+xml;base64,PHN2Zy8+'/>", "<use href='other.svg#x'/>",
        "<use href='data:image/png;base64,AAAA'/>", "<feImage href='file:///etc/passwd'/>",
        "<set attributeName='href' to='javascript:alert(1)'/>", "<animate attributeName='onclick' to='x()'/>",
        "<animate attributeName='xlink:href' values='javascript:x()'/>",
        "<rect fill='url(https://a.example/p.svg#x)'/>", "<rect mask='URL( &quot;//a.example&quot; )'/>",
        "<rect style='fill:url(https://a.example/x)'/>",
        "<rect style='background:image-set(\"https://a.example\" 1x)'/>",
        "<rect style='fill:\\75rl(https://a.example)'/>", "<rect fill='\\75rl(https://a.example/url)'/>",
        "<style>@import 'https://a.example/x.css';</style>",
        "<style>@imp@import x;ort 'https://a.example';</style>",
        "<style>@IMPORT url(https://a.example);</style>", "<style>g{fill:u/**/rl(https://a.example)}</style>",
        "<style><![CDATA[@font-face{src:url('https://a.example/f.woff')}]]></style>",
        "<style>g{background:-moz-binding(x)}</style>", "<g xml:base='https://a.example/'/>",
        "<iframe xmlns='http://www.w3.org/1999/xhtml' src='https://a.example'/>", "<handler>x()</handler>",
        "<metadata><x xmlns='urn:x' onload='a'/>https://a.example alert(1)</metadata>",
        "<?xml-stylesheet href='https://a.example/x.css'?>", "<!-- https://a.example alert(1) -->",
        "<x:g xmlns:x='http://www.inkscape.org/namespaces/inkscape' x:label='alert(1)'/>",
        "<g xmlns:x='urn:x' x:onload='alert(1)'/>", "<font-face-uri xlink:href='https://a.example'/>",
    ])
    func nothingRunsAndNothingIsLoaded(body: String) throws {
        let text = try cleaned(body).lowercased()
        for word in [
            "alert", "a.example", "script", "onclick", "onload", "passwd", "import", "moz", "iframe", "x()",
        ] {
            #expect(!text.contains(word), "\(text)")
        }
    }

    @Test(arguments: [
        ("<rect width=\"1\"/>", "<rect width=\"1\"/>"),
        (
            "<g id='a'><use href='#a'/><use xlink:href='#a'/></g>",
            "<g id=\"a\"><use href=\"#a\"/><use xlink:href=\"#a\"/></g>"
        ),
        (
            "<rect fill='url(#p)' style='stroke:url(\"#p\")'/>",
            "<rect fill=\"url(#p)\" style='stroke:url(\"#p\")'/>"
        ),
        ("<style>a>b{fill:red}/* by Ada */</style>", "<style>a>b{fill:red}</style>"),
        ("<title>A &amp; B &lt;c></title>", "<title>A &amp; B &lt;c></title>"),
        ("<image href='data:image/png;base64,AAAA'/>", "<image href=\"data:image/png;base64,AAAA\"/>"),
        (
            "<text xml:space='preserve' aria-label='é'> é&#233; </text>",
            "<text xml:space=\"preserve\" aria-label=\"é\"> éé </text>"
        ),
        ("<animate attributeName='opacity' to='0'/>", "<animate attributeName=\"opacity\" to=\"0\"/>"),
        ("<s:g xmlns:s='http://www.w3.org/2000/svg'><s:path d='M0 0'/></s:g>", "<g><path d=\"M0 0\"/></g>"),
        ("<text font-family='\"A\", &apos;B&apos;'/>", "<text font-family=\"&quot;A&quot;, 'B'\"/>"),
    ])
    func whatDrawsStays(body: String, expected: String) throws {
        let links = expected.contains("xlink:") ? " xmlns:xlink=\"http://www.w3.org/1999/xlink\"" : ""
        let start = Self.start.replacingOccurrences(of: "svg\" w", with: "svg\"\(links) w")
        #expect(try cleaned(body) == "\(start)>\(expected)</svg>")
    }

    @Test func whatStandsBeforeTheDrawingGoes() throws {
        let file = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- Generator: a program -->
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
            <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0"/></svg><!-- end -->
            """
        let text = String(decoding: try SVGCleaner.cleaned(Data(file.utf8)), as: UTF8.self)
        #expect(text == Self.start + "><path d=\"M0 0\"/></svg>")
        // Cleaning twice changes nothing more.
        #expect(String(decoding: try SVGCleaner.cleaned(Data(text.utf8)), as: UTF8.self) == text)
    }

    @Test(arguments: [
        ("<!DOCTYPE svg [<!ENTITY x 'y'>]><svg xmlns='http://www.w3.org/2000/svg'>&x;</svg>", "entity"),
        ("<svg xmlns='http://www.w3.org/2000/svg'><g></svg>", "end tag"),
        ("<svg xmlns='http://www.w3.org/2000/svg'><g", "at byte"),
        ("<svg><g/></svg>", "namespace"), ("\u{1F}\u{8B}", "root"),
    ])
    func whatCannotBeParsedIsRefused(text: String, reason: String) {
        let error = #expect(throws: ContainerError.self) { try SVGCleaner.cleaned(Data(text.utf8)) }
        #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
    }
}
