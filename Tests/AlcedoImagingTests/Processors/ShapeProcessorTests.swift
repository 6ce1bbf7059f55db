import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Processors that change the shape of a picture.
@Suite struct ShapeProcessorTests {
    /// A picture in which every pixel says where it was.
    static let map = Raster(12, 8, bands: 3) { x, y in [UInt8(x * 20), UInt8(y * 30), 7] }

    static func made(_ processor: any ImageProcessor, density: Double = 1) async throws -> Raster {
        try await pixels(.one(density: density, processors: [processor]), from: PNGFile(map).data)
    }

    @Test func aCropKeepsThePartAtItsAnchor() async throws {
        let part = try await Self.made(
            .crop(width: .pixels(4), height: .pixels(2), anchor: FocalPoint(x: 1, y: 0)))
        #expect((part.width, part.height) == (4, 2))
        #expect(part[0, 0] == [160, 0, 7] && part[3, 1] == [220, 30, 7])
        let middle = try await Self.made(.crop(width: .fraction(0.5)))
        #expect((middle.width, middle.height) == (6, 8))
        #expect(middle[0, 0] == [60, 0, 7])
    }

    @Test func aCropCountsInCSSPixelsAndStaysWithinThePicture() async throws {
        let doubled = try await Self.made(.crop(width: .pixels(4), height: .pixels(3)), density: 2)
        #expect((doubled.width, doubled.height) == (8, 6))
        let whole = try await Self.made(.crop(width: .pixels(400), height: .pixels(300)))
        #expect(whole == Self.map)
        let outside = try await Self.made(
            .crop(width: .pixels(2), height: .pixels(2), anchor: FocalPoint(x: -1, y: 2)))
        #expect(outside[0, 0] == [0, 180, 7])
    }

    @Test func trimCutsAllFourBorders() async throws {
        let framed = Raster(30, 20, bands: 3) { x, y in
            (5..<21).contains(x) && (3..<18).contains(y)
                ? [UInt8(x * 5), 40, 40] : [250, 250, UInt8(250 - x % 5)]
        }
        let trimmed = try await pixels(.one(processors: [.trim()]), from: PNGFile(framed).data)
        #expect((trimmed.width, trimmed.height) == (16, 15))
        #expect(trimmed[0, 0] == [25, 40, 40] && trimmed[15, 14] == [100, 40, 40])
        // Without tolerance, there is no border.
        // The first column alone is of one colour then.
        let strict = try await pixels(.one(processors: [.trim(threshold: 0)]), from: PNGFile(framed).data)
        #expect((strict.width, strict.height) == (29, 20))
        let other = try await pixels(
            .one(processors: [.trim(background: SRGBColor(red: 0, green: 0, blue: 0))]),
            from: PNGFile(framed).data)
        #expect((other.width, other.height) == (30, 20))
    }

    @Test func trimSeesTransparencyAsABorderWhateverColourLiesBelow() async throws {
        let drop = Raster(10, 10, bands: 4) { x, y in
            x == 4 && y == 6 ? [200, 0, 0, 255] : [UInt8(x * 25), UInt8(y * 25), 99, 0]
        }
        let trimmed = try await pixels(.one(processors: [.trim()]), from: PNGFile(drop).data)
        #expect((trimmed.width, trimmed.height) == (1, 1))
    }

    @Test func aPictureOfOneColourIsNotTrimmed() async throws {
        let plain = try await pixels(.one(processors: [.trim()]), from: PNGFile(.plain(9, 5, 1, 2, 3)).data)
        #expect((plain.width, plain.height) == (9, 5))
    }

    @Test func aResizeAfterATrimKnowsTheTrimmedSize() async throws {
        let framed = Raster(40, 40, bands: 3) { x, y in
            (10..<30).contains(x) && (10..<20).contains(y) ? [0, 0, 0] : [255, 255, 255]
        }
        let raster = try await pixels(
            .one(processors: [.trim(), .resize(width: 10)]), from: PNGFile(framed).data)
        #expect((raster.width, raster.height) == (10, 5))
        #expect(raster[5, 2] == [0, 0, 0])
    }

    @Test func quarterTurnsAndFlipsMovePixelsExactly() async throws {
        let quarter = try await Self.made(.rotate(angle: 90))
        #expect((quarter.width, quarter.height) == (8, 12))
        // Clockwise: what was at the bottom left is at the top left.
        #expect(quarter[0, 0] == Self.map[0, 7] && quarter[7, 0] == Self.map[0, 0])
        let back = try await Self.made(.rotate(angle: -90))
        #expect(back[0, 0] == Self.map[11, 0])
        #expect(try await Self.made(.rotate(angle: 180))[0, 0] == Self.map[11, 7])
        #expect(try await Self.made(.rotate(angle: 360)) == Self.map)
        #expect(try await Self.made(.flip())[0, 3] == Self.map[11, 3])
        #expect(try await Self.made(.flip(.vertical))[2, 0] == Self.map[2, 7])
        #expect(try await Self.made(.flip(.both)) == Self.made(.rotate(angle: 180)))
    }

    @Test func anyOtherAngleHasACanvasThatHoldsAll() async throws {
        // SDWebImage's own test: 300 × 300 by 45 degrees is about 425 × 425 (300 · √2 = 424.3).
        let square = PNGFile(.plain(300, 300, 200, 30, 40)).data
        let turned = try await pixels(.one(processors: [.rotate(angle: 45)]), from: square)
        #expect((turned.width, turned.height, turned.bands) == (424, 424, 4))
        #expect(turned[0, 0] == [0, 0, 0, 0] && turned[212, 212] == [200, 30, 40, 255])
        #expect(turned[212, 8][3] == 255 && turned[423, 0][3] == 0)
        // No fringe: all visible pixels have the same colour, except for overshoot (at most 1/13).
        for x in 0..<424 where turned[x, 100][3] > 31 {
            #expect(
                zip(turned[x, 100], [200, 30, 40]).allSatisfy { abs(Int($0) - $1) <= 16 }, "\(turned[x, 100])"
            )
        }
        let laid = try await pixels(
            .one(processors: [.rotate(angle: 30, background: SRGBColor(red: 255, green: 255, blue: 255))]),
            from: square)
        #expect(laid.bands == 3 && laid[0, 0] == [255, 255, 255])
        // 300 · (cos 30° + sin 30°) = 409.8.
        #expect((laid.width, laid.height) == (410, 410))
    }

    @Test func aCircleIsADiscOfTheShorterSide() async throws {
        let disc = try await pixels(
            .one(processors: [.circle()]), from: PNGFile(.plain(60, 40, 9, 90, 200)).data)
        #expect((disc.width, disc.height, disc.bands) == (40, 40, 4))
        #expect(disc[0, 0][3] == 0 && disc[20, 20] == [9, 90, 200, 255] && disc[20, 0][3] > 200)
        // The area of the disc, π · 20².
        let area = (0..<40).reduce(0.0) { sum, y in
            sum + (0..<40).reduce(0.0) { $0 + Double(disc[$1, y][3]) / 255 }
        }
        #expect(abs(area - 1256.6) < 1.5)
        let left = try await Self.made(.circle(anchor: FocalPoint(x: 0, y: 0.5)))
        #expect(left[4, 4][0] == 80)
    }

    @Test func aBorderLiesInsideTheEdge() async throws {
        let white = SRGBColor(red: 255, green: 255, blue: 255)
        let framed = try await pixels(
            .one(processors: [.border(width: 3, color: white)]),
            from: PNGFile(.plain(20, 12, 10, 20, 30)).data)
        #expect((framed.width, framed.height, framed.bands) == (20, 12, 3))
        for y in 0..<12 {
            for x in 0..<20 {
                let inside = (3..<17).contains(x) && (3..<9).contains(y)
                #expect(framed[x, y] == (inside ? [10, 20, 30] : [255, 255, 255]), "\(x), \(y)")
            }
        }
        let fractional = try await pixels(
            .one(processors: [.border(width: 1.5, color: white)]),
            from: PNGFile(.plain(9, 9, 55, 55, 55)).data)
        #expect(fractional[0, 4] == [255, 255, 255] && fractional[1, 4] == [155, 155, 155])
        #expect(fractional[2, 4] == [55, 55, 55])
        let doubled = try await pixels(
            .one(density: 2, processors: [.border(width: 1, color: white)]),
            from: PNGFile(.plain(9, 9, 55, 55, 55)).data)
        #expect(doubled[1, 4] == [255, 255, 255] && doubled[2, 4] == [55, 55, 55])
    }

    @Test func aRoundBorderCutsThePictureAlongIt() async throws {
        let red = SRGBColor(red: 255, green: 0, blue: 0)
        let raster = try await pixels(
            .one(processors: [.border(width: 4, color: red, radius: .pixels(20))]),
            from: PNGFile(.plain(60, 60, 0, 0, 255)).data)
        #expect(raster.bands == 4)
        #expect(raster[0, 0][3] == 0 && raster[59, 59][3] == 0)
        #expect(raster[30, 1] == [255, 0, 0, 255] && raster[30, 30] == [0, 0, 255, 255])
        // On the diagonal the outer arc is at 20 - 20/√2 = 5.9, the inner at 20 - 16/√2 = 8.7.
        #expect(
            raster[4, 4][3] == 0 && raster[7, 7] == [255, 0, 0, 255] && raster[10, 10] == [0, 0, 255, 255])
    }

    @Test func aBorderWiderThanThePictureIsAllThereIs() async throws {
        let raster = try await pixels(
            .one(processors: [.border(width: 50, color: SRGBColor(red: 1, green: 2, blue: 3))]),
            from: PNGFile(.plain(8, 6, 200, 200, 200)).data)
        #expect(raster == .plain(8, 6, 1, 2, 3))
    }

    @Test func theOrderOfStepsMattersAndIsPartOfTheirName() async throws {
        let white = SRGBColor(red: 255, green: 255, blue: 255)
        let inner = ImageProcessors.Border(width: 2, color: white) |> ImageProcessors.Sepia()
        let outer = ImageProcessors.Sepia() |> ImageProcessors.Border(width: 2, color: white)
        #expect(inner.identifier != outer.identifier)
        let source = PNGFile(.plain(10, 10, 100, 150, 50)).data
        #expect(try await pixels(.one(processors: [inner]), from: source)[0, 0] == [255, 255, 239])
        #expect(try await pixels(.one(processors: [outer]), from: source)[0, 0] == [255, 255, 255])
    }

    @Test func identifiersCarryEveryParameter() {
        let red = SRGBColor(red: 255, green: 0, blue: 0)
        let steps: [any ImageProcessor] = [
            .crop(width: .pixels(1)), .crop(height: .pixels(1)), .crop(width: .fraction(1)),
            .crop(width: .pixels(1), anchor: FocalPoint(x: 0, y: 0)), .trim(), .trim(threshold: 1),
            .trim(background: red), .rotate(angle: 90), .rotate(angle: 91),
            .rotate(angle: 91, background: red),
            .flip(), .flip(.vertical), .flip(.both), .circle(), .circle(background: red),
            .circle(anchor: FocalPoint(x: 0, y: 0)), .border(width: 1, color: red),
            .border(width: 2, color: red), .border(width: 1, color: .init(red: 0, green: 0, blue: 0)),
            .border(width: 1, color: red, radius: .pixels(1)),
            .border(width: 1, color: red, radius: .fraction(1)),
            .border(width: 1, color: red, corners: .topLeft), .resize(width: 1), .resize(height: 1),
        ]
        #expect(Set(steps.map(\.identifier)).count == steps.count)
    }
}
