import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// The crops of `attention` and `entropy` depend on the picture, not on the requested size.
@Suite struct SmartCropTests {
    static let side = (width: 480, height: 300)

    /// Red and green tell how far a pixel is from the left and from the top: 100 + x / 6 and 100 + y / 6. In one place
    /// there is something to see in blue and in light.
    static func map(left: Int, top: Int) -> Data {
        PNGFile(
            Raster(side.width, side.height, bands: 3) { x, y in
                let isThing = (left..<left + 70).contains(x) && (top..<top + 60).contains(y)
                let blue: UInt8 = isThing ? ((x / 7 + y / 5) % 2 == 0 ? 255 : 0) : 100
                return [UInt8(100 + x / 6), UInt8(100 + y / 6), blue]
            }
        ).data
    }

    /// The centre of a crop as fractions of the whole picture, from the mean of its pixels.
    static func middle(_ raster: Raster) -> (x: Double, y: Double) {
        var sums = (0, 0)
        for index in 0..<raster.width * raster.height {
            sums.0 += Int(raster.bytes[index * 3])
            sums.1 += Int(raster.bytes[index * 3 + 1])
        }
        let count = Double(raster.width * raster.height)
        func place(_ sum: Int, _ side: Int) -> Double {
            // Six pixels share a value: their middle is 2.5 after the first, and pixels are areas.
            ((Double(sum) / count - 100) * 6 + 3) / Double(side)
        }
        return (place(sums.0, side.width), place(sums.1, side.height))
    }

    /// Squares: all of the height, and 300 of the 480 columns.
    static let squares = [300, 240, 150, 100, 61, 40, 24]

    @Test(arguments: [CropPosition.attention, .entropy], [(20, 30), (200, 120), (390, 220), (130, 10)])
    func theCropIsTheSameAtEverySize(position: CropPosition, place: (Int, Int)) async throws {
        let data = Self.map(left: place.0, top: place.1)
        let together = try await makeAll(
            Self.squares.map { .one(width: $0, height: $0, position: position) }, from: data)
        var middles: [(x: Double, y: Double)] = []
        for (index, side) in Self.squares.enumerated() {
            let output = try #require(together[ImageJob.OutputID(request: index, format: .png)])
            let raster = try Raster(decoding: output.data)
            #expect((raster.width, raster.height) == (side, side))
            middles.append(Self.middle(raster))
            let alone = try await pixels(.one(width: side, height: side, position: position), from: data)
            middles.append(Self.middle(alone))
        }
        try Self.expectEqual(middles, Self.squares.flatMap { [$0, $0] })
    }

    @Test(arguments: [CropPosition.attention, .entropy], [(20, 30), (390, 220)])
    func theCropOfAStepIsTheSameAtEverySize(position: CropPosition, place: (Int, Int)) async throws {
        let data = Self.map(left: place.0, top: place.1)
        var middles: [(x: Double, y: Double)] = []
        for side in Self.squares {
            let step: any ImageProcessor = .resize(width: side, height: side, position: position)
            middles.append(Self.middle(try await pixels(.one(processors: [step]), from: data)))
        }
        middles.append(
            Self.middle(try await pixels(.one(width: 300, height: 300, position: position), from: data)))
        try Self.expectEqual(middles, Self.squares + [300])
    }

    static func expectEqual(_ middles: [(x: Double, y: Double)], _ sides: [Int]) throws {
        for (middle, side) in zip(middles, sides) {
            // The search knows 256 pixels, the result its own number: the tolerance is a pixel of either, and the error of the mean.
            let tolerance = 1.0 / 256 + 0.5 / Double(side) + 0.004
            #expect(abs(middle.x - middles[0].x) < tolerance, "\(sides) \(middles.map(\.x))")
            #expect(abs(middle.y - middles[0].y) < tolerance, "\(sides) \(middles.map(\.y))")
        }
    }
}
