import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoRecipes

/// What Chromium draws and librsvg 2.54 does not, and the versions by librsvg's NEWS.
@Suite struct UndrawnPartsTests {
    private func parts(_ body: String, root: String = "") -> Set<UndrawnParts.Kind> {
        Data("<svg xmlns='http://www.w3.org/2000/svg' \(root)>\(body)</svg>".utf8).withUnsafeBytes {
            UndrawnParts($0).found
        }
    }

    @Test(
        arguments: [
            (
                "<foreignObject width='9' height='9'><div style='color:var(--x)'/></foreignObject>",
                .foreignObject
            ),
            ("<switch><foreignObject width='9' height='9'><p/></foreignObject>\n</switch>", .foreignObject),
            ("<text><textPath href='#p'>a</textPath></text>", .textPath),
            ("<filter id='f'><feDropShadow dx='2'/></filter>", .dropShadow),
            ("<image href='data:image/webp;base64,AAAA'/>", .webP),
            ("<image xlink:href='data:image/avif;base64,AAAA'/>", .avif),
            ("<style>:root{--c:red}</style><rect fill='var(--c)'/>", .variables),
            ("<style>g{--c:red}rect{fill:var(--c, blue)}</style>", .variables),
            ("<rect style='fill:var(--c, blue)'/>", .fallbacks),
            ("<rect transform='rotate(9)' transform-origin='5 5'/>", .origin),
            ("<style>.a{transform-box:fill-box;transform:scale(2)}</style>", .origin),
            ("<rect style='clip-path: circle(8px)'/>", .shapes),
            ("<rect clip-path='polygon(0 0, 1px 1px)'/>", .shapes),
            ("<rect fill='color-mix(in srgb, red, blue)'/>", .colors),
            ("<stop style='stop-color:oklch(.7 .1 9)'/>", .colors),
            ("<rect fill='hwb(90 10% 10%)'/>", .hwb),
            ("<path vector-effect='non-scaling-stroke'/>", .strokes),
            ("<style>@media (min-width: 9px) { rect { fill: red } }</style>", .blocks),
            ("<style>@media (prefers-color-scheme:light){rect{fill:red}}</style>", .blocks),
            ("<style><![CDATA[@supports (fill:red){rect{fill:red}}]]></style>", .blocks),
        ] as [(String, UndrawnParts.Kind)])
    func aPartIsFound(body: String, kind: UndrawnParts.Kind) {
        #expect(parts(body) == [kind])
    }

    @Test func theBackgroundOfTheRootIsFound() {
        #expect(parts("", root: "style='background-color: #fff'") == [.background])
        #expect(parts("", root: "style='background: transparent'").isEmpty)
        #expect(parts("<g style='background:red'/>", root: "style='enable-background:new 0 0 9 9'").isEmpty)
    }

    @Test(arguments: [
        // An alternative follows, or nothing would be seen.
        "<switch><foreignObject width='9' height='9'><p/></foreignObject><text>a</text></switch>",
        "<foreignObject width='0' height='0'><p/></foreignObject>",
        // A browser applies none of these unless something else is set.
        "<style>@media (prefers-color-scheme: dark) { rect { fill: red } }</style>",
        "<style>@media print{rect{fill:red}} @media (prefers-reduced-motion:no-preference){rect{fill:red}}</style>",
        // Animations show their beginning.
        "<style>.a{transform-origin:center;animation:k 1s}@keyframes k{to{transform:rotate(9deg)}}</style>",
        "<rect transform='rotate(9)' transform-origin='0 0'/>",
        // The value before it is drawn.
        "<rect fill='#f00' style='fill:#f00;fill:color(display-p3 1 0 0)'/>",
        "<rect clip-path='url(#a)' style='clip-path:url(#b)' vector-effect='none'/>",
        // Words in texts, names and comments.
        "<text id='foreignObject' class='var(--x)'>textPath feDropShadow var(--x) @media oklch(</text>",
        "<!-- <foreignObject/> --><style>/* @media screen{a{fill:var(--x)}} */ .textPath{fill:red}</style>",
        "<image href='data:image/png;base64,AAAA'/>",
    ])
    func anOrdinaryDrawingHasNone(body: String) {
        #expect(parts(body).isEmpty)
    }

    private func remarks(_ body: String, _ format: RequestedFormat = .auto, version: Int?) -> [String] {
        UndrawnParts.remarks(
            Data("<svg xmlns='http://www.w3.org/2000/svg'>\(body)</svg>".utf8), .svg,
            [ImageRequest(encodings: [ImageEncoding(format: format)])], version: version)
    }

    @Test func whatIsMissingIsSaidInOneSentence() {
        #expect(
            remarks("<rect style='fill:var(--c)' transform='scale(2)' transform-origin='5 5'/>", version: 54)
                == [
                    "librsvg 2.54 does not draw CSS variables (var()) and 'transform-origin' and 'transform-box'; publish the "
                        + "drawing itself with 'formats: original'"
                ])
        let page = "<foreignObject width='9' height='9'><p/></foreignObject><text><textPath/></text>"
        #expect(
            remarks(page, version: 60) == [
                "librsvg 2.60 does not draw 'foreignObject' and 'textPath'; publish the drawing itself with "
                    + "'formats: original' and 'verbatim: true'"
            ])
        #expect(
            remarks(page, .original, version: 54).isEmpty && remarks(page, .verbatim, version: 54).isEmpty)
    }

    /// NEWS: 2.55.91, 2.55.90, 2.55.92, and 2.57.90 twice. Without a number, all that some version draws counts as drawn.
    @Test(arguments: [
        ("<feDropShadow/>", 56), ("<path vector-effect='non-scaling-stroke'/>", 56),
        ("<rect fill='hwb(9 1% 1%)'/>", 56),
        ("<image href='data:image/webp;base64,AA'/>", 58), ("<rect fill='var(--c, #abc)'/>", 58),
    ])
    func whatTheVersionDrawsIsNotMissing(body: String, first: Int) {
        #expect(remarks(body, version: first - 2).count == 1)
        #expect(remarks(body, version: first).isEmpty && remarks(body, version: nil).isEmpty)
    }

    @Test func aDecoderOfTheMachineDrawsEmbeddedWebP() {
        let file = Data("<svg><image href='data:image/webp;base64,AA'/></svg>".utf8)
        func count(_ decoder: String) -> Int {
            UndrawnParts.remarks(
                file, .svg, [ImageRequest(encodings: [ImageEncoding(format: .auto)])], version: 54,
                decoders: [decoder]
            ).count
        }
        #expect(count("libpixbufloader-webp.so 9") == 0 && count("libpixbufloader-gif.so 9") == 1)
    }
}
