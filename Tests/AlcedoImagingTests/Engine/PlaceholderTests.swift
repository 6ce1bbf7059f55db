import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct PlaceholderTests {
    /// Three of five columns are red, two are blue.
    static let stripes = Raster(600, 300, bands: 3) { x, _ in x % 5 < 3 ? [200, 0, 0] : [0, 0, 200] }

    static func dominant(_ data: Data, _ requests: [ImageRequest]) async throws -> SRGBColor? {
        let job = ImageJob(data: data, requests: requests, placeholders: [.dominantColor])
        return try await InProcessEngine(threads: 1).run(job).placeholders?.dominantColor
    }

    @Test(arguments: [[], [4], [200], [600], [4, 200, 37]])
    func theDominantColourIsOneOfThePictureWhateverIsMadeOfIt(widths: [Int]) async throws {
        let requests = widths.map { ImageRequest.one(width: $0) }
        #expect(
            try await Self.dominant(PNGFile(Self.stripes).data, requests)
                == SRGBColor(red: 200, green: 0, blue: 0))
    }

    @Test func aSmallJPEGIsNotDecodedSmaller() async throws {
        let file = try Raster(500, 200, bands: 3) { x, _ in x % 10 < 6 ? [200, 0, 0] : [0, 0, 200] }
            .image.encoded(as: .jpeg, quality: .lossy(97))
        for width in [4, 100] {
            let color = try #require(try await Self.dominant(file, [.one(width: width)]))
            #expect(color.red > 190 && color.green < 10 && color.blue < 10, "\(width): \(color)")
        }
    }

    @Test func transparentPixelsHaveNoColour() async throws {
        let picture = Raster(40, 40, bands: 4) { x, _ in x < 30 ? [0, 200, 0, 0] : [0, 0, 200, 255] }
        #expect(
            try await Self.dominant(PNGFile(picture).data, [.one(width: 5)])
                == SRGBColor(red: 0, green: 0, blue: 200))
    }
}
