import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// A PNG without a palette has the samples that it was made of, little else, and no more bytes than libpng's.
@Suite struct PNGWriterTests {
    private static func picture(_ layout: PixelLayout, _ width: Int, _ height: Int) throws -> PixelImage {
        var generator = SeededGenerator(seed: UInt64(width * height))
        let count = width * height * layout.bytesPerPixel
        let pixels = Data(
            (0..<count).map { UInt8(truncatingIfNeeded: $0 / 5 + Int.random(in: 0...9, using: &generator)) })
        return try PixelImage(pixels: pixels, size: PixelSize(width: width, height: height), layout: layout)
    }

    @Test(arguments: [PixelLayout.gray8, .graya8, .rgb8, .rgba8, .rgb16, .rgba16])
    func libvipsReadsTheSamplesThatWereWritten(layout: PixelLayout) throws {
        for (width, height) in [(1, 1), (1, 40), (40, 1), (7, 5), (33, 17), (640, 3), (99, 101)] {
            let picture = try Self.picture(layout, width, height)
            let file = try picture.encoded(as: .png)
            let decoded = try PixelImage(decoding: file)
            #expect(decoded.size == picture.size && decoded.bands == picture.bands)
            #expect(decoded.is8Bit == picture.is8Bit && decoded.hasAlpha == picture.hasAlpha)
            #expect(try decoded.pixels() == picture.pixels(), "\(width)x\(height)")
            #expect(ContainerListing.png(file).names == ["IHDR", "IDAT", "IEND"])
            #expect(try picture.encoded(as: .png) == file)
        }
    }

    /// Bytes of the same pixels by `vips pngsave --compression 6 --strip` of libvips 8.14.1 with libpng 1.6.39 and zlib 1.2.13,
    /// `--filter all` for the photographs and `--filter none` for the drawing.
    static let sizes: [(Raster, Int)] = [
        (.photo(320, 240), 53_586), (.noise(100, 80, bands: 3), 24198), (SourcePicturesTests.drawing, 19_188),
    ]

    @Test(arguments: sizes.indices)
    func filesAreNotLargerThanThoseOfLibpng(index: Int) throws {
        let (raster, size) = Self.sizes[index]
        let count = try raster.image.encoded(as: .png).count
        #expect(Double(count) < Double(size) * 1.02, "\(count) instead of \(size)")
    }

    @Test(arguments: [ICCProfile.adobeRGB, ICCProfile.displayP3])
    func aProfileIsWrittenAsItIs(profile: Data) async throws {
        var source = PNGFile(.photo(60, 40))
        source.extras = [PNGFile.profile(profile)]
        let made = try await make(.one(.png, width: 30, color: .keep), from: source.data)
        #expect(ContainerListing.png(made.data).names == ["IHDR", "iCCP", "IDAT", "IEND"])
        let again = try await make(.one(.png, width: 30, color: .srgb), from: made.data)
        let straight = try await make(.one(.png, width: 30, color: .srgb), from: source.data)
        #expect(try Raster(decoding: again.data).distance(to: Raster(decoding: straight.data)) <= 1)
    }
}
