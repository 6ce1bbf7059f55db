import AlcedoBase
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct ScoredPictureTests {
    /// Transparency is flattened for JPEG, so that what the formats show differs.
    @Test(arguments: [1, 3, 4])
    func whatIsSharedChangesNoFile(bands: Int) throws {
        let image = try TargetEncoderTests.scene(96, 80, seed: 5, bands: bands).image
        func file(_ format: OutputFormat, _ target: Int, _ pictures: ScoredPictures) throws -> String {
            let file = try TargetEncoder(
                format: format, target: QualityTarget(target), effort: format.traits.effort, options: .init(),
                pictures: pictures
            ).encode(image)
            return "\(ContentDigest(hashing: file.data)) \(file.found)"
        }
        let wanted: [(OutputFormat, Int)] = [(.webp, 60), (.jpeg, 75), (.avif, 60), (.jpeg, 60), (.webp, 75)]
        let alone = try wanted.map { try file($0.0, $0.1, ScoredPictures()) }
        let (forwards, backwards) = (ScoredPictures(), ScoredPictures())
        #expect(try wanted.map { try file($0.0, $0.1, forwards) } == alone)
        #expect(try wanted.reversed().map { try file($0.0, $0.1, backwards) } == alone.reversed())
    }

    @Test func onlyEqualPicturesAreShared() throws {
        let raster = TargetEncoderTests.scene(64, 48)
        let pictures = ScoredPictures()
        let first = try pictures.picture(raster.image)
        #expect(try pictures.picture(raster.image.rendered()) === first)
        #expect(try pictures.picture(TargetEncoderTests.scene(64, 48, seed: 2).image) !== first)
    }
}
