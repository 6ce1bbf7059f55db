import AlcedoBase
import AlcedoImaging
import AlcedoRecipes
import Foundation
import Testing

@testable import AlcedoManifest

/// Canvases, with coordinates computed by hand and by Python from CSS's definition of gradients.
@Suite struct CanvasTests {
    typealias Canvas = SourceEntry.Canvas
    static let (navy, teal) = (
        SRGBColor(red: 0, green: 0, blue: 128), SRGBColor(red: 0, green: 128, blue: 128)
    )

    private func svg(_ width: Int, _ height: Int, _ fill: Canvas.Fill) -> String {
        Canvas(width: width, height: height, fill: fill).svg
    }

    @Test(arguments: [
        (0.0, "x1='100' y1='100' x2='100' y2='0'"), (90, "x1='0' y1='50' x2='200' y2='50'"),
        (180, "x1='100' y1='0' x2='100' y2='100'"), (-90, "x1='200' y1='50' x2='0' y2='50'"),
        // half = (200 sin 45° + 100 cos 45°) / 2 = 106.066; 106.066 cos 45° = 75.
        (45, "x1='25' y1='125' x2='175' y2='-25'"),
        // half = 68.3013: (100 - 59.1506, 50 - 34.1506) and back.
        (120, "x1='3.3494' y1='-5.8013' x2='196.6506' y2='105.8013'"),
    ])
    func linesOfGradientsAreThoseOfCSS(angle: Double, line: String) {
        #expect(svg(200, 100, .linear(angle: angle, [.init(Self.navy), .init(Self.teal)])).contains(line))
    }

    @Test func circlesReachTheFarthestCorner() {
        let fill = Canvas.Fill.radial(
            center: FocalPoint(x: 0.2, y: 0.5), [.init(Self.navy), .init(Self.teal)])
        // √(160² + 50²)
        #expect(svg(200, 100, fill).contains("cx='40' cy='50' r='167.6305'"))
    }

    @Test func stopsLieBetweenTheirNeighbours() {
        let stops: [Canvas.Stop] = [
            .init(Self.navy), .init(Self.teal), .init(Self.navy, at: 0.8), .init(Self.teal, at: 0.5),
            .init(SRGBColor(red: 1, green: 2, blue: 3)),
        ]
        let svg = svg(9, 9, .linear(angle: 0, stops))
        #expect(
            svg.matches(of: /offset='([0-9.]+)'/).map { String($0.1) } == ["0", "0.4", "0.8", "0.8", "1"])
        #expect(svg.contains("stop-color='rgb(1,2,3)'/>"))
    }

    /// CSS Images 3, 3.4.3: colors are mixed with their alpha. In the middle of red and a blue of a quarter's alpha, there are
    /// 204 of red, 51 of blue and 62.5 % of alpha.
    @Test func transparentStopsGiveNoColor() {
        let red = SRGBColor(red: 255, green: 0, blue: 0)
        let clear = SRGBColor(red: 0, green: 0, blue: 0, alpha: 0)
        let both = svg(9, 9, .linear(angle: 0, [.init(red), .init(clear), .init(Self.navy)]))
        #expect(!both.contains("rgb(0,0,0)"))
        #expect(both.matches(of: /offset='0.5' stop-color='rgb\([0-9,]+\)' stop-opacity='0'/).count == 2)
        #expect(both.contains("offset='0.5' stop-color='rgb(255,0,0)' stop-opacity='0'"))
        let quarter = SRGBColor(red: 0, green: 0, blue: 255, alpha: 64)
        let mixed = svg(9, 9, .linear(angle: 0, [.init(red), .init(quarter)]))
        #expect(mixed.contains("offset='0.5' stop-color='rgb(204,0,51)' stop-opacity='0.6275'"))
    }

    @Test func aGradientHasTheColoursBetween() async throws {
        let stops: [Canvas.Stop] = [
            .init(SRGBColor(red: 0, green: 0, blue: 0)), .init(SRGBColor(red: 255, green: 255, blue: 255)),
        ]
        let data = Data(svg(200, 20, .linear(angle: 90, stops)).utf8)
        let request = ImageRequest(encodings: [ImageEncoding(format: .format(.png))])
        let result = try await InProcessEngine(threads: 1).run(ImageJob(data: data, requests: [request]))
        let image = try PixelImage(decoding: try #require(result.outputs.first?.value.data))
        let bytes = [UInt8](try image.pixels())
        for x in 0..<200 {
            let wanted = (Double(x) + 0.5) / 200 * 255
            let found = Double(bytes[(10 * 200 + x) * image.bands])
            #expect(abs(found - wanted) <= 1.5, "\(x): \(found), \(wanted)")
        }
    }

    @Test func aCanvasIsASource() throws {
        let text = """
            sources:
              - canvas: { width: 1200, height: 630, gradient: { angle: 135, stops: ["#0b3d5c", "teal 40%", "rgb(1 2 3) 100%"] } }
                id: a
              - { canvas: { width: 9, height: 8, color: "#fff8" }, id: b }
              - { canvas: { width: 9, height: 8, gradient: { shape: radial, center: north, stops: [red, blue] } }, id: c }
            svg: refuse
            """
        let manifest = try manifest(text)
        let sources = SourceResolver(manifest).resolve().sources
        #expect(sources.map(\.id) == ["a", "b", "c"])
        // What Alcedo draws itself is never refused.
        #expect(sources.allSatisfy { $0.svg == .rasterize })
        #expect(
            sources.compactMap { ($0.origin as? CanvasOrigin)?.canvas } == [
                Canvas(
                    width: 1200, height: 630,
                    fill: .linear(
                        angle: 135,
                        [
                            .init(SRGBColor(red: 0x0b, green: 0x3d, blue: 0x5c)), .init(Self.teal, at: 0.4),
                            .init(SRGBColor(red: 1, green: 2, blue: 3), at: 1),
                        ])),
                Canvas(
                    width: 9, height: 8, fill: .color(SRGBColor(red: 255, green: 255, blue: 255, alpha: 0x88))
                ),
                Canvas(
                    width: 9, height: 8,
                    fill: .radial(
                        center: FocalPoint(x: 0.5, y: 0),
                        [
                            .init(SRGBColor(red: 255, green: 0, blue: 0)),
                            .init(SRGBColor(red: 0, green: 0, blue: 255)),
                        ])),
            ])
        // What Swift has written is read again as the same.
        for source in manifest.sources {
            guard case .picture(let origin) = source.origin, let canvas = origin as? CanvasOrigin else {
                continue
            }
            let value = Value(canvas.canvas.written.node(at: source.location), "'canvas'", Problems())
            #expect(value.canvas() == canvas.canvas)
        }
    }

    @Test(arguments: [
        ("canvas: { width: 9, height: 9 }", "needs either 'color' or 'gradient'"),
        ("canvas: { width: 9, color: red }", "missing key 'height'"),
        ("canvas: { width: 9, height: 9, colour: red }", "did you mean 'color'?"),
        (
            "canvas: { width: 9, height: 9, gradient: { stops: [red] } }",
            "has one colour; a gradient has 2 to 32"
        ),
        ("canvas: { width: 9, height: 9, gradient: { angle: 3 } }", "missing key 'stops'"),
        (
            "canvas: { width: 9, height: 9, gradient: { stops: [red, blew] } }",
            "must be a colour, or one with its place"
        ),
        ("canvas: { width: 9, height: 9, gradient: { stops: [red, blue 140%] } }", "a place from 0% to 100%"),
        (
            "canvas: { width: 9, height: 9, gradient: { shape: radial, angle: 3, stops: [red, blue] } }",
            "belongs to a linear gradient"
        ), ("canvas: { width: 0, height: 9, color: red }", "whole number from 1 to 65535"),
        ("canvas: red", "must be a mapping"),
        ("canvas: { width: 9, height: 9, color: red }\n    path: a.jpg", "expected one of"),
    ])
    func mistakesAreExplained(entry: String, words: String) {
        let (_, diagnostics) = readManifest(preamble + "sources:\n  - id: a\n    " + entry)
        #expect(diagnostics.contains { $0.message.contains(words) }, "\(diagnostics)")
        #expect(diagnostics.allSatisfy { ($0.location?.line ?? 0) >= 4 })
    }

    @Test func ofStopsWithMistakesOnlyThoseAreReported() {
        let (_, diagnostics) = readManifest(
            preamble
                + "sources:\n  - id: a\n    canvas: { width: 9, height: 9, gradient: { stops: [blew, rad] } }"
        )
        #expect(diagnostics.count == 2 && diagnostics.allSatisfy { $0.message.contains("must be a colour") })
    }
}
