import AlcedoBase
import Testing

@testable import AlcedoImaging

/// How one decode becomes all sizes.
@Suite struct LevelPlanTests {
    static func plan(
        _ width: Int, _ height: Int, _ requests: [ImageRequest], jpeg: Bool = true
    ) -> LevelPlan {
        LevelPlan(
            facts: ImageFacts(type: jpeg ? .jpeg : .png, width: width, height: height), requests: requests)
    }

    static func widths(_ widths: Int...) -> [ImageRequest] { widths.map { .one(width: $0) } }

    @Test func exactlyOneLevelIsDecoded() {
        let plan = Self.plan(6000, 4000, Self.widths(1920, 1280, 640, 320, 24))
        #expect(plan.levels.filter { $0.source == nil }.count == 1)
        #expect(plan.levels[0].size == PixelSize(width: 1920, height: 1280))
        for (index, level) in plan.levels.enumerated().dropFirst() {
            #expect(level.source.map { $0 < index } ?? false)
        }
    }

    @Test func aJPEGIsDecodedSmallerButNeverBelowTwiceTheNeed() {
        // 6000 to 750 is a factor of 8: 4 for the decoder leaves 2; 8 would leave nothing.
        #expect(Self.plan(6000, 4000, Self.widths(3001)).decoderShrink == 1)
        #expect(Self.plan(6000, 4000, Self.widths(1501)).decoderShrink == 1)
        #expect(Self.plan(6000, 4000, Self.widths(1500)).decoderShrink == 2)
        #expect(Self.plan(6000, 4000, Self.widths(750)).decoderShrink == 4)
        #expect(Self.plan(6000, 4000, Self.widths(375)).decoderShrink == 8)
        #expect(Self.plan(6000, 4000, Self.widths(375, 3001)).decoderShrink == 1)
        #expect(Self.plan(6000, 4000, Self.widths(375), jpeg: false).decoderShrink == 1)
    }

    @Test func aJPEGIsNotDecodedSoSmallThatItsColoursAreLost() {
        #expect(Self.plan(6000, 4000, Self.widths(8)).decoderShrink == 8)
        #expect(Self.plan(2048, 1024, Self.widths(8)).decoderShrink == 8)
        #expect(Self.plan(1600, 800, Self.widths(8)).decoderShrink == 4)
        #expect(Self.plan(400, 300, Self.widths(8)).decoderShrink == 1)
    }

    @Test func aJPEGIsDecodedLargerWhereAFractionOfAPixelWouldMoveIt() {
        // 3066 / 4 is 766.5, twice 383 nearly: nothing that can be added puts half a pixel right. 3066 / 2 is whole.
        #expect(Self.plan(3066, 2044, Self.widths(383)).decoderShrink == 2)
        // The three columns that 3071 / 4 leaves over are a third of a pixel of the result.
        #expect(Self.plan(3071, 2048, Self.widths(383)).decoderShrink < 4)
        #expect(Self.plan(3072, 2048, Self.widths(383)).decoderShrink == 4)
    }

    @Test(arguments: ImageFit.allCases)
    func whatTheDecoderGivesCoversEverySize(fit: ImageFit) {
        var generator = SeededGenerator(seed: 3)
        func side(_ most: Int) -> Int { Int.random(in: 1...most, using: &generator) }
        for _ in 0..<300 {
            let requests = (0..<side(4)).map { _ in
                ImageRequest.one(width: side(900), height: side(900), fit: fit)
            }
            let (width, height) = (side(5000), side(5000))
            let plan = Self.plan(width, height, requests)
            let shrink = plan.decoderShrink
            for layout in plan.layouts {
                #expect(width / shrink >= layout.scaled.width && height / shrink >= layout.scaled.height)
                #expect(plan.levels[0].size.covers(layout.scaled))
            }
        }
    }

    @Test func aSizeIsMadeFromTheSmallestLevelThatIsTwiceAsLarge() {
        let plan = Self.plan(6000, 4500, Self.widths(1920, 1280, 640, 320))
        func source(_ width: Int) -> Int? {
            plan.levels.first { $0.size.width == width }?.source.map { plan.levels[$0].size.width }
        }
        #expect(source(1280) == 1920)
        #expect(source(640) == 1280)
        #expect(source(320) == 640)
    }

    @Test func theSizesOfOnePictureAreTwiceAsLargeThoughTheyAreRounded() throws {
        // 2560x1707 → 1280x853 → 640x427, where twice 427 would be 854.
        let plan = Self.plan(6000, 4000, Self.widths(2560, 1280, 640))
        let level = try #require(plan.levels.first { $0.size.width == 640 })
        #expect(level.size.height == 427)
        #expect(level.source.map { plan.levels[$0].size } == PixelSize(width: 1280, height: 853))
    }

    @Test(arguments: [[4], [24], [40, 30], [100], [1600, 320]])
    func placeholdersHaveTheirLevelWhateverIsMade(widths: [Int]) {
        func size(_ width: Int, _ height: Int) -> PixelSize {
            let plan = LevelPlan(
                facts: ImageFacts(type: .png, width: width, height: height),
                requests: widths.map { .one(width: $0) })
            return plan.levels[plan.placeholderLevel].size
        }
        #expect(size(6400, 4800) == PixelSize(width: 64, height: 48))
        #expect(size(300, 400) == PixelSize(width: 48, height: 64))
        #expect(size(40, 30) == PixelSize(width: 40, height: 30))
    }

    @Test func nothingIsMadeFromAnEnlargedLevel() {
        let enlarged = ImageRequest.one(width: 8000, enlarge: true)
        let requests = [enlarged, .one(width: 4000, enlarge: true), .one(width: 900), .one(width: 100)]
        let plan = Self.plan(1000, 500, requests, jpeg: false)
        #expect(plan.levels[0].size == PixelSize(width: 1000, height: 500))
        for level in plan.levels {
            if let source = level.source { #expect(plan.levels[source].size.width <= 1000) }
        }
    }

    @Test func noStepFromMemoryReducesByMoreThanSix() {
        for widths in [[4000, 50], [4000, 16, 1000], [3000, 2, 7], [900, 1]] {
            let plan = Self.plan(4000, 3000, widths.map { .one(width: $0) }, jpeg: false)
            for level in plan.levels {
                guard let source = level.source else { continue }
                let from = plan.levels[source].size
                #expect(from.width <= 6 * level.size.width + 5 && from.height <= 6 * level.size.height + 5)
            }
        }
    }

    @Test func requestsForTheSameSizeShareALevel() {
        let plan = Self.plan(
            1200, 800,
            [
                .one(.jpeg, width: 600), .one(.webp, width: 600), .one(height: 400),
                .one(width: 300, density: 2),
            ])
        #expect(plan.requestLevels[0] == plan.requestLevels[1])
        #expect(plan.requestLevels[0] == plan.requestLevels[2])
        #expect(Set(plan.levels.map(\.size)).count == plan.levels.count)
    }

    @Test func aDrawingHasNoSizeOfItsOwn() {
        let facts = ImageFacts(type: .svg, width: 10, height: 5)
        let plan = LevelPlan(facts: facts, requests: [.one(width: 400, enlarge: true), .one(width: 4)])
        #expect(
            plan.requestLevels.map { plan.levels[$0].size } == [
                PixelSize(width: 400, height: 200), PixelSize(width: 4, height: 2),
            ])
        // Each is drawn by itself.
        #expect(plan.levels.allSatisfy { $0.source == nil })
    }
}
