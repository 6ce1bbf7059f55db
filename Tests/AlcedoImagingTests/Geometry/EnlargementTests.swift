import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Pixels are areas: an enlarged picture covers exactly the area of the small one.
@Suite struct EnlargementTests {
    @Test func anEdgeInTheMiddleStaysInTheMiddle() async throws {
        let step = Raster(10, 10, bands: 1) { x, _ in [x < 5 ? 0 : 255] }
        let file = PNGFile(step).data
        for height in [11, 10, 4] {
            let raster = try await pixels(
                .one(width: 11, height: height, fit: .fill, enlarge: true), from: file)
            // The middle of eleven pixels is that of the sixth, which is half black and half white.
            let row = (0..<11).map { raster[$0, height / 2][0] }
            #expect(row == [0, 0, 0, 0, 0, 128, 255, 255, 255, 255, 255], "\(height): \(row)")
        }
        let turned = Raster(10, 10, bands: 1) { _, y in [y < 5 ? 0 : 255] }
        let raster = try await pixels(
            .one(width: 7, height: 11, fit: .fill, enlarge: true), from: PNGFile(turned).data)
        #expect((0..<11).map { raster[3, $0][0] } == [0, 0, 0, 0, 0, 128, 255, 255, 255, 255, 255])
    }

    @Test(arguments: [(50, 20), (37, 31), (63, 9), (11, 45)])
    func aSlopeKeepsItsPlace(size: (Int, Int)) async throws {
        let slope = Raster(20, 20, bands: 3) { x, y in [UInt8(12 * x), UInt8(12 * y), 40] }
        let raster = try await pixels(
            .one(width: size.0, height: size.1, fit: .fill, enlarge: true), from: PNGFile(slope).data)
        #expect(raster.width == size.0 && raster.height == size.1)
        for y in size.1 / 5..<size.1 * 4 / 5 {
            for x in size.0 / 5..<size.0 * 4 / 5 {
                let across = 12 * ((Double(x) + 0.5) * 20 / Double(size.0) - 0.5)
                let down = 12 * ((Double(y) + 0.5) * 20 / Double(size.1) - 0.5)
                let pixel = raster[x, y]
                // Half a pixel of the small picture would be 6.
                #expect(abs(Double(pixel[0]) - across) < 1.5 && abs(Double(pixel[1]) - down) < 1.5)
            }
        }
    }

    @Test func aPictureTurnedAroundIsEnlargedToTheSameTurnedAround() async throws {
        let noise = Raster.noise(13, 9, bands: 4)
        let mirrored = Raster(13, 9, bands: 4) { x, y in noise[12 - x, 8 - y] }
        let request = ImageRequest.one(width: 30, height: 22, fit: .fill, enlarge: true)
        let one = try await pixels(request, from: PNGFile(noise).data)
        let other = try await pixels(request, from: PNGFile(mirrored).data)
        let back = Raster(30, 22, bands: 4) { x, y in other[29 - x, 21 - y] }
        // libvips places pixels to the 64th.
        #expect(one.psnr(back) > 40, "\(one.psnr(back))")
    }

    @Test func onlyWhatIsKeptOfAnEnlargedPictureIsMade() async throws {
        let strip = Raster(10_000, 3, bands: 3) { x, y in [x < 5000 ? 0 : 255, UInt8(100 * y), 9] }
        let job = ImageJob(
            data: PNGFile(strip).data,
            requests: [
                .one(width: 640, height: 360, enlarge: true),
                .one(width: 640, height: 360, position: .west, enlarge: true),
                .one(height: 360, enlarge: true),
            ], limits: ImageLimits(pixels: 1_000_000))
        let result = try await InProcessEngine(threads: 1).run(job)
        let middle = try Raster(
            decoding: try #require(result.outputs[ImageJob.OutputID(request: 0, format: .png)]?.data))
        #expect(middle.width == 640 && middle.height == 360)
        // 120 times as large: the edge is in the middle, and the rows are 120 pixels high.
        #expect(middle[200, 180][0] == 0 && middle[440, 180][0] == 255)
        #expect(abs(Int(middle[319, 180][0]) - 127) < 4 && abs(Int(middle[320, 180][0]) - 127) < 4)
        #expect([middle[9, 60][1], middle[9, 180][1], middle[9, 300][1]] == [0, 100, 200])
        let west = try Raster(
            decoding: try #require(result.outputs[ImageJob.OutputID(request: 1, format: .png)]?.data))
        #expect((0..<640).allSatisfy { west[$0, 180][0] == 0 })
        // 1,200,000 × 360 whole are too many.
        #expect(result.failures.keys.sorted() == [2])
        #expect("\(try #require(result.failures[2]))".contains("1200000x360 pixels are more than the limit"))
    }
}
