import AlcedoBase
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Which pictures one decode has to make.
@Suite struct SizePlanTests {
    static func targets(_ width: Int, _ height: Int, _ request: ImageRequest) -> [ResampleTarget] {
        let facts = ImageFacts(type: .png, width: width, height: height)
        return SizePlan(facts: facts, requests: [request]).targets(for: 0, of: facts.displayedSize)
    }

    @Test(arguments: [[4], [24], [40, 30], [100], [1600, 320]])
    func placeholdersHaveTheirSizeWhateverIsMade(widths: [Int]) {
        func size(_ width: Int, _ height: Int) -> PixelSize {
            SizePlan(
                facts: ImageFacts(type: .png, width: width, height: height),
                requests: widths.map { .one(width: $0) }
            ).placeholder
        }
        #expect(size(6400, 4800) == PixelSize(width: 64, height: 48))
        #expect(size(300, 400) == PixelSize(width: 48, height: 64))
        #expect(size(40, 30) == PixelSize(width: 40, height: 30))
    }

    @Test func onlyTheKeptPartIsMade() {
        let targets = Self.targets(1200, 800, .one(width: 100, height: 100))
        #expect(targets.map(\.size) == [PixelSize(width: 150, height: 100)])
        #expect(targets[0].part.origin == PixelPoint(x: 25, y: 0))
        #expect(targets[0].part.size == PixelSize(width: 100, height: 100))
    }

    @Test func whatIsCroppedByItsPixelsIsMadeWholeUnlessItIsEnlarged() {
        let request = ImageRequest.one(width: 100, height: 100, position: .attention)
        #expect(
            Self.targets(1200, 800, request) == [
                ResampleTarget(PixelSize(width: 150, height: 100)),
                ResampleTarget(PixelSize(width: 256, height: 171)),
            ])
        let enlarged = ImageRequest.one(
            width: 500, height: 500, position: .attention, enlarge: true)
        // A strip of 1x5000 would be 500x2500000 as a whole.
        #expect(
            Self.targets(1, 5000, enlarged).map(\.size) == [PixelSize(width: 1, height: 256)])
    }

    @Test func aDrawingHasNoSizeOfItsOwn() {
        let facts = ImageFacts(type: .svg, width: 10, height: 5)
        let requests = [ImageRequest.one(width: 400, enlarge: true), .one(width: 4)]
        let plan = SizePlan(facts: facts, requests: requests)
        #expect(
            plan.layouts.map(\.scaled) == [
                PixelSize(width: 400, height: 200), PixelSize(width: 4, height: 2),
            ])
        #expect(plan.looked == PixelSize(width: 256, height: 128))
        #expect(plan.placeholder == PixelSize(width: 64, height: 32))
        #expect(plan.analysis == PixelSize(width: 256, height: 128))
    }

    /// EXIF orientations: each stored picture is cut where the upright one is.
    @Test(arguments: 1...8)
    func aPartIsCutWhereItIsInTheUprightPicture(orientation: Int) throws {
        let stored = try Raster(40, 28, bands: 3) { x, y in [UInt8(x * 6), UInt8(y * 9), 7] }.image
        let upright = try stored.oriented(orientation).rendered()
        let part = CropRectangle(origin: PixelPoint(x: 5, y: 3), size: PixelSize(width: 9, height: 16))
        let target = ResampleTarget(upright.size, part: part)
        let cut = try stored.resampled(to: [target.stored(orientation: orientation)])[0].oriented(orientation)
        #expect(try cut.pixels() == upright.cropped(to: part).pixels())
    }
}
