import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// All eight values of EXIF's orientation, in three kinds of file.
@Suite struct OrientationTests {
    /// The expected upright picture: 24 × 16 pixels, six cells of different colours.
    static let upright = Raster(24, 16, bands: 3) { x, y in
        [UInt8(40 + x / 8 * 80), UInt8(50 + y / 8 * 150), UInt8(x / 8 == y / 8 ? 200 : 30)]
    }

    /// The pixels as a file with this orientation holds them: Exif 2.3, 4.6.4 A says for each value on which side
    /// of the displayed picture the stored first row and first column are.
    static func stored(_ orientation: Int) -> Raster {
        let (width, height) = (upright.width, upright.height)
        let isTurned = orientation >= 5
        return Raster(isTurned ? height : width, isTurned ? width : height, bands: 3) { x, y in
            switch orientation {
            case 2: upright[width - 1 - x, y]
            case 3: upright[width - 1 - x, height - 1 - y]
            case 4: upright[x, height - 1 - y]
            case 5: upright[y, x]
            case 6: upright[width - 1 - y, x]
            case 7: upright[width - 1 - y, height - 1 - x]
            case 8: upright[y, height - 1 - x]
            default: upright[x, y]
            }
        }
    }

    @Test(arguments: 1...8)
    func aTIFFIsShownUpright(orientation: Int) async throws {
        let raster = Self.stored(orientation)
        let file = TIFFFile.data(
            width: raster.width, height: raster.height, bits: 8, samples: 3, photometric: 2,
            pixels: raster.bytes, extra: [0x112: [orientation]])
        #expect(try await pixels(.one(), from: file) == Self.upright)
    }

    @Test(arguments: 1...8)
    func aPNGIsShownUpright(orientation: Int) async throws {
        var file = PNGFile(Self.stored(orientation))
        file.extras = [("eXIf", Array(ExifBytes.orientation(orientation)))]
        #expect(try await pixels(.one(), from: file.data) == Self.upright)
    }

    @Test(arguments: 1...8)
    func aJPEGIsShownUprightAndAtAnySize(orientation: Int) async throws {
        let plain = try Self.stored(orientation).image.encoded(as: .jpeg, quality: .lossy(100))
        let file = jpeg(plain, exif: ExifBytes.orientation(orientation))
        let facts = try await InProcessEngine(threads: 1).inspect(file, limits: ImageLimits())
        #expect(facts.width == 24 && facts.height == 16 && facts.orientation == orientation)
        let small = try await pixels(.one(width: 12), from: file)
        #expect(small.width == 12 && small.height == 8)
        // The middle of each cell; 4:2:0 chroma blurs where they meet.
        for (x, y) in [(1, 2), (5, 2), (9, 2), (1, 5), (5, 5), (9, 5)] {
            for (have, want) in zip(small[x, y], Self.upright[x * 2, y * 2]) {
                #expect(abs(Int(have) - Int(want)) <= 30, "\(x), \(y)")
            }
        }
    }

    @Test func outputsAreUprightWithoutAnOrientationTag() async throws {
        let plain = try Self.stored(6).image.encoded(as: .jpeg)
        let file = jpeg(plain, exif: ExifBytes.orientation(6))
        let written = try await make(.one(.jpeg, metadata: .all), from: file)
        #expect(written.width == 24 && written.height == 16)
        let facts = try await InProcessEngine(threads: 1).inspect(written.data, limits: ImageLimits())
        #expect(facts.orientation == 1)
    }

    @Test func aCropIsOfThePictureAsDisplayed() async throws {
        var file = PNGFile(Self.stored(8))
        file.extras = [("eXIf", Array(ExifBytes.orientation(8)))]
        let top = try await pixels(.one(width: 24, height: 8, position: .north), from: file.data)
        #expect(top == Raster(24, 8, bands: 3) { x, y in Self.upright[x, y] })
        let right = try await pixels(
            .one(width: 8, height: 16, focus: FocalPoint(x: 0.9, y: 0.5)), from: file.data)
        #expect(right == Raster(8, 16, bands: 3) { x, y in Self.upright[x + 16, y] })
    }

    @Test(arguments: [0, 9, 255])
    func aValueThatMeansNothingTurnsNothing(orientation: Int) async throws {
        var file = PNGFile(Self.upright)
        file.extras = [("eXIf", Array(ExifBytes.orientation(orientation)))]
        #expect(try await pixels(.one(), from: file.data) == Self.upright)
    }
}
