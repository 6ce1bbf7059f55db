import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

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
        "<style>@imp@import x;ort url(https://a.example);</style>",
        "<style>@IMPORT url(https://a.example);</style>", "<style>g{fill:u/**/rl(https://a.example)}</style>",
        "<style><![CDATA[@font-face{src:url('https://a.example/f.woff')}]]></style>",
        "<style>g{background:-moz-binding(x)}</style>", "<g xml:base='https://a.example/'/>",
        "<iframe xmlns='http://www.w3.org/1999/xhtml' src='https://a.example'/>", "<handler>x()</handler>",
        "<metadata><x xmlns='urn:x' onload='a'/>https://a.example alert(1)</metadata>",
        "<?xml-stylesheet href='https://a.example/x.css'?>", "<!-- https://a.example alert(1) -->",
        "<x:g xmlns:x='http://www.inkscape.org/namespaces/inkscape' x:label='alert(1)'/>",
        "<g xmlns:x='urn:x' x:onload='alert(1)'/>", "<font-face-uri xlink:href='https://a.example'/>",
        // Words in parts.
        "<style>@imp<!-- -->ort \"http://a.example\";</style>",
        "<style>g{mask:ur<![CDATA[l(//a.example)]]>}</style>",
        "<style>g{mask:ur<?x y?>l(//a.example)}</style>",
        "<style>@imp<script>x</script>ort '//a.example';</style>",
        "<style>@imp<g>x</g>ort '//a.example';</style>",
        "<style>g{mask:image<g/>-set('//a.example')}</style>",
        "<style>/&#1;* \" *&#1;/ @import '//a.example'; \"</style>",
        "<style>/&#xFFFF;* ' *&#xFFFE;/ g{fill:url(//a.example)}'</style>",
        "<style>@import x;@import url(a.example;x) ';' ;</style>",
        "<style>g{fill:url(/**/'//a.example')}</style>", "<style>g{fill:URL( //a.example</style>",
        "<style>@namespace url(//a.example);</style>", "<style>g{fill:src('//a.example')}</style>",
        "<style>g{fill:cross-fade(url(#a),'//a.example')}</style>",
        "<style>@media all{@import '//a.example';}</style>",
        "<rect style='mask:image-set(\"//a.example\" 1x)'/>",
        // Browsers divide the values of an animation first.
        "<animate attributeName='mask' values='/*;url(http://a.example);*/'/>",
        "<animate attributeName='mask' values='&quot;; url(http://a.example) ;&quot;'/>",
        // For some browsers, the name ends before a character beyond ASCII.
        "<style>a{fill:#a\u{A0}url(b' );} rect{fill:url(//a.example)} '}</style>",
        // Attributes that are parsed as CSS.
        "<rect mask='\\75rl(http://a.example)'/>", "<rect cursor='\\75rl(http://a.example),auto'/>",
        "<rect mask=\"image-set('http://a.example' 1x)\"/>",
        "<rect cursor='-webkit-image-set(\"//a.example\")'/>",
        "<rect filter='image-set(\"//a.example\")'/>", "<rect clip-path='src(\"//a.example\")'/>",
        "<rect fill='url(#a) url(//a.example)'/>", "<rect fill='url(#a),image(\"//a.example\")'/>",
        "<rect fill='rgb(attr(x url),image-set(\"//a.example\"))'/>",
        "<rect><set attributeName='mask' to='image-set(\"//a.example\")'/></rect>",
        "<animate attributeName='mask' values='none;url(//a.example)' from='image(\"//a.example\")'/>",
        "<animate attributeName='fill' by='\\75 rl(//a.example)'/>",
        // Animations of addresses, in disguise.
        "<set xmlns:x='urn:x' x:attributeName='fill' attributeName='href' to='//a.example'/>",
        "<set attributename='href' attributeName='fill' to='//a.example'/>",
        "<set attributeName='fill' ATTRIBUTENAME='href' to='//a.example'/>",
        "<set attributeName='HREF' to='//a.example'/>", "<set attributeName='srcset' to='//a.example'/>",
        "<set xmlns:x='urn:x' attributeName='x:href' to='//a.example'/>",
        // What a page would make of it.
        "<image srcset='//a.example 1x'/>", "<image SRC='//a.example'/>", "<a attributionsrc='//a.example'/>",
        "<image HREF='//a.example'/>", "<g STYLE='fill:url(//a.example)'/>", "<g onfocus='alert(1)'/>",
        "<desc><image srcset='//a.example'/></desc>", "<title><a href='#' ping='//a.example'/></title>",
        "<desc><style>@import '//a.example';</style></desc>",
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
        ("<style>a/**/.b{fill:red}</style>", "<style>a/**/.b{fill:red}</style>"),
        (
            "<style>#behavior{scroll-behavior:smooth}</style>",
            "<style>#behavior{scroll-behavior:smooth}</style>"
        ),
        (
            "<style>@media (4px&lt;width &lt;= 9px){a:not(.b){fill:red}}</style>",
            "<style>@media (4px&lt; width &lt;= 9px){a:not(.b){fill:red}}</style>"
        ),
        ("<style>a{fill:url(x.svg#y)}</style>", "<style>a{fill:url(data:,)}</style>"),
        // An image of the document itself would load it again.
        ("<image href='#a'/><feImage href='#a'/>", "<image/><feImage href=\"#a\"/>"),
        (
            "<animate attributeName='d' begin='a\\-b.click; accessKey(a)' values='M0 0;M1 1'/>",
            "<animate attributeName=\"d\" begin=\"a\\-b.click; accessKey(a)\" values=\"M0 0;M1 1\"/>"
        ),
        ("<text>]]<![CDATA[>]]></text>", "<text>]]&gt;</text>"),
        ("<style>a{content:\"/*\"}b{fill:red}</style>", "<style>a{content:\"/*\"}b{fill:red}</style>"),
        ("<style>@import url(\"x;y.css\");b{fill:red}</style>", "<style>b{fill:red}</style>"),
        ("<style>@import x;</style><style>b{fill:red}</style>", "<style/><style>b{fill:red}</style>"),
        (
            "<style>a{fill:rgb(0 0 0)}<!-- -->b{fill:url('#p')}</style>",
            "<style>a{fill:rgb(0 0 0)}b{fill:url('#p')}</style>"
        ),
        (
            "<style>@font-face{src:local(\"A\"),url(data:font/woff2;base64,AAAA)}</style>",
            "<style>@font-face{src:local(\"A\"),url(data:font/woff2;base64,AAAA)}</style>"
        ),
        (
            "<g transform='translate(1 2) rotate(3)' fill='rgba(0,0,0,.5)' aria-label='url(x)' data-name='y' data-hx-get='/x' data-on-click='y' data-bind='z'/>",
            "<g transform=\"translate(1 2) rotate(3)\" fill=\"rgba(0,0,0,.5)\" aria-label=\"url(x)\" data-name=\"y\"/>"
        ),
        // Only the rule or the declaration goes.
        ("<style>.md\\:b{fill:red}.c{fill:blue}</style>", "<style>.c{fill:blue}</style>"),
        (
            "<style>.a{fill:red;width:anchor-size(width);stroke:blue}.b{x:1}</style>",
            "<style>.a{fill:red;stroke:blue}.b{x:1}</style>"
        ),
        (
            "<style>@media print{.a:heading(2){fill:red}.b{fill:blue}}.c{x:1}</style>",
            "<style>@media print{.b{fill:blue}}.c{x:1}</style>"
        ),
        (
            "<style>.a{b:c(';}',\"}\",(;));d:e}.f{x:url(#p)}</style>",
            "<style>.a{d:e}.f{x:url(#p)}</style>"
        ),
        ("<style>.a{b:attr(x);&amp; .c{d:e}f:g}</style>", "<style>.a{&amp; .c{d:e}f:g}</style>"),
        ("<style>.a{b:'c\n;d:e}.f{x:1}</style>", "<style>.a{d:e}.f{x:1}</style>"),
        ("<rect style='fill:red;mask:attr(x);stroke:blue'/>", "<rect style=\"fill:red;stroke:blue\"/>"),
        ("<title>A <b xmlns='x'>B</b>C<desc>D</desc></title>", "<title>A C</title>"),
        ("<title>A &amp; B &lt;c></title>", "<title>A &amp; B &lt;c></title>"),
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

    /// Where a scalar joins with the one before or after it to a `Character`.
    /// Text with many combining marks is compared in the square of their number, unless it is left out before.
    @Test func combiningMarksTakeNoTime() throws {
        let marks = String(repeating: "\u{301}\u{323}", count: 20_000)
        let text = try cleaned(
            "<style>a{b:url(\(marks))} \(marks)(x)</style><g href='\(marks)' id='a'/><use href='#\(marks)'/>"
                + "<set attributeName='\(marks)'/><g a\(marks)='x'/><g\(marks)/>")
        #expect(text.contains("<g id=\"a\"/>"))
    }

    @Test(arguments: ["\u{600}%", "%\u{301}", "\u{600}%\u{301}", "%\u{FE0F}", "\u{1F468}\u{200D}%"])
    func markupIsEscapedScalarByScalar(joined: String) throws {
        func text(_ scalar: String) -> String { joined.replacingOccurrences(of: "%", with: scalar) }
        let text = try cleaned(
            "<g id='\(text("&quot;")) &apos;\(text("&lt;"))'/><text>\(text("&lt;"))script>\(text("&amp;"))lt;</text>"
        )
        #expect(Array(text.utf8).count(where: { $0 == UInt8(ascii: "<") }) == 5)
        for (scalar, written) in [("\"", "&quot;"), ("<", "&lt;"), ("&", "&amp;")] {
            let joined = Data(joined.replacingOccurrences(of: "%", with: written).utf8)
            #expect(Data(text.utf8).range(of: joined) != nil, "\(scalar)")
        }
    }

    private static func address(of data: Data, _ head: String = "data:image/png;base64,") -> String {
        head + data.base64EncodedString()
    }

    /// The place and the camera go, the orientation stays.
    @Test func picturesInItLoseTheirMetadata() throws {
        var exif = ExifBytes()
        exif.image = [0x010F: exif.ascii("Camera Works"), 0x0112: exif.short(6)]
        exif.gps = [0x0001: exif.ascii("N"), 0x0002: exif.fraction((51, 1), (30, 1), (0, 1))]
        let plain = PNGFile(.photo(4, 4)).data
        let picture = try ContainerCleaner.inserting(exif: exif.tiff, into: plain, format: .png)
        let expected = try ContainerCleaner.showable(picture, format: .png)
        #expect(expected.range(of: Data("Camera Works".utf8)) == nil && expected.count > plain.count)
        for head in [
            "data:image/png;base64,", " data:image/png;base64,", "DATA:image/PNG;Base64,",
            "data:image/png;charset=utf-8;base64,", "data:image/jpg;base64,",
        ] {
            let address = Self.address(of: picture, head)
            let text = try cleaned("<image href='\(address)'/><style>g{fill:url( '\(address)')}</style>")
            let written = Self.address(of: expected)
            #expect(text.contains("<image href=\"\(written)\"/>"))
            #expect(text.contains("url('\(written)')"))
        }
    }

    @Test(arguments: [
        (Data([0, 0, 0]), "not a PNG"), (Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "not a PNG"),
        (Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]), "cannot be cleaned"),
    ])
    func aPictureThatCannotBeCleanedIsAnError(data: Data, reason: String) {
        for body in [
            "<image href='\(Self.address(of: data))'/>", "<g style='fill:url(\(Self.address(of: data)))'/>",
        ] {
            let error = #expect(throws: ContainerError.self) { try cleaned(body) }
            #expect(
                error?.reason.contains("a picture in it") == true && error?.reason.contains(reason) == true)
        }
    }

    @Test func depthAndNumberAreDifferentReasons() throws {
        let deep = String(repeating: "<g>", count: 100) + String(repeating: "</g>", count: 100)
        let error = #expect(throws: ContainerError.self) { try cleaned(deep) }
        #expect(error?.reason.contains("nested") == true)
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

    /// What is removed is read once more, and no more.
    @Test(arguments: ["url(})", "@a;", "(}", "@a{}", "x(;", "[;", "'\\\n'"])
    func aStyleOfManyPartsIsReadInLinearTime(part: String) throws {
        func style(_ count: Int) -> String {
            "<style>" + String(repeating: part, count: count) + "\\</style>"
        }
        #expect(try cleaned(style(100_000)).utf8.count < 2_000_000)
    }
}
