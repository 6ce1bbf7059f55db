import CResample
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// `Tests/Resampler/check.c` compares every path with the definition; here is what the rest of the room relies on.
@Suite struct ResamplerTests {
    @Test(arguments: [
        // Less than four times the size is resampled from the picture itself.
        (2725, 2225, 720, 588, 0), (2725, 2225, 681, 556, 1), (2725, 2225, 320, 261, 2),
        // Sizes are rounded: 427 is half of 853 and a little more.
        (2560, 1706, 640, 427, 1), (1280, 853, 640, 427, 0),
        // Both sides count, and nothing is enlarged from a smaller level.
        (4000, 4000, 100, 1500, 0), (100, 100, 400, 400, 0), (100, 100, 100, 100, 0),
        (65_535, 65_535, 1, 1, 14), (1, 30_000, 1, 1, 0),
    ])
    func aSizeComesFromTheSmallestLevelAtLeastTwiceAsLarge(
        width: Int32, height: Int32, toWidth: Int32, toHeight: Int32, level: Int32
    ) {
        #expect(alcedo_resample_level(width, height, toWidth, toHeight) == level)
    }

    @Test func thePortablePathIsTheLastAndAlwaysThere() {
        let paths = (0..<8).compactMap { alcedo_resample_path($0).map { String(cString: $0) } }
        #expect(paths.last == "plain")
        #expect(Set(paths).count == paths.count)
        #expect(alcedo_resample_use_path("none") == 0)
    }

    /// Several sizes and parts from one pass are what each is by itself.
    @Test func resultsDoNotDependOnOneAnother() throws {
        let picture = try Raster.photo(403, 299).image
        let size = PixelSize(width: 97, height: 72)
        let part = CropRectangle(origin: PixelPoint(x: 31, y: 8), size: PixelSize(width: 40, height: 50))
        let targets = [
            ResampleTarget(PixelSize(width: 300, height: 222)), ResampleTarget(size),
            ResampleTarget(size, part: part),
            ResampleTarget(PixelSize(width: 13, height: 200)), ResampleTarget(picture.size),
            ResampleTarget(PixelSize(width: 800, height: 594)),
        ]
        let together = try picture.resampled(to: targets)
        for (target, image) in zip(targets, together) {
            #expect(try image.pixels() == picture.resampled(to: [target])[0].pixels(), "\(target)")
        }
        #expect(try together[2].pixels() == together[1].cropped(to: part).pixels())
        #expect(try together[4].pixels() == picture.pixels())
    }
}
