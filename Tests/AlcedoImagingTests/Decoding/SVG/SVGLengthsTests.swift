import Foundation
import Testing

@testable import AlcedoContainers

/// Lengths by CSS 2.1, 4.3.2: 1in = 96px = 72pt = 6pc = 2.54cm = 25.4mm; and 1Q = 0.25mm.
@Suite struct SVGLengthsTests {
    private func inPixels(_ body: String) -> String? {
        Data("<svg>\(body)</svg>".utf8).withUnsafeBytes { bytes in
            SVGLengths.inPixels(bytes).map { String(decoding: $0, as: UTF8.self) }
        }
        .map { String($0.dropFirst(5).dropLast(6)) }
    }

    @Test(arguments: [
        ("<rect width='72pt' height='-1in'/>", "<rect width='96.0px' height='-96.0px'/>"),
        ("<text x='6pc .5in 3' dy=\"2.54cm\"/>", "<text x='96.0px 48.0px 3' dy=\"96.0px\"/>"),
        ("<path stroke-width='127mm' d='M0 0'/>", "<path stroke-width='480.0px' d='M0 0'/>"),
        (
            "<path style='stroke-width:40Q;fill:red'/>",
            "<path style='stroke-width:37.795275590551185px;fill:red'/>"
        ),
        ("<style>.a-5pt{font:3PT x}</style>", "<style>.a-5pt{font:4.0px x}</style>"),
    ])
    func absoluteUnitsBecomePixels(body: String, expected: String) {
        #expect(inPixels(body) == expected)
    }

    @Test(arguments: [
        // Pixels, and units that depend on something else.
        "<rect width='10px' height='10' x='5%' y='1.5em' rx='2rem'/>",
        // What is no length: data, text, addresses, strings, names, comments, attributes of other programs.
        "<path id='a5pt' class='m-5pt' d='M0 0c1 2 3 4 5 6m5in'/>", "<text>10 mm of rain, 5pt</text>",
        "<style>@font-face{src:url(data:font/woff2;base64,AA5pt)} /* 5pt */ .in{content:'5pt'} #x5pt{}</style>",
        "<!-- <rect width='5pt'/> --><g width-label='5pt' inkscape:width='5pt'/>",
    ])
    func everythingElseStays(body: String) {
        #expect(inPixels(body) == nil)
    }
}
