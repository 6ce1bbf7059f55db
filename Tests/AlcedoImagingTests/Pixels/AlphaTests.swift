import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// The colour of invisible pixels must never show.
@Suite struct AlphaTests {
    /// Left half invisible red, right half opaque blue.
    static let halves = Raster(64, 32, bands: 4) { x, _ in x < 32 ? [255, 0, 0, 0] : [0, 0, 255, 255] }

    @Test(arguments: [7, 13, 16, 20, 31, 50])
    func invisibleRedDoesNotBleedIntoBlueWhenResized(width: Int) async throws {
        let raster = try await pixels(.one(width: width), from: PNGFile(Self.halves).data)
        #expect(raster.bands == 4)
        for y in 0..<raster.height {
            for x in 0..<raster.width where raster[x, y][3] > 16 {
                #expect(raster[x, y][0] <= 2 && raster[x, y][2] >= 253, "\(x), \(y): \(raster[x, y])")
            }
        }
        #expect(raster[0, 0][3] == 0 && raster[raster.width - 1, 0] == [0, 0, 255, 255])
    }

    @Test func invisibleRedDoesNotBleedIntoBlueWhenBlurred() async throws {
        let raster = try await pixels(.one(processors: [.blur(sigma: 3)]), from: PNGFile(Self.halves).data)
        for x in 0..<64 where raster[x, 16][3] > 16 {
            #expect(raster[x, 16][0] <= 2 && raster[x, 16][2] >= 253, "\(x): \(raster[x, 16])")
        }
        // Half way at the border, nothing far from it.
        #expect(abs(Int(raster[31, 16][3]) + Int(raster[32, 16][3]) - 255) <= 6)
        #expect(raster[5, 16][3] == 0 && raster[60, 16][3] == 255)
    }

    /// A disc of one colour that no arithmetic favours, on invisible green.
    static let disc = Raster(101, 101, bands: 4) { x, y in
        let (across, down) = (x - 50, y - 50)
        return across * across + down * down <= 35 * 35 ? [220, 40, 60, 255] : [0, 255, 0, 0]
    }

    @Test(arguments: [8, 16])
    func aCutOutHasNoRimOfAnotherColour(depth: Int) async throws {
        let rows = (0..<101).map { y in
            (0..<101).flatMap { x in
                Self.disc[x, y].flatMap { [UInt8](repeating: $0, count: depth / 8) }
            }
        }
        let file = PNGFile(width: 101, height: 101, depth: depth, colorType: 6, rows: rows).data
        let requests: [ImageRequest] = [
            .one(width: 37), .one(width: 300, enlarge: true), .one(processors: [.rotate(angle: 17)]),
            .one(processors: [.resize(width: 60), .resize(width: 160, enlarge: true)]),
            .one(width: 60, height: 20),
        ]
        for (index, request) in requests.enumerated() {
            let raster = try await pixels(request, from: file)
            var seen = 0
            for y in 0..<raster.height {
                for x in 0..<raster.width where raster[x, y][3] >= 128 {
                    seen += 1
                    let far = zip(raster[x, y], [220, 40, 60]).map { abs(Int($0) - $1) }.max() ?? 0
                    // A mean of equal colours is that colour; ImageMagick and vipsthumbnail differ from it by 1.
                    #expect(far <= 2, "\(index): \(raster[x, y]) at \(x), \(y)")
                }
            }
            #expect(seen > 100)
        }
    }

    @Test func alphaItselfIsAveraged() async throws {
        // Columns of alpha 0 and 200 alternate: half is 100.
        let stripes = Raster(64, 64, bands: 4) { x, _ in [10, 200, 30, x % 2 == 0 ? 0 : 200] }
        let raster = try await pixels(.one(width: 16), from: PNGFile(stripes).data)
        for x in 3..<13 {
            #expect(abs(Int(raster[x, 8][3]) - 100) <= 4)
            for (have, want) in zip(raster[x, 8], [10, 200, 30]) { #expect(abs(Int(have) - want) <= 3) }
        }
    }

    @Test func visibleColoursWeighByTheirAlpha() async throws {
        // Red at alpha 255 beside blue at alpha 85: (255·255, 85·255) of 340, that is 191 and 64.
        let pair = Raster(64, 64, bands: 4) { x, _ in x % 2 == 0 ? [255, 0, 0, 255] : [0, 0, 255, 85] }
        let raster = try await pixels(.one(width: 16), from: PNGFile(pair).data)
        let pixel = raster[8, 8]
        #expect(
            abs(Int(pixel[0]) - 191) <= 4 && abs(Int(pixel[2]) - 64) <= 4 && abs(Int(pixel[3]) - 170) <= 3)
    }

    @Test func greyWithAlphaAndSixteenBitsDoNotBleedEither() async throws {
        let gray = Raster(64, 32, bands: 2) { x, _ in x < 32 ? [255, 0] : [20, 255] }
        let small = try await pixels(.one(width: 21), from: PNGFile(gray).data)
        for x in 0..<21 where small[x, 5][1] > 16 { #expect(abs(Int(small[x, 5][0]) - 20) <= 2) }
        let rows = [[UInt8]](
            repeating: (0..<64).flatMap { x -> [UInt8] in
                x < 32 ? [255, 255, 0, 0, 0, 0, 0, 0] : [0, 0, 0, 0, 255, 255, 255, 255]
            }, count: 32)
        let deep = PNGFile(width: 64, height: 32, depth: 16, colorType: 6, rows: rows).data
        let raster = try await pixels(.one(width: 21), from: deep)
        for x in 0..<21 where raster[x, 5][3] > 16 {
            #expect(raster[x, 5][0] <= 2 && raster[x, 5][2] >= 253)
        }
    }

    @Test func aBackgroundShowsAsMuchAsThePictureLetsThrough() async throws {
        // 100 of 255 over white: 255 - 100 · (255 - c) / 255.
        let veil = PNGFile(.plain(8, 8, 200, 100, 0, 100)).data
        let white = try await pixels(.one(background: SRGBColor(red: 255, green: 255, blue: 255)), from: veil)
        #expect(white.bands == 3 && white[4, 4] == [233, 194, 155])
        let mixed = try await pixels(.one(background: SRGBColor(red: 0, green: 50, blue: 100)), from: veil)
        // c · 100/255 + b · 155/255
        #expect(mixed[4, 4] == [78, 70, 61])
        let clear = try await pixels(
            .one(background: SRGBColor(red: 0, green: 0, blue: 0, alpha: 0)), from: veil)
        #expect(clear[4, 4] == [200, 100, 0, 100])
    }

    @Test func aGreyPictureTakesAColouredBackground() async throws {
        let veil = PNGFile(.plain(4, 4, 255, 0)).data
        let raster = try await pixels(.one(background: SRGBColor(red: 10, green: 20, blue: 30)), from: veil)
        #expect(raster == .plain(4, 4, 10, 20, 30))
    }
}
