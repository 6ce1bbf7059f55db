import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Pictures in memory are returned without using the network or the disk.
@Suite(.timeLimit(.minutes(60))) struct MemoryTierTests {
    let server: EvilServer
    let folder: TemporaryFolder
    let engine = FakeEngine()
    let clock = RevalidationTests.Clock()
    let pipeline: ImagePipeline

    init() throws {
        folder = try TemporaryFolder()
        let cached = ["ETag": "\"1\"", "Cache-Control": "max-age=60"]
        // The second time would give another picture.
        server = try EvilServer([
            "/a.png": [
                .ok(RevalidationTests.original(), cached), .ok(RevalidationTests.original("50x40 "), cached),
            ]
        ])
        var configuration = ImagePipeline.Configuration(
            disk: DiskStore(directory: folder.path + "/cache"), memory: MemoryStore(costLimit: 10_000),
            loader: HTTPLoader(
                configuration: NetworkConfiguration(allow: ["127.0.0.1"], timeout: 3600, retries: 0)),
            engine: engine, jobs: 2)
        configuration.now = { [clock] in clock.now }
        pipeline = ImagePipeline(configuration: configuration)
    }

    func retrieve(
        width: Int = 30, events: Collected<RetrieveProgress>? = nil, key: String? = nil,
        _ change: (inout RetrieveOptions) -> Void = { _ in }
    ) async throws -> RetrievedImage {
        var options = RetrieveOptions()
        change(&options)
        var resource = RemoteResource(url: server.url("/a.png"), name: "the picture")
        resource.cacheKey = key
        return try await pipeline.retrieve(
            .network(resource), TestPipeline.request(width), options: options
        ) { events?.add($0) }
    }

    @Test(arguments: [true, false]) func aHitContactsNoServer(_ isOffline: Bool) async throws {
        let first = try await retrieve { $0.cacheMemoryOnly = true }
        #expect(first.origin == .downloaded)
        let events = Collected<RetrieveProgress>()
        for _ in 0..<2 {
            let again = try await retrieve(events: events) {
                $0.cacheMemoryOnly = true
                $0.onlyFromCache = isOffline
            }
            #expect(again.origin == .memory)
            #expect(again.data == first.data)
        }
        #expect(server.requests.count == 1)
        #expect(engine.runs.value == 1)
        #expect(events.all == [.finished(.memory), .finished(.memory)])
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/cache"))
    }

    @Test func aHitDoesNotNeedTheDisk() async throws {
        let first = try await retrieve()
        try FileManager.default.removeItem(atPath: folder.path + "/cache")
        let again = try await retrieve()
        #expect((again.origin, again.data) == (.memory, first.data))
        #expect(server.requests.count == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/cache"))
    }

    @Test func anotherVariantOrAnotherKeyIsAMiss() async throws {
        _ = try await retrieve { $0.cacheMemoryOnly = true }
        await #expect(throws: PipelineError.self) {
            try await retrieve(width: 20) { $0.onlyFromCache = true }
        }
        await #expect(throws: PipelineError.self) {
            try await retrieve(key: "other") { $0.onlyFromCache = true }
        }
        #expect(server.requests.count == 1)
    }

    @Test func aForcedRefreshLoadsAndReplacesTheMemoryEntry() async throws {
        _ = try await retrieve { $0.cacheMemoryOnly = true }
        let second = try await retrieve {
            $0.cacheMemoryOnly = true
            $0.forceRefresh = true
        }
        #expect(second.data.starts(with: FakeEngine.png("30x24 ")))
        let third = try await retrieve { $0.onlyFromCache = true }
        #expect((third.origin, third.data) == (.memory, second.data))
        #expect(server.requests.count == 2)
    }

    // The server allows its picture to be used for 60 seconds.
    @Test func aHitHoldsForAsLongAsTheServerSaid() async throws {
        func fresh() async throws -> RetrievedImage {
            try await retrieve {
                $0.cacheMemoryOnly = true
                $0.revalidation = .whenStale
            }
        }
        _ = try await fresh()
        clock.pass(59)
        #expect(try await fresh().origin == .memory)
        #expect(server.requests.count == 1)
        clock.pass(1)
        #expect(try await fresh().data.starts(with: FakeEngine.png("30x24 ")))
        _ = try await retrieve {
            $0.cacheMemoryOnly = true
            $0.revalidation = .always
        }
        #expect(server.requests.count == 3)
    }

    @Test func aPinHoldsForWhatIsInMemoryToo() async throws {
        let bytes = RevalidationTests.original()
        _ = try await retrieve { $0.cacheMemoryOnly = true }
        let pinned = try await retrieve {
            $0.expected = ContentPin(digest: ContentDigest(hashing: bytes), bytes: bytes.count)
        }
        #expect(pinned.origin == .memory)
        #expect(server.requests.count == 1)
        let other = RevalidationTests.original("50x40 ")
        let changed = try await retrieve {
            $0.expected = ContentPin(digest: ContentDigest(hashing: other), bytes: other.count)
        }
        #expect(changed.data.starts(with: FakeEngine.png("30x24 ")))
        #expect(server.requests.count == 2)
    }

    // MARK: Events

    @Test func eachStepOfADownloadIsAnnouncedOnce() async throws {
        let events = Collected<RetrieveProgress>()
        let bytes = RevalidationTests.original().count
        _ = try await retrieve(events: events)
        #expect(events.all == [.loading, .loaded(bytes: bytes), .processing, .finished(.downloaded)])
    }

    @Test func eachStepOfAProvidersPictureIsAnnouncedOnce() async throws {
        let events = Collected<RetrieveProgress>()
        for _ in 0..<2 {
            let provider = CountingProvider(FakeEngine.source("60x40 a"))
            _ = try await pipeline.retrieve(.provider(provider), TestPipeline.request()) { events.add($0) }
        }
        #expect(
            events.all == [
                .loading, .loaded(bytes: 7), .processing, .finished(.provider),
                .loading, .loaded(bytes: 7), .finished(.memory),
            ])
    }

    // It is loaded again when the cache turns out to have lost it.
    @Test func anOriginalThatIsLoadedTwiceIsAnnouncedOnce() async throws {
        _ = try await retrieve(width: 30)
        let blobs = folder.path + "/cache/v1/blobs"
        for name in FileManager.default.enumerator(atPath: blobs)?.compactMap({ $0 as? String }) ?? [] {
            let url = URL(fileURLWithPath: blobs + "/" + name)
            guard try FileSystem.status(of: url.path)?.kind == .regular else { continue }
            let count = try Data(contentsOf: url).count
            try FileManager.default.removeItem(at: url)
            try Data(count: count).write(to: url)
        }
        let events = Collected<RetrieveProgress>()
        let bytes = RevalidationTests.original().count
        _ = try await retrieve(width: 20, events: events)
        #expect(server.requests.count == 2)
        #expect(events.all == [.loading, .loaded(bytes: bytes), .processing, .finished(.downloaded)])
    }
}
