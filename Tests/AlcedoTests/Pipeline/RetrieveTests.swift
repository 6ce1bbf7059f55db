import AlcedoImaging
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite(.timeLimit(.minutes(60))) struct RetrieveTests {
    struct Failure: Error, CustomStringConvertible {
        let description = "the archive is locked"
    }

    @Test func theSecondTimeNothingIsDecoded() async throws {
        let first = try TestPipeline()
        let made = try await first.retrieve()
        #expect(made.origin == .provider)
        #expect((made.width, made.height, made.frames) == (30, 20, 1))
        #expect(made.data == FakeEngine.png("30x20 png [] of 60x40 a"))
        #expect(made.digest == ContentDigest(hashing: made.data))
        let again = try await first.retrieve()
        #expect(again.origin == .variant)
        #expect(again.from(.provider, wasMade: true) == made)
        // Another run of the program.
        let second = try TestPipeline(in: first.folder)
        #expect(try await second.retrieve().data == made.data)
        #expect(first.engine.runs.value == 1)
        #expect(second.engine.runs.value == 0)
    }

    @Test func differentRequestsSourcesEnginesAndPoliciesAreDifferentEntries() async throws {
        let first = try TestPipeline()
        _ = try await first.retrieve()
        _ = try await first.retrieve(FakeEngine.source("60x40 b"))
        _ = try await first.retrieve(FakeEngine.source(), TestPipeline.request(31))
        #expect(first.engine.runs.value == 3)
        let newer = try TestPipeline(engine: FakeEngine(name: "newer"), in: first.folder)
        #expect(try await newer.retrieve().origin == .provider)
        let tolerant = try TestPipeline(in: first.folder, truncation: .allow)
        #expect(try await tolerant.retrieve().origin == .provider)
    }

    @Test func theSameBytesFromElsewhereAreTheSameEntry() async throws {
        let pipeline = try TestPipeline()
        _ = try await pipeline.retrieve()
        try pipeline.folder.write("60x40 a", to: "photo.png")
        let file = FileImageDataProvider(path: pipeline.folder.path + "/photo.png")
        let image = try await pipeline.pipeline.retrieve(.provider(file), TestPipeline.request())
        #expect(image.origin == .variant)
        #expect(pipeline.engine.runs.value == 1)
    }

    @Test func forceRefreshMakesItAgainAndStoresIt() async throws {
        let pipeline = try TestPipeline(memory: MemoryStore(costLimit: 10_000))
        let first = try await pipeline.retrieve()
        let second = try await pipeline.retrieve { $0.forceRefresh = true }
        #expect(second.origin == .provider)
        #expect(second.data == first.data)
        #expect(pipeline.engine.runs.value == 2)
        #expect(try await pipeline.retrieve().origin == .memory)
    }

    @Test func onlyFromCacheUsesOnlyTheCache() async throws {
        let pipeline = try TestPipeline()
        let error = await #expect(throws: PipelineError.self) {
            try await pipeline.retrieve { $0.onlyFromCache = true }
        }
        guard case .notCached = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(pipeline.engine.runs.value == 0)
        #expect(try pipeline.files("records").isEmpty)
        _ = try await pipeline.retrieve()
        #expect(try await pipeline.retrieve { $0.onlyFromCache = true }.origin == .variant)
        #expect(pipeline.engine.runs.value == 1)
    }

    @Test func onlyInMemoryNothingIsWrittenToTheDisk() async throws {
        let pipeline = try TestPipeline(memory: MemoryStore(costLimit: 10_000))
        _ = try await pipeline.retrieve { $0.cacheMemoryOnly = true }
        #expect(!FileManager.default.fileExists(atPath: pipeline.cache))
        #expect(try await pipeline.retrieve().origin == .memory)
        #expect(pipeline.engine.runs.value == 1)
        let without = try TestPipeline()
        _ = try await without.retrieve { $0.cacheMemoryOnly = true }
        _ = try await without.retrieve { $0.cacheMemoryOnly = true }
        #expect(without.engine.runs.value == 2)
    }

    @Test func aPictureStaysInMemoryForItsLifetime() async throws {
        let clock = Collected<Double>()
        let memory = MemoryStore<CacheKey, RetrievedImage>(
            costLimit: 10_000, lifetime: 60,
            clock: { Date(timeIntervalSince1970: clock.all.reduce(1000, +)) })
        let pipeline = try TestPipeline(memory: memory)
        _ = try await pipeline.retrieve()
        #expect(memory.cost == FakeEngine.png("30x20 png [] of 60x40 a").count)
        clock.add(59)
        #expect(try await pipeline.retrieve().origin == .memory)
        clock.add(60)
        #expect(try await pipeline.retrieve().origin == .variant)
    }

    @Test func aCustomProviderIsUsedAndItsErrorIsShown() async throws {
        let pipeline = try TestPipeline()
        let provider = CountingProvider(FakeEngine.source())
        let image = try await pipeline.pipeline.retrieve(.provider(provider), TestPipeline.request())
        #expect(image.data == FakeEngine.png("30x20 png [] of 60x40 a"))
        #expect(provider.asked.value == 1)
        let error = await #expect(throws: PipelineError.self) {
            try await pipeline.pipeline.retrieve(
                .provider(CountingProvider(failing: Failure())), TestPipeline.request())
        }
        #expect(error?.phase == .provider)
        #expect(error?.reason == "the archive is locked")
    }

    @Test func aMissingFileSaysSo() async throws {
        let pipeline = try TestPipeline()
        let error = await #expect(throws: PipelineError.self) {
            try await pipeline.pipeline.retrieve(
                .provider(FileImageDataProvider(path: pipeline.folder.path + "/none.png")),
                TestPipeline.request())
        }
        #expect(error?.phase == .provider)
        #expect(error?.reason.contains("no such file") == true)
    }

    @Test func anInvalidOrTooLargeSourceIsAnErrorEveryTime() async throws {
        let pipeline = try TestPipeline(limits: ImageLimits(pixels: 2399))
        for _ in 0..<2 {
            for text in ["nonsense", "60x40 a"] {
                let error = await #expect(throws: PipelineError.self) {
                    try await pipeline.retrieve(FakeEngine.source(text))
                }
                #expect(error?.phase == .decode)
            }
        }
        // Cached facts are checked against the limits, too.
        let generous = try TestPipeline(in: pipeline.folder, limits: ImageLimits(pixels: 2400))
        _ = try await generous.retrieve()
        let error = await #expect(throws: PipelineError.self) { try await pipeline.retrieve() }
        #expect(error?.phase == .decode)
    }

    @Test func aFormatThatCannotHoldThePictureIsNamed() async throws {
        let request = ImageRequest(
            processors: [ImageProcessors.RoundCorner(radius: .pixels(3))],
            encodings: [ImageEncoding(format: .format(.jpeg))])
        let error = await #expect(throws: PipelineError.self) {
            try await TestPipeline().retrieve(FakeEngine.source(), request)
        }
        #expect(error?.phase == .encode)
        #expect(error?.reason.contains("JPEG") == true)
    }

    @Test(arguments: ["blobs", "records"]) func whatIsDamagedInTheCacheIsMadeAgain(_ kind: String)
        async throws
    {
        let pipeline = try TestPipeline()
        let first = try await pipeline.retrieve()
        try pipeline.damage(kind)
        let second = try await pipeline.retrieve()
        #expect(second.data == first.data)
        #expect(second.origin == .provider)
        #expect(try await pipeline.retrieve().origin == .variant)
        #expect(pipeline.engine.runs.value == 2)
    }

    @Test func aCacheThatCannotBeWrittenCostsOnlyTime() async throws {
        let folder = try TemporaryFolder()
        try folder.write("in the way", to: "file")
        let pipeline = try TestPipeline(in: folder, directory: folder.path + "/file/cache")
        for runs in 1...2 {
            let image = try await pipeline.retrieve()
            #expect(image.data == FakeEngine.png("30x20 png [] of 60x40 a"))
            #expect(pipeline.engine.runs.value == runs)
        }
        #expect(pipeline.pipeline.cacheWriteFailure.reason == "Not a directory")
    }

    // MARK: Remote originals

    let resource = RemoteResource(
        url: URL(fileURLWithPath: "/nowhere"), name: "https://example.org/${TOKEN}/a.png",
        headers: ["Authorization": "Bearer sesame"])

    func keep(_ data: Data, in pipeline: TestPipeline) throws {
        try pipeline.disk.store(data)
        var writer = FieldWriter()
        writer.encode(
            RemoteRecord(
                digest: ContentDigest(hashing: data), bytes: data.count, validators: ResponseValidators(),
                validated: Date()))
        try pipeline.disk.setRecord(writer.data, for: CacheKeys.remote(resource))
    }

    @Test func anOriginalInTheCacheIsUsedBeforeTheNetwork() async throws {
        let pipeline = try TestPipeline()
        try keep(FakeEngine.source(), in: pipeline)
        let first = try await pipeline.pipeline.retrieve(.network(resource), TestPipeline.request())
        #expect(first.origin == .original)
        let second = try await pipeline.pipeline.retrieve(.network(resource), TestPipeline.request())
        #expect(second.origin == .variant)
        #expect(pipeline.engine.runs.value == 1)
        var forced = RetrieveOptions()
        forced.forceRefresh = true
        // Its address leads nowhere.
        let error = await #expect(throws: PipelineError.self) {
            try await pipeline.pipeline.retrieve(.network(resource), TestPipeline.request(), options: forced)
        }
        #expect(error?.phase == .loader)
    }

    @Test func aDamagedOriginalIsLoadedAgain() async throws {
        let pipeline = try TestPipeline()
        try keep(FakeEngine.source(), in: pipeline)
        try pipeline.damage("blobs")
        let error = await #expect(throws: PipelineError.self) {
            try await pipeline.pipeline.retrieve(.network(resource), TestPipeline.request())
        }
        #expect(error?.phase == .loader)
        #expect(try pipeline.files("blobs").isEmpty)
        #expect(error?.description.contains("sesame") == false)
    }

    @Test func withoutTheNetworkAMissingOriginalSaysWhatToDo() async throws {
        let pipeline = try TestPipeline()
        var options = RetrieveOptions()
        options.onlyFromCache = true
        let error = await #expect(throws: PipelineError.self) {
            try await pipeline.pipeline.retrieve(.network(resource), TestPipeline.request(), options: options)
        }
        #expect(error?.phase == .loader)
        #expect(error?.reason.contains("alcedo fetch") == true)
    }

    @Test func originalsAreFiledUnderTheirRequestOrTheirCacheKey() throws {
        let key = CacheKeys.remote(resource)
        var other = resource
        other.name = "another name"
        #expect(CacheKeys.remote(other) == key)
        other.headers = [:]
        #expect(CacheKeys.remote(other) != key)
        other.cacheKey = "kingfisher"
        let keyed = CacheKeys.remote(other)
        #expect(keyed != CacheKeys.remote(resource))
        other.url = try #require(URL(string: "https://example.org/b.png"))
        #expect(CacheKeys.remote(other) == keyed)
    }
}
