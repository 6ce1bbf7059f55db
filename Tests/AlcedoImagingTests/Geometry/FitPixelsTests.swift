import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// The pixels of each fit: a picture of 80 × 40 with a red left and a blue right half.
@Suite struct FitPixelsTests {
    static let file = PNGFile(
        Raster(80, 40, bands: 3) { x, _ in x < 40 ? [255, 0, 0] : [0, 0, 255] }
    ).data

    private func raster(
        _ width: Int, _ height: Int, _ fit: ImageFit, position: CropPosition = .center, enlarge: Bool = false,
        background: SRGBColor? = nil
    ) async throws -> Raster {
        try await pixels(
            .one(
                width: width, height: height, fit: fit, position: position, enlarge: enlarge,
                background: background), from: Self.file)
    }

    private func isRed(_ pixel: [UInt8]) -> Bool { pixel[0] > 250 && pixel[2] < 5 }
    private func isBlue(_ pixel: [UInt8]) -> Bool { pixel[0] < 5 && pixel[2] > 250 }

    @Test func insideShowsEverythingWithinTheBox() async throws {
        let raster = try await raster(40, 40, .inside)
        #expect(raster.width == 40 && raster.height == 20)
        #expect(isRed(raster[10, 10]) && isBlue(raster[30, 10]))
    }

    @Test func coverFillsTheBoxWithTheMiddle() async throws {
        let raster = try await raster(20, 20, .cover)
        #expect(raster.width == 20 && raster.height == 20)
        #expect(isRed(raster[3, 10]) && isBlue(raster[16, 10]))
        let whole = try await self.raster(40, 20, .cover)
        #expect(whole.width == 40 && isRed(whole[0, 0]) && isBlue(whole[39, 19]))
    }

    @Test func containPadsWithTheBackgroundOrWithNothing() async throws {
        let clear = try await raster(40, 40, .contain)
        #expect(clear.width == 40 && clear.height == 40 && clear.bands == 4)
        // 20 rows of picture, ten of nothing above and below.
        for y in [0, 9, 30, 39] { #expect(clear[20, y][3] == 0) }
        for y in [10, 29] { #expect(clear[5, y][3] == 255 && isRed(clear[5, y])) }
        let green = try await raster(40, 40, .contain, background: SRGBColor(red: 0, green: 200, blue: 0))
        #expect(green.bands == 3 && green[7, 9] == [0, 200, 0] && isRed(green[7, 10]))
        let top = try await raster(40, 40, .contain, position: .north)
        #expect(top[5, 0][3] == 255 && top[5, 19][3] == 255 && top[5, 20][3] == 0)
    }

    @Test func fillStretches() async throws {
        let raster = try await raster(20, 40, .fill)
        #expect(raster.width == 20 && raster.height == 40)
        #expect(isRed(raster[3, 0]) && isRed(raster[3, 39]) && isBlue(raster[16, 20]))
    }

    @Test func outsideCoversTheBoxAndCutsNothing() async throws {
        let raster = try await raster(20, 20, .outside)
        #expect(raster.width == 40 && raster.height == 20)
        #expect(isRed(raster[0, 0]) && isBlue(raster[39, 19]))
    }

    @Test(arguments: ImageFit.allCases)
    func nothingIsEnlargedUnlessRequested(fit: ImageFit) async throws {
        let plain = try await raster(400, 400, fit)
        // A `contain` box shrinks until the picture fits it at its own size; the picture itself is not larger.
        let most = fit == .contain ? 80 : 40
        #expect(plain.width <= 80 && plain.height <= max(most, 40))
        let larger = try await raster(400, 400, fit, enlarge: true)
        let wanted: [ImageFit: (Int, Int)] = [
            .inside: (400, 200), .cover: (400, 400), .contain: (400, 400), .fill: (400, 400),
            .outside: (800, 400),
        ]
        #expect(larger.width == wanted[fit]?.0 && larger.height == wanted[fit]?.1)
    }

    @Test func aWidthBeyondTheOriginalIsTheOriginalUntouched() async throws {
        let noise = Raster.noise(33, 21, bands: 3)
        for request in [ImageRequest.one(width: 33), .one(width: 4000), .one(height: 9999), .one()] {
            #expect(try await pixels(request, from: PNGFile(noise).data) == noise)
        }
    }

    @Test func enlargingInterpolatesAndDoesNotRepeat() async throws {
        let ramp = Raster(16, 4, bands: 1) { x, _ in [UInt8(x * 16)] }
        let raster = try await pixels(.one(width: 64, enlarge: true), from: PNGFile(ramp).data)
        // Between the outer pixels a straight line stays one: 16 a pixel is 4 a quarter pixel.
        for x in 16..<48 {
            let wanted = (Double(x) + 0.5) / 4 * 16 - 8
            #expect(abs(Double(raster[x, 8][0]) - wanted) <= 2)
        }
    }
}
