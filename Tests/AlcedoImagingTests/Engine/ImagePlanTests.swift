import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Testing

@Suite struct ImagePlanTests {
    static let photo = ImageFacts(type: .jpeg, width: 6000, height: 4000)

    static func recipes(_ requests: [ImageRequest], _ facts: ImageFacts = photo) throws -> [ContentDigest] {
        try #require(ImagePlan(facts: facts, requests: requests)).outputs.map(\.recipe)
    }

    @Test func equalRequestsHaveEqualRecipes() throws {
        let request = ImageRequest.one(.webp, width: 640, processors: [.blur(sigma: 2)])
        #expect(try Self.recipes([request]) == Self.recipes([request]))
        let both = try Self.recipes([request, request])
        #expect(both[0] == both[1])
    }

    @Test func everyFieldThatMattersChangesTheRecipe() throws {
        let red = SRGBColor(red: 255, green: 0, blue: 0)
        let blur = ImageProcessors.Blur(sigma: 2)
        let round = ImageProcessors.RoundCorner(radius: .pixels(8), background: red)
        let base = ImageRequest.one(.webp, width: 640, height: 300, processors: [blur, round])
        var variations: [(String, ImageRequest)] = [("base", base)]
        func vary(_ name: String, _ change: (inout ImageRequest) -> Void) {
            var request = base
            change(&request)
            variations.append((name, request))
        }
        vary("width") { $0.geometry.width = 641 }
        vary("height") { $0.geometry.height = 301 }
        vary("fit") { $0.geometry.fit = .inside }
        vary("fill") { $0.geometry.fit = .fill }
        vary("position") { $0.geometry.position = .south }
        vary("attention") { $0.geometry.position = .attention }
        vary("entropy") { $0.geometry.position = .entropy }
        vary("focus") { $0.geometry.focus = FocalPoint(x: 0.1, y: 0.2) }
        vary("order") { $0.processors = [round, blur] }
        vary("fewer") { $0.processors = [blur] }
        vary("none") { $0.processors = [] }
        vary("sigma") { $0.processors = [.blur(sigma: 2.000_000_1), round] }
        vary("radius") { $0.processors = [blur, .roundCorner(radius: .pixels(9), background: red)] }
        vary("corners") {
            $0.processors = [blur, .roundCorner(radius: .pixels(8), corners: .topLeft, background: red)]
        }
        vary("density") { $0.density = 2 }
        vary("background") { $0.background = red }
        vary("another background") { $0.background = SRGBColor(red: 254, green: 0, blue: 0) }
        vary("colour") { $0.color = .keep }
        vary("quality") { $0.encodings[0].quality[.webp] = .lossy(79) }
        vary("lossless") { $0.encodings[0].quality[.webp] = .lossless }
        vary("effort") { $0.encodings[0].effort[.webp] = 5 }
        vary("copyright") { $0.encodings[0].metadata = .copyright }
        vary("all metadata") { $0.encodings[0].metadata = .all }
        vary("minimal") { $0.encodings[0].minimal = true }
        vary("format") { $0.encodings[0].format = .format(.avif) }
        var seen: [ContentDigest: String] = [:]
        for (name, request) in variations {
            let recipe = try #require(try Self.recipes([request]).first)
            #expect(seen.updateValue(name, forKey: recipe) == nil, "\(name) equals \(seen[recipe] ?? "")")
        }
    }

    @Test func settingsOfOtherFormatsChangeNothing() throws {
        var other = ImageRequest.one(.webp, width: 640)
        let plain = try Self.recipes([other])
        other.encodings[0].quality[.avif] = .lossy(1)
        other.encodings[0].effort[.jxl] = 1
        other.encodings[0].quality[.webp] = .lossy(80)
        #expect(try Self.recipes([other]) == plain)
    }

    @Test func animationChangesTheRecipeOfMovingPicturesOnly() throws {
        func recipe(_ policy: AnimationPolicy, frames: Int) throws -> [ContentDigest] {
            let facts = ImageFacts(type: .gif, width: 60, height: 40, frames: frames)
            return try Self.recipes([.one(.webp, width: 30, animation: policy)], facts)
        }
        #expect(try recipe(.keep, frames: 1) == recipe(.first, frames: 1))
        #expect(try recipe(.keep, frames: 2) != recipe(.first, frames: 2))
    }

    @Test func aWidthAtADensityIsTheSameFileAsTheDoubleWidth() throws {
        #expect(
            try Self.recipes([.one(.webp, width: 800, density: 2)]) == Self.recipes([.one(.webp, width: 800)])
        )
    }

    @Test(arguments: [4000, 2600, 1500, 700, 24])
    func anotherVariantChangesNoRecipe(width: Int) throws {
        let old = [
            ImageRequest.one(.jpeg, width: 1920), .one(.webp, width: 640),
            .one(.webp, width: 200, height: 200, position: .attention), .one(.webp, width: 200, height: 200),
        ]
        let before = try Self.recipes(old)
        let other = ImageRequest.one(.webp, width: width, enlarge: true)
        #expect(try Self.recipes(old + [other]).prefix(4) == before[...])
        #expect(try Self.recipes([other] + old).dropFirst() == before[...])
        for (index, request) in old.enumerated() {
            #expect(try Self.recipes([request]) == [before[index]])
        }
    }

    @Test func theOrderOfRequestsDecidesNothing() throws {
        let requests = [300, 1920, 640, 96].map { ImageRequest.one(.webp, width: $0) }
        #expect(try Set(Self.recipes(requests)) == Set(Self.recipes(requests.reversed())))
        #expect(try Self.recipes(requests) == Self.recipes(requests.reversed()).reversed())
    }

    @Test func sizesComeFromTheOriginalNotFromALevel() throws {
        // 5250 × 3450: at 400 wide 262.86, from any other level's height it could come out as 262.
        let facts = ImageFacts(type: .jpeg, width: 5250, height: 3450)
        let widths = [1999, 1001, 400, 399, 77, 1]
        let plan = try #require(
            ImagePlan(facts: facts, requests: widths.map { .one(.webp, width: $0) }))
        #expect(plan.outputs.map(\.height) == [1314, 658, 263, 262, 51, 1])
        #expect(plan.outputs.map(\.width) == widths)
    }

    @Test func aPictureWithUnknownTransparencyIsPlannedOnlyWhereThatDecidesNothing() {
        let facts = ImageFacts(type: .png, width: 60, height: 40, hasAlpha: true)
        #expect(ImagePlan(facts: facts, requests: [.one(nil, width: 30)]) == nil)
        #expect(ImagePlan(facts: facts, requests: [.one(.jpeg, width: 30)]) == nil)
        #expect(ImagePlan(facts: facts, requests: [.one(.webp, width: 30)]) != nil)
        let white = SRGBColor(red: 255, green: 255, blue: 255)
        #expect(ImagePlan(facts: facts, requests: [.one(nil, width: 30, background: white)]) != nil)
    }
}
