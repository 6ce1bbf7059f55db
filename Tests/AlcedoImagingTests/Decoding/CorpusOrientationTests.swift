import AlcedoBase
import AlcedoImaging
import Foundation
import Testing

/// Photographs in each orientation.
@Suite(.enabled(if: Corpus.isThere, "needs the corpus")) struct CorpusOrientationTests {
    @Test(arguments: ["Landscape", "Portrait"], 0...8)
    func everyExampleLooksLikeTheFirst(name: String, orientation: Int) async throws {
        let upright = try await thumbnail("orientation/\(name)_1.jpg")
        let turned = try await thumbnail("orientation/\(name)_\(orientation).jpg")
        try #require(turned.width == upright.width && turned.height == upright.height)
        // They are separate JPEGs, so not quite equal; turned wrongly they differ by 40 and more.
        #expect(upright.meanDistance(to: turned) < 6)
    }

    @Test(arguments: 1...8)
    func theEightRotationsAreOnePicture(orientation: Int) async throws {
        let upright = try await thumbnail("formats/rotation/1.jpg")
        let turned = try await thumbnail("formats/rotation/\(orientation).jpg")
        try #require(turned.width == upright.width && turned.height == upright.height)
        #expect(upright.meanDistance(to: turned) < 10)
    }

    @Test func anAVIFThatItsDecoderHasTurnedIsNotTurnedAgain() async throws {
        let file = try Corpus.file("formats/avif-orientation-6.avif")
        let facts = try await InProcessEngine(threads: 1).inspect(file, limits: ImageLimits())
        #expect(facts.width == 3024 && facts.height == 4032 && facts.orientation == 1)
        let small = try await thumbnail("formats/avif-orientation-6.avif")
        #expect(small.width == 120 && small.height == 160)
        // `vips getpoint avif-orientation-6.avif 0 0` is 199 183 160.
        for (have, want) in zip(small[0, 0], [199, 183, 160]) { #expect(abs(Int(have) - want) <= 12) }
    }

    private func thumbnail(_ path: String) async throws -> Raster {
        try await pixels(.one(width: 160, height: 160, fit: .inside), from: Corpus.file(path))
    }
}
