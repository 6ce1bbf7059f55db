import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// JPEGs whose sides are not multiples of the decoder's reduction.
@Suite struct ReducedJPEGTests {
    /// Waves with known values at any place and size.
    static func waves(_ width: Int, _ height: Int) -> Raster {
        Raster(width, height, bands: 3) { x, y in
            let u = (Double(x) + 0.5) / Double(width)
            let v = (Double(y) + 0.5) / Double(height)
            let wave = 50 * sin(u * 90) + 50 * cos(v * 70)
            return [UInt8((127 + wave).rounded()), UInt8((127 - wave).rounded()), 90]
        }
    }

    @Test(arguments: [(1001, 767), (1003, 761), (1007, 755), (1000, 752), (1006, 766)])
    func theWholePictureIsScaledNotWhatTheDecoderLeftOfIt(size: (Int, Int)) async throws {
        let file = try Self.waves(size.0, size.1).image.encoded(as: .jpeg, quality: .lossy(97))
        for width in [250, 231, 125, 119, 62] {
            let raster = try await pixels(.one(width: width), from: file)
            let wanted = Self.waves(width, raster.height)
            // An eighth of a pixel off would be 32 dB at 125 and 26 at 62 pixels.
            let inner = raster.inside(2).psnr(wanted.inside(2))
            #expect(inner > (width > 62 ? 40 : 34), "\(size) to \(width): \(inner)")
        }
    }

    @Test(arguments: [1023, 1021, 1018])
    func aFrameIsAsWideOnTheRightAsOnTheLeft(side: Int) async throws {
        let frame = Raster(side, side, bands: 1) { x, y in
            [min(x, y) < 6 || max(x, y) >= side - 6 ? 0 : 240]
        }
        let file = try frame.image.encoded(as: .jpeg, quality: .lossy(97))
        for width in [side / 8, side / 5, 60] {
            let raster = try await pixels(.one(width: width), from: file)
            let ends = [(0, width / 2), (width - 1, width / 2), (width / 2, 0), (width / 2, width - 1)]
                .map { Int(raster[$0.0, $0.1][0]) }
            #expect((ends.max() ?? 0) - (ends.min() ?? 255) <= 12, "\(side) to \(width): \(ends)")
        }
    }
}

extension Raster {
    /// Without a border, where the area beyond the edge matters.
    fileprivate func inside(_ border: Int) -> Raster {
        Raster(width - 2 * border, height - 2 * border, bands: bands) { self[$0 + border, $1 + border] }
    }
}
