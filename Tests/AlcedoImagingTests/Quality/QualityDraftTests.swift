import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// What quick JPEGs tell of other files. The truth is the file itself, whose score is measured.
@Suite struct QualityDraftTests {
    private func offset(of raster: Raster, _ format: OutputFormat, near target: Int = 75) throws -> Double {
        let image = try raster.image
        return try QualityDraft(of: image, PictureScore(image), near: target, for: format).offset
    }

    @Test(arguments: [OutputFormat.jpeg, .webp, .avif])
    func aPictureThatIsHardForOneFormatIsHardForTheOthers(format: OutputFormat) throws {
        var random = SeededGenerator(seed: 4)
        var (drafted, losses) = ([Double](), [Double]())
        for grain in [0.0, 8, 40] {
            let raster = Raster(160, 120, bands: 3) { x, y in
                let value = 120 + 60 * sin(Double(x) / 25) + 40 * cos(Double(y) / 14)
                return (0..<3).map { _ in
                    UInt8(min(max(value + Double.random(in: -grain...grain, using: &random), 0), 255))
                }
            }
            drafted.append(try offset(of: raster, format))
            let data = try raster.image.encoded(as: format, quality: .lossy(60))
            losses.append(QualityCurve.loss(of: try PictureScore(raster.image).score(data, format)))
        }
        #expect(losses == losses.sorted(), "\(losses)")
        #expect(drafted[2] - drafted[0] > 0.5, "\(drafted)")
    }

    @Test func whatIsBehindTransparentPixelsDoesNotCount() throws {
        let plain = TargetEncoderTests.scene(120, 90, seed: 3)
        let hidden = Raster(120, 90, bands: 4) { x, y in plain[x, y] + [x < 60 ? 255 : 0] }
        let other = Raster(120, 90, bands: 4) { x, y in
            (x < 60 ? plain[x, y] : [9, 99, 0]) + [x < 60 ? 255 : 0]
        }
        #expect(try offset(of: hidden, .webp) == offset(of: other, .webp))
        // Half of it is white, where nothing is lost.
        #expect(try offset(of: hidden, .webp) < offset(of: plain, .webp))
    }

    @Test func picturesOfOneColorAndSmallOnesHaveAnAnswer() throws {
        let gray = Raster(64, 64, bands: 3) { _, _ in [128, 128, 128] }
        #expect(try offset(of: gray, .webp).isFinite && offset(of: gray, .avif, near: 95).isFinite)
        // Half of it is too small to be scored.
        #expect(try offset(of: TargetEncoderTests.scene(62, 200), .jpeg) == 0)
        #expect(try offset(of: TargetEncoderTests.scene(64, 200), .jpeg) != 0)
    }
}
