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
        let plan = Self.plan(6000, 4000, Self.widths(1920, 960, 480, 240, 24))
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
        // 1920 is less than twice 1280, so both are made from the original.
        #expect(source(1920) == 6000)
        #expect(source(1280) == 6000)
        #expect(source(640) == 1280)
        #expect(source(320) == 640)
    }

    @Test func sizesNearOneAnotherAreMadeFromWhatTheDecoderGives() {
        func base(_ width: Int, _ height: Int, _ widths: [Int], jpeg: Bool) -> (Int, Int) {
            let plan = Self.plan(width, height, widths.map { .one(width: $0) }, jpeg: jpeg)
            return (plan.levels[0].size.width, plan.decoderShrink)
        }
        // 3000 is twice 1280 and more, 1500 is not.
        #expect(base(6000, 4000, [640, 960, 1280], jpeg: true) == (3000, 2))
        #expect(base(6000, 4000, [960, 1920], jpeg: true) == (1920, 1))
        #expect(base(6000, 4000, [1300, 1920], jpeg: true) == (6000, 1))
        #expect(base(3000, 2000, [640, 960, 1280], jpeg: false) == (3000, 1))
        #expect(base(1400, 900, [640, 960, 1280], jpeg: false) == (1400, 1))
        #expect(base(6000, 4000, [640, 960, 1280], jpeg: false) == (6000, 1))
        // The original has more than six times the width: three times as much is enough.
        #expect(base(9000, 6000, [640, 960, 1280], jpeg: false) == (3840, 1))
        // 4031 is odd: what the decoder would make of it is no whole number of pixels.
        #expect(base(4031, 2687, [640, 960, 1280], jpeg: true) == (4031, 1))
    }

    /// Halves of a pixel more or less are rounding; a level that is neither decoded nor twice as large blurs.
    @Test(arguments: ImageFit.allCases, [true, false])
    func everySizeIsMadeFromTheOriginalOrFromALevelTwiceAsLarge(fit: ImageFit, jpeg: Bool) {
        var generator = SeededGenerator(seed: 11)
        func side(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        for _ in 0..<400 {
            let (width, height) = (side(300...6000), side(300...6000))
            let requests = (0..<side(1...6)).map { _ in
                Bool.random(using: &generator)
                    ? ImageRequest.one(width: side(1...3000))
                    : ImageRequest.one(width: side(1...3000), height: side(1...3000), fit: fit)
            }
            let plan = Self.plan(width, height, requests, jpeg: jpeg)
            let decoded = PixelSize(width: width / plan.decoderShrink, height: height / plan.decoderShrink)
            for level in plan.requestLevels.map({ plan.levels[$0] }) {
                guard let source = level.source.map({ plan.levels[$0].size }), source != decoded else {
                    continue
                }
                for (from, to) in [(source.width, level.size.width), (source.height, level.size.height)] {
                    #expect(from == to || from >= 2 * to - 1, "\(source) → \(level.size)")
                }
            }
            // What the decoder reduced by itself has been filtered coarsely: half of it is the most that is shown.
            for level in plan.levels where plan.decoderShrink > 1 && level.source.map({ $0 == 0 }) ?? true {
                guard plan.requestLevels.contains(where: { plan.levels[$0] == level }) else { continue }
                #expect(
                    width >= (2 * level.size.width - 1) * plan.decoderShrink
                        && height >= (2 * level.size.height - 1) * plan.decoderShrink)
            }
        }
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
        // Each is rasterized separately.
        #expect(plan.levels.allSatisfy { $0.source == nil })
    }
}
