import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Testing

/// `downsample` of the manifest, which fits a picture into a box.
@Suite struct DownsamplingTests {
    /// The expected results of Kingfisher's `DownsamplingImageProcessor`, which uses the longer side, are beside them.
    @Test(arguments: [
        (20, 40, 20),  // Kingfisher 40
        (40, 40, 40),  // Kingfisher 40: the longer side twice means the same in both
        (100, 60, 60),  // Kingfisher 64
        (100, 100, 64),  // Kingfisher 64: neither enlarges
    ])
    func aSquareOf64FitsIntoTheBox(width: Int, height: Int, side: Int) async throws {
        let raster = try await pixels(
            .one(processors: [.resize(width: width, height: height, fit: .inside)]),
            from: PNGFile(Raster.plain(64, 64, 10, 20, 30)).data)
        #expect((raster.width, raster.height) == (side, side))
    }
}
