import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Bytes depend on the source and the whole set of requests, on nothing else.
@Suite struct DeterminismTests {
    static let requests: [ImageRequest] = [
        .one(.jpeg, width: 300), .one(.webp, width: 300), .one(.png, width: 120, height: 120),
        .one(.webp, width: 90, height: 90, position: .attention),
        .one(.png, width: 64, height: 30, processors: [.blur(sigma: 1.5), .roundCorner(radius: .pixels(5))]),
        .one(.avif, width: 48), .one(nil, width: 24, fit: .inside),
    ]

    static let sources: [Data] = {
        guard let photo = try? Raster.photo(400, 300).image,
            let jpeg = try? photo.encoded(as: .jpeg, quality: .lossy(90))
        else { return [] }
        let alpha = Raster(400, 300, bands: 4) { x, y in
            [UInt8(x / 2), UInt8(y / 2), 90, UInt8(truncatingIfNeeded: x ^ y)]
        }
        return [jpeg, PNGFile(alpha).data]
    }()

    @Test(arguments: [0, 1])
    func aFileMadeAloneEqualsOneMadeWithTheOthers(source: Int) async throws {
        let data = Self.sources[source]
        let plain =
            source == 1 ? Self.requests.filter { $0.encodings[0].format != .format(.jpeg) } : Self.requests
        let all = try await makeAll(plain, from: data)
        #expect(all.count == plain.count)
        for id in all.keys {
            let alone = try await makeAll(plain, from: data, finished: Set(all.keys).subtracting([id]))
            #expect(Array(alone.keys) == [id])
            #expect(alone[id] == all[id], "\(id)")
        }
    }

    @Test func oneThreadAndFourGiveTheSameBytes() async throws {
        let data = Self.sources[0]
        let once = try await makeAll(Self.requests, from: data)
        let engine = InProcessEngine(threads: 4)
        try await withThrowingTaskGroup(of: [ImageJob.OutputID: MadeImage].self) { group in
            for _ in 0..<12 {
                group.addTask { try await makeAll(Self.requests, from: data, engine: engine) }
            }
            for try await outputs in group { #expect(outputs == once) }
        }
    }

    @Test func equalRecipesMeanEqualBytes() async throws {
        let data = Self.sources[0]
        let facts = try await InProcessEngine(threads: 1).inspect(data, limits: ImageLimits())
        var generator = SeededGenerator(seed: 11)
        var known: [ContentDigest: Data] = [:]
        var met = 0
        for _ in 0..<25 {
            let requests = (0..<3).map { _ in
                ImageRequest.one(.png, width: [300, 150, 140, 60, 30].randomElement(using: &generator))
            }
            let plan = try #require(ImagePlan(facts: facts, requests: requests))
            let outputs = try await makeAll(requests, from: data)
            for output in plan.outputs {
                let bytes = try #require(outputs[output.id]?.data)
                guard let before = known.updateValue(bytes, forKey: output.recipe) else { continue }
                met += 1
                #expect(before == bytes)
            }
        }
        #expect(met > 20)
    }

    @Test func thePlanKnowsTheSizesOfWhatIsMade() async throws {
        for data in Self.sources {
            let engine = InProcessEngine(threads: 1)
            let result = try await engine.run(ImageJob(data: data, requests: Self.requests))
            let plan = try #require(ImagePlan(facts: result.facts, requests: Self.requests))
            #expect(Set(plan.outputs.map(\.id)) == Set(result.outputs.keys))
            for output in plan.outputs {
                let made = try #require(result.outputs[output.id])
                #expect(made.file.width == output.width && made.file.height == output.height)
                #expect(made.file.frames == output.frames)
            }
        }
    }
}
