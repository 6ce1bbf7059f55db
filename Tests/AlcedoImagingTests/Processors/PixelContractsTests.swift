import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// The checks of SDWebImage 5.21's transformer tests, on a picture of the same size drawn from a formula, so that
/// every pixel is known and not only those that its authors picked.
@Suite struct PixelContractsTests {
    /// 300 × 300: on nothing, a ring of which the outer part is black and the inner one red, with a blue mark in the
    /// east. `x` and `y` are measured from the middle.
    static func ring(_ x: Double, _ y: Double) -> [UInt8] {
        let distance = (x * x + y * y).squareRoot()
        if distance < 40 || distance > 140 { return [0, 0, 0, 0] }
        if x > 105, x < 135, abs(y) < 10 { return [0, 0, 255, 255] }
        return distance > 100 ? [0, 0, 0, 255] : [200, 30, 40, 255]
    }

    static let card = Raster(300, 300, bands: 4) { x, y in ring(Double(x) - 149.5, Double(y) - 149.5) }
    static let file = PNGFile(card).data

    static func made(_ processor: any ImageProcessor) async throws -> Raster {
        try await pixels(.one(processors: [processor]), from: file)
    }

    @Test func theRectangleOf200At50And10IsCutOut() async throws {
        // Of 100 pixels of room on either axis 50 and 10 lie before it.
        let part = try await Self.made(
            .crop(width: .pixels(200), height: .pixels(200), anchor: FocalPoint(x: 0.5, y: 0.1)))
        #expect(part == Raster(200, 200, bands: 4) { x, y in Self.card[x + 50, y + 10] })
        #expect(part[0, 0][3] == 0 && part[100, 10] == [0, 0, 0, 255])
    }

    @Test func bothFlipsTurnThePictureAround() async throws {
        let flipped = try await Self.made(.flip(.both))
        #expect(flipped == Raster(300, 300, bands: 4) { x, y in Self.card[299 - x, 299 - y] })
        #expect(flipped[150, 285] == [0, 0, 0, 255] && flipped[25, 150] == [0, 0, 255, 255])
    }

    @Test func aTintIsSeenWhereThePictureIs() async throws {
        // 0xCC is four fifths: 200 / 5 + 10 · 4/5, 30 / 5 + 250 · 4/5, 40 / 5 + 100 · 4/5.
        let tinted = try await Self.made(.tint(SRGBColor(red: 10, green: 250, blue: 100, alpha: 0xCC)))
        #expect(tinted[150, 150][3] == 0)
        #expect(tinted[80, 150] == [48, 206, 88, 255])
        #expect(tinted[150, 20] == [8, 200, 80, 255])
    }

    @Test func aRadiusOf50WithABorderOf1IsARoundLine() async throws {
        let green = SRGBColor(red: 0, green: 200, blue: 0)
        let framed = try await Self.made(.border(width: 1, color: green, radius: .pixels(50)))
        #expect(framed[0, 0][3] == 0 && framed[0, 150] == [0, 200, 0, 255])
        #expect(framed[1, 150][3] == 0 && framed[150, 20] == [0, 0, 0, 255])
        // In the corner's 50 × 50 pixels the distance to the arc's middle decides.
        var seen = 0.0
        for y in 0..<50 {
            for x in 0..<50 {
                let near = hypot(Double(49 - x), Double(49 - y))
                let far = hypot(Double(50 - x), Double(50 - y))
                let alpha = framed[x, y][3]
                if near > 50 || far < 49 {
                    #expect(alpha == Self.card[x, y][3], "\(x), \(y)")
                } else {
                    seen += Double(alpha) / 255
                }
            }
        }
        // A quarter of the ring between 49 and 50.
        #expect(abs(seen - .pi / 4 * (2500 - 2401)) < 1, "\(seen)")
    }

    /// Whether the surroundings of a place have one colour, so that resampling does not change it.
    static func isFlat(_ x: Double, _ y: Double, within reach: Double) -> Bool {
        let color = ring(x, y)
        let aslant = reach * 0.75
        return ring(x - reach, y) == color && ring(x + reach, y) == color && ring(x, y - reach) == color
            && ring(x, y + reach) == color && ring(x - aslant, y - aslant) == color
            && ring(x + aslant, y - aslant) == color && ring(x - aslant, y + aslant) == color
            && ring(x + aslant, y + aslant) == color
    }

    @Test(arguments: [45.0, 30, 200])
    func aRotationTurnsEveryPixelClockwise(angle: Double) async throws {
        let turned = try await Self.made(.rotate(angle: angle))
        let (sine, cosine) = (sin(angle * .pi / 180), cos(angle * .pi / 180))
        // 300 · √2 = 424.3 for 45 degrees.
        let side = Int((300 * (abs(sine) + abs(cosine))).rounded())
        try #require((turned.width, turned.height) == (side, side))
        var known = 0
        for row in stride(from: 0, to: side, by: 2) {
            for column in stride(from: 1, to: side, by: 2) {
                let x = Double(column) + 0.5 - Double(side) / 2
                let y = Double(row) + 0.5 - Double(side) / 2
                // Back to where it was; y points down, so that this angle is clockwise.
                let from = (x: x * cosine + y * sine, y: y * cosine - x * sine)
                guard Self.isFlat(from.x, from.y, within: 4) else { continue }
                known += 1
                if turned[column, row] != Self.ring(from.x, from.y) {
                    Issue.record(
                        "\(column), \(row): \(turned[column, row]), not \(Self.ring(from.x, from.y))")
                    return
                }
            }
        }
        #expect(known > side * side / 5)
    }

    @Test func aRotationInTheSameSizeIsTheMiddleOfIt() async throws {
        let same = try await Self.made(
            ImageProcessors.Rotate(angle: 45)
                |> ImageProcessors.Crop(width: .pixels(300), height: .pixels(300)))
        #expect((same.width, same.height) == (300, 300))
        #expect(same[60, 175] == [200, 30, 40, 255] && same[150, 20] == [0, 0, 0, 255])
        // The mark is 120 from the middle, now in the south-east: 120 / √2 = 84.9.
        #expect(same[150 + 84, 150 + 84] == [0, 0, 255, 255] && same[270, 150] == [0, 0, 0, 255])
        #expect(same[150, 150][3] == 0 && same[2, 2][3] == 0)
    }

    @Test func aBlurOf25IsTheGaussianOfWhatIsSeen() async throws {
        let blurred = try await Self.made(.blur(sigma: 25))
        let card = Self.card.bytes
        for (x, y) in [(80, 150), (150, 150), (150, 20), (270, 150), (40, 40), (220, 90)] {
            var sums = SIMD4<Double>.zero
            for index in 0..<90_000 where card[4 * index + 3] > 0 {
                let (across, down) = (Double(index % 300 - x), Double(index / 300 - y))
                let weight = exp(-(across * across + down * down) / 1250)
                let color = SIMD4<Double>(
                    Double(card[4 * index]), Double(card[4 * index + 1]), Double(card[4 * index + 2]), 255)
                sums += weight * color
            }
            // The whole plane weighs 2πσ²; what is beyond the picture repeats its edge, which is transparent.
            let alpha = sums[3] / (2 * .pi * 625)
            let wanted = (0..<3).map { sums[$0] / sums[3] * 255 } + [alpha]
            // SDWebImage's own tolerance, a hundredth; a dark place's colour is rounded more coarsely.
            for (have, want) in zip(blurred[x, y], wanted) {
                #expect(
                    abs(Double(have) - want) <= 2.55 * max(1, 64 / alpha),
                    "\(x), \(y): \(blurred[x, y]), not \(wanted)")
            }
        }
    }

    /// A resize kernel extends over three pixels of the result, where its weight is nearly zero.
    static func isNear(_ have: [UInt8], _ want: [Int]) -> Bool {
        have.count == want.count && zip(have, want).allSatisfy { abs(Int($0) - $1) <= 3 }
    }

    @Test func aResizeToExactSidesFillsOrFitsThem() async throws {
        func raster(_ width: Int, _ height: Int, _ fit: ImageFit) async throws -> Raster {
            try await pixels(.one(width: width, height: height, fit: fit, enlarge: true), from: Self.file)
        }
        let fill = try await raster(200, 100, .fill)
        #expect((fill.width, fill.height) == (200, 100))
        // (80, 150) of the card is at (53, 50), the mark's (270, 150) at (180, 50).
        #expect(
            Self.isNear(fill[53, 50], [200, 30, 40, 255]) && Self.isNear(fill[180, 50], [0, 0, 255, 255]))
        #expect(fill[100, 50][3] == 0 && fill[0, 0][3] == 0)
        let contained = try await raster(2000, 1000, .contain)
        #expect((contained.width, contained.height) == (2000, 1000))
        // A side of 1000 pixels begins at 500.
        #expect(Self.isNear(contained[766, 500], [200, 30, 40, 255]))
        #expect(Self.isNear(contained[1400, 500], [0, 0, 255, 255]))
        #expect(contained[499, 500][3] == 0 && contained[1000, 500][3] == 0)
        let covered = try await raster(200, 100, .cover)
        // Of 200 × 200 the rows 50 to 149.
        #expect((covered.width, covered.height) == (200, 100))
        #expect(
            Self.isNear(covered[53, 50], [200, 30, 40, 255])
                && Self.isNear(covered[180, 50], [0, 0, 255, 255]))
        #expect(covered[100, 50][3] == 0 && covered[0, 50][3] == 0)
        #expect(Self.isNear(covered[100, 0], [200, 30, 40, 255]))
    }

    @Test func aTranslucentColourOfAPaletteIsWhatItSays() async throws {
        // SDWebImage's indexed picture: 687 × 123, at (100, 1) .60, .91, .91 with an alpha of .20.
        var picture = PNGFile(
            width: 687, height: 123, colorType: 3,
            rows: (0..<123).map { y in (0..<687).map { x in x < 300 && y < 60 ? 1 : 0 } })
        picture.extras = [("PLTE", [10, 20, 30, 153, 232, 232]), ("tRNS", [255, 51])]
        #expect(try await pixels(.one(), from: picture.data)[100, 1] == [153, 232, 232, 51])
        let half = try await pixels(.one(width: 343), from: picture.data)
        // A fifth of a colour is rounded to 51 steps on its way through a resize.
        #expect(half[50, 1][3] == 51)
        #expect(zip(half[50, 1], [153, 232, 232]).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(half[50, 1])")
        #expect(half[300, 50] == [10, 20, 30, 255])
    }
}
