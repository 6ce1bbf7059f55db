import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// SVG: fractional sizes, physical units, and separate rasterization of each size.
@Suite struct DrawingTests {
    static func svg(_ attributes: String, _ body: String) -> Data {
        Data("<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)>\(body)</svg>".utf8)
    }

    static let red = "<rect x='-1000' y='-1000' width='9000' height='9000' fill='#cc0000'/>"

    static func facts(_ file: Data) async throws -> ImageFacts {
        try await InProcessEngine(threads: 1).inspect(file, limits: ImageLimits())
    }

    // By CSS Values and Units: 1 in = 2.54 cm = 25.4 mm = 72 pt = 6 pc = 96 px.
    @Test(arguments: [
        ("viewBox='0 0 120.6 33.4'", 121, 33), ("width='20mm' height='10mm'", 76, 38),
        ("width='2cm' height='1cm' viewBox='0 0 4 2'", 76, 38), ("width='1in' height='62pt'", 96, 83),
        ("width='3pc' height='1in'", 48, 96), ("width='60.5' height='20.4px'", 61, 20),
        ("viewBox='0 0 1.4 1'", 1, 1), ("width='1in' viewBox='0 0 10 5'", 96, 48),
        ("width='100%' height='1in' viewBox='0 0 10 5'", 192, 96),
    ])
    func theSizeMatchesBrowsers(attributes: String, width: Int, height: Int) async throws {
        let facts = try await Self.facts(Self.svg(attributes, Self.red))
        #expect((facts.width, facts.height) == (width, height))
        #expect(try PixelImage(decoding: Self.svg(attributes, Self.red)).size == facts.displayedSize)
    }

    // 36 pt, 0.5 in, 12.7 mm, 1.27 cm, 3 pc and 50.8 Q are 48 px, as in Chromium.
    @Test(arguments: [
        ("width='72pt' height='1in'", "<rect width='48' height='48' fill='#c80000'/>"),
        ("width='25.4mm' height='6pc'", "<rect width='36pt' height='.5in' fill='#c80000'/>"),
        ("width='96' height='96'", "<rect width='12.7mm' height='1.27cm' fill='#c80000'/>"),
        ("width='1in' height='6em'", "<rect width='3pc' height='50.8Q' fill='#c80000'/>"),
        ("width='96' height='96' viewBox='0 0 192 192'", "<rect width='1in' height='72pt' fill='#c80000'/>"),
        (
            "width='96' height='96'",
            "<style>path{stroke-width:36pt}</style><path d='M0 24h48' stroke='#c80000'/>"
        ),
    ])
    func lengthsInsideAreThoseOfBrowsers(size: String, body: String) async throws {
        let outputs = try await makeAll([.one(), .one(width: 48)], from: Self.svg(size, body))
        for (index, side) in [48, 24].enumerated() {
            let raster = try Raster(
                decoding: try #require(outputs[ImageJob.OutputID(request: index, format: .png)]?.data))
            #expect((raster.width, raster.height) == (2 * side, 2 * side))
            #expect(raster[side - 1, side - 1] == [200, 0, 0, 255])
            #expect(raster[side, side - 1][3] == 0 && raster[side - 1, side][3] == 0)
        }
    }

    /// Where the left upper corner of a square of 20 pixels at (10, 10) is in Chromium, which transforms about the middle (40, 40).
    @Test(arguments: [
        ("transform='translate(20 10)'", 30, 20), ("style='transform:translate(20px,10px)'", 30, 20),
        ("x='9' y='9' transform='rotate(90)'", 50, 10), ("transform='scale(.5)'", 25, 25),
        ("viewBox='0 0 80 80' style='transform:rotate(180deg)'", 50, 50),
        ("viewBox='0 0 80 80' transform='translate(0 -10)'", 10, 0),
    ])
    func theWholeDrawingIsTransformedAtEverySize(root: String, left: Int, top: Int) async throws {
        let side = root.contains("scale(.5)") ? 10 : 20
        let file = Self.svg(
            "width='80' height='80' \(root)", "<rect x='10' y='10' width='20' height='20' fill='#c80000'/>")
        let outputs = try await makeAll(
            [80, 40, 160].map { .one(width: $0, enlarge: true) }, from: file)
        for (index, width) in [80, 40, 160].enumerated() {
            let raster = try Raster(
                decoding: try #require(outputs[ImageJob.OutputID(request: index, format: .png)]?.data))
            // A pixel within each corner, and one beyond; on an edge, pixels may be half covered.
            let (x, y, size) = (left * width / 80, top * width / 80, side * width / 80)
            #expect(raster[x + 1, y + 1][3] == 255 && raster[x + size - 2, y + size - 2][3] == 255)
            #expect(raster[x + size + 1, y + 1][3] == 0 && raster[x + 1, y + size + 1][3] == 0)
            if x > 1 { #expect(raster[x - 2, y + 1][3] == 0) }
        }
    }

    // 1000 · 33.4 / 120.6 = 276.95; 1000 / 1.4 = 714.3; 33 / 2 = 16.5, which is rounded up.
    @Test(arguments: [
        ("viewBox='0 0 120.6 33.4'", 1000, 277), ("width='20mm' height='10mm'", 1000, 500),
        ("width='20mm' height='10mm'", 33, 17), ("viewBox='0 0 1.4 1'", 1000, 714),
        ("width='600' height='81'", 250, 34), ("width='1in' height='62pt'", 1000, 861),
        ("x='0px' y='0' viewBox='-5 -5 10.3 7.1'", 411, 283),
    ])
    func aDrawingFillsItsPictureToTheEdge(attributes: String, width: Int, height: Int) async throws {
        let output = try await make(
            .one(nil, width: width, enlarge: true), from: Self.svg(attributes, Self.red))
        #expect((output.width, output.height) == (width, height))
        // A border that is not quite opaque would have made it a PNG.
        #expect(output.format == .jpeg)
    }

    @Test(arguments: [(1000, 714), (300, 300), (77, 400)])
    func aCircleIsInTheMiddleAndAsLargeAsItIsDrawn(size: (Int, Int)) async throws {
        let file = Self.svg(
            "viewBox='0 0 1.4 1'",
            "<rect width='1.4' height='1' fill='#fff'/><circle cx='.7' cy='.5' r='.4' fill='#000'/>")
        let raster = try await pixels(
            .one(width: size.0, height: size.1, fit: .fill, enlarge: true), from: file)
        let dark = (0..<raster.width).filter { raster[$0, raster.height / 2][0] < 128 }
        let down = (0..<raster.height).filter { raster[raster.width / 2, $0][0] < 128 }
        // A pixel at each end may be dark or not.
        let (width, height): (Double, Double) = (Double(size.0) * 0.8 / 1.4, Double(size.1) * 0.8)
        #expect(abs(Double(dark.count) - width) < 2)
        #expect(abs(Double(down.count) - height) < 2)
        let (first, last): (Int, Int) = (try #require(dark.first), try #require(dark.last))
        #expect(abs(first - (raster.width - 1 - last)) <= 1)
    }

    @Test func everySizeIsDrawnFromTheSource() async throws {
        let file = Self.svg(
            "viewBox='0 0 100 40'",
            "<rect width='100' height='40' fill='#323232'/><rect x='50' width='50' height='40' fill='#c8c8c8'/>"
        )
        let outputs = try await makeAll(
            [10, 100, 350, 36].map { .one(width: $0, enlarge: true) }, from: file)
        for (index, width) in [10, 100, 350, 36].enumerated() {
            let raster = try Raster(
                decoding: try #require(outputs[ImageJob.OutputID(request: index, format: .png)]?.data))
            // A reduced or enlarged edge would have ripples or slopes beside it.
            let wanted = Raster(width, raster.height, bands: 3) { x, _ in
                x < width / 2 ? [50, 50, 50] : [200, 200, 200]
            }
            #expect(raster == wanted, "\(width)")
        }
    }

    @Test func onlyTheSizeThatIsTooLargeFails() async throws {
        let job = ImageJob(
            data: Self.svg("viewBox='0 0 100 40'", Self.red),
            requests: [
                .one(width: 5000, enlarge: true), .one(width: 50),
                .one(width: 300, height: 300, enlarge: true),
            ],
            limits: ImageLimits(pixels: 1_000_000))
        let result = try await InProcessEngine(threads: 1).run(job)
        #expect(result.failures.keys.sorted() == [0])
        #expect("\(try #require(result.failures[0]))".contains("5000x2000 pixels are more than the limit"))
        #expect(result.outputs.keys.map(\.request).sorted() == [1, 2])
    }

    @Test func whatADocumentSaysOfItsRootCountsOnce() async throws {
        let file = Data(
            """
            <?xml version="1.0" encoding="ISO-8859-1"?><!-- <svg width="9"> -->
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [ <!ENTITY more "b > c ]"> ]>
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33.3 7.7"><style>svg { opacity: 0.5 }</style>
            <rect width="33.3" height="7.7" fill="#cc0000"/></svg> <!-- the end -->
            """.utf8)
        let raster = try await pixels(.one(width: 200, enlarge: true), from: file)
        // 200 · 7.7 / 33.3 = 46.2
        #expect((raster.width, raster.height) == (200, 46))
        #expect(abs(Int(raster[100, 20][3]) - 128) <= 1)
        #expect(abs(Int(raster[0, 0][3]) - 128) <= 1 && abs(Int(raster[199, 45][3]) - 128) <= 1)
    }

    /// Browsers give these no size but stretch them to the width that a page leaves. Units of the `viewBox` are pixels
    /// then, beyond which no side grows unless the request says so.
    @Test(arguments: [
        ("viewBox='0 0 24 48'", 24, 48), ("viewBox='0 0 24 48' preserveAspectRatio='none'", 24, 48),
        ("width='100%' height='100%' viewBox='0 0 24 48'", 24, 48),
        ("width='50%' height='50%' viewBox='0 0 24 48'", 24, 48),
        ("width='auto' height='auto' viewBox='0 0 24 48'", 24, 48),
    ])
    func aViewBoxAloneIsASizeInPixels(attributes: String, width: Int, height: Int) async throws {
        let file = Self.svg(attributes, "<rect width='12' height='48' fill='#c80000'/>")
        for request in [ImageRequest.one(), .one(width: 400), .one(height: 400)] {
            let raster = try await pixels(request, from: file)
            #expect((raster.width, raster.height) == (width, height))
            #expect(raster[2, 24] == [200, 0, 0, 255] && raster[20, 24][3] == 0)
        }
        let large = try await pixels(.one(width: 400, enlarge: true), from: file)
        #expect((large.width, large.height) == (400, 800))
        #expect(large[198, 700] == [200, 0, 0, 255] && large[202, 700][3] == 0)
    }

    /// The `naturalWidth` and `naturalHeight` in Chromium, but for `ex`: half an em here.
    @Test(arguments: [
        ("", 300, 150), ("width='120'", 120, 150), ("height='80'", 300, 80),
        ("width='100%' height='100%'", 300, 150), ("width='10em' height='5em'", 160, 80),
        ("width='10rem' height='5rem'", 160, 80), ("width='101.6Q' height='101.6Q'", 96, 96),
        ("width='10ex' height='4em' viewBox='0 0 80 64'", 80, 64),
        ("font-size='20' width='10em' height='5em'", 200, 100), ("width='60px' height=' 40px '", 60, 40),
        ("width='5em' viewBox='0 0 80 64'", 80, 64), ("height='4rem' viewBox='0 0 80 64'", 80, 64),
        ("width='100' viewBox='0 0 80 40'", 100, 50), ("height='40' viewBox='0,0,80,64'", 50, 40),
        ("width='30pt' height='60pt'", 40, 80), ("width='3pc' viewBox='0 0 80 160'", 48, 96),
        ("width='50%' height='50%'", 300, 150), ("width='25%' height='80'", 300, 80),
        ("width='50%' height='100' viewBox='0 0 80 64'", 125, 100), ("viewBox='0 0 0 0'", 300, 150),
        // Half an em here; in Chromium as wide as the font's 0.
        ("width='10ch' height='5ch'", 80, 40),
    ])
    func aDocumentHasTheSizeThatABrowserGivesIt(size: String, width: Int, height: Int) async throws {
        let half = "<rect width='50%' height='100%' fill='#c80000'/>"
        let file = Self.svg(
            size,
            size.contains("viewBox='0 0 8") || size.contains("viewBox='0,")
                ? "<rect width='40' height='160' fill='#c80000'/>" : half)
        // An empty viewBox renders nothing (SVG 2, 8.6).
        if size.contains("viewBox='0 0 0 0'") {
            let facts = try await Self.facts(file)
            #expect((facts.width, facts.height) == (width, height))
            return
        }
        let outputs = try await makeAll([.one(), .one(width: width / 4)], from: file)
        for (index, scale) in [1, 4].enumerated() {
            let raster = try Raster(
                decoding: try #require(outputs[ImageJob.OutputID(request: index, format: .png)]?.data))
            #expect(raster.width == width / scale && abs(raster.height - height / scale) <= 1)
            let middle = raster.height / 2
            #expect(raster[raster.width / 2 - 2, middle] == [200, 0, 0, 255])
            #expect(raster[raster.width / 2 + 2, middle][3] == 0)
        }
    }

    /// libxml2 alone reads 256 levels.
    @Test(arguments: [(300, true), (490, true), (600, false)])
    func aDrawingMayBeNestedDeep(levels: Int, isDrawn: Bool) async throws {
        func nested(_ body: String) -> Data {
            Self.svg(
                "width='8' height='8'",
                String(repeating: "<g>", count: levels) + body + String(repeating: "</g>", count: levels))
        }
        let file = nested("<rect width='8' height='8' fill='#c80000'/>")
        if isDrawn {
            let raster = try await pixels(.one(), from: file)
            #expect(Array(raster[4, 4].prefix(3)) == [200, 0, 0])
        } else {
            #expect(try #require(try await refusal(of: file)).contains("larger than its decoder allows"))
        }
        // What repeats itself is counted at any depth.
        let uses = String(repeating: "<use href='#a'/>", count: 1000)
        let body = "<g id='a'>\(String(repeating: "<rect/>", count: 1000))</g>\(uses)"
        #expect(try await refusal(of: nested(body)) != nil)
        let entities = Data("<!DOCTYPE svg [<!ENTITY a 'b'>]>".utf8) + file
        #expect(try await refusal(of: entities) != nil)
    }

    @Test func whatIsWrongAtEverySizeIsSaidOfTheSource() async throws {
        // Beyond the numbers that librsvg 2.54 can dash a line with.
        let file = Self.svg(
            "width='40' height='30'",
            "<g transform='rotate(9 20 15)'><path d='M1 1h9v9a5 5 0 0 1 9 2147483648c1 2 3 4 5 6q1 2 3 4z' stroke='#000' "
                + "stroke-dasharray='3 1' fill='none'/></g>")
        let job = ImageJob(data: file, requests: [.one(width: 20), .one(width: 30)])
        do {
            let result = try await InProcessEngine(threads: 1).run(job)
            #expect(result.failures.isEmpty && result.outputs.count == 2)
        } catch ImagingError.decode(_, let reason) {
            #expect(reason.contains("rendering failed"))
        }
    }
}
