import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct RevalidationTests {
    /// A picture for the fake engine that is not mistaken for text.
    static func original(_ text: String = "60x40 ") -> Data { Data(text.utf8) + Data([0, 255, 0, 1]) }

    /// A clock that is advanced by hand.
    final class Clock: Sendable {
        private let box = Box(Date(timeIntervalSince1970: 784_111_777))
        var now: Date { box.with { $0 } }
        func pass(_ seconds: Double) { box.with { $0 += seconds } }
    }

    struct Setting {
        let server: EvilServer
        let clock = Clock()
        let folder: TemporaryFolder
        let pipeline: ImagePipeline
        let engine = FakeEngine()

        init(_ replies: [Reply], retries: Int = 0) throws {
            server = try EvilServer(["/a.png": replies])
            folder = try TemporaryFolder()
            var configuration = ImagePipeline.Configuration(
                disk: DiskStore(directory: folder.path + "/cache"),
                loader: HTTPLoader(
                    configuration: NetworkConfiguration(allow: ["127.0.0.1"], timeout: 3600, retries: retries)
                ),
                engine: engine, jobs: 2)
            configuration.now = { [clock] in clock.now }
            pipeline = ImagePipeline(configuration: configuration)
        }

        var resource: RemoteResource { RemoteResource(url: server.url("/a.png"), name: "the picture") }

        func retrieve(
            _ revalidation: RetrieveOptions.Revalidation = .whenStale,
            _ change: (inout RetrieveOptions) -> Void = { _ in }
        ) async throws -> RetrievedImage {
            var options = RetrieveOptions()
            options.revalidation = revalidation
            change(&options)
            return try await pipeline.retrieve(.network(resource), TestPipeline.request(), options: options)
        }

        /// The conditions of the requests so far.
        var tags: [String?] { server.requests.map { $0.headers["if-none-match"] } }
        var records: [Date] {
            get throws {
                let root = folder.path + "/cache/v1/records"
                let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
                return try names.sorted().map {
                    try FileManager.default.attributesOfItem(atPath: root + "/" + $0)[.modificationDate]
                        as? Date
                        ?? .distantPast
                }
            }
        }
    }

    @Test func aFreshCopyIsUsedWithoutARequest() async throws {
        let setting = try Setting([.ok(Self.original(), ["ETag": "\"1\"", "Cache-Control": "max-age=60"])])
        #expect(try await setting.retrieve().origin == .downloaded)
        setting.clock.pass(59)
        #expect(try await setting.retrieve().origin == .variant)
        #expect(setting.server.requests.count == 1)
    }

    @Test func aStaleCopyIsRevalidatedAndA304MakesItFresh() async throws {
        let setting = try Setting([
            .ok(Self.original(), ["ETag": "\"1\"", "Cache-Control": "max-age=60"]),
            .status(304, ["Cache-Control": "max-age=120"]),
        ])
        let first = try await setting.retrieve()
        setting.clock.pass(60)
        let second = try await setting.retrieve()
        #expect(second.origin == .revalidated)
        #expect(second.digest == first.digest)
        setting.clock.pass(119)
        #expect(try await setting.retrieve().origin == .variant)
        #expect(setting.tags == [nil, "\"1\""])
        setting.clock.pass(1)
        #expect(try await setting.retrieve().origin == .revalidated)
        #expect(setting.engine.runs.value == 1)
    }

    @Test func anotherPictureTakesThePlaceOfTheOldOne() async throws {
        let setting = try Setting([
            .ok(Self.original(), ["ETag": "\"1\""]), .ok(Self.original("50x40 "), ["ETag": "\"2\""]),
            .status(304),
        ])
        _ = try await setting.retrieve()
        let second = try await setting.retrieve()
        #expect(second.origin == .downloaded)
        #expect(second.data.starts(with: FakeEngine.png("30x24 ")))
        #expect(try await setting.retrieve().data == second.data)
        #expect(setting.tags == [nil, "\"1\"", "\"2\""])
    }

    @Test func whatIsNotToBeRevalidatedIsTakenAsItIs() async throws {
        let setting = try Setting([.ok(Self.original(), ["ETag": "\"1\"", "Cache-Control": "no-store"])])
        _ = try await setting.retrieve(.never)
        setting.clock.pass(1e9)
        #expect(try await setting.retrieve(.never).origin == .variant)
        #expect(setting.server.requests.count == 1)
    }

    @Test func alwaysMeansAlsoWhileFresh() async throws {
        let setting = try Setting([
            .ok(Self.original(), ["ETag": "\"1\"", "Cache-Control": "max-age=60"]), .status(304),
        ])
        _ = try await setting.retrieve()
        #expect(try await setting.retrieve(.always).origin == .revalidated)
        #expect(setting.tags == [nil, "\"1\""])
    }

    @Test func forcedRefreshesAskForEverythingAndFailWithTheServer() async throws {
        let setting = try Setting([
            .ok(Self.original(), ["ETag": "\"1\""]), .ok(Self.original(), ["ETag": "\"1\""]), .status(404),
        ])
        _ = try await setting.retrieve()
        #expect(try await setting.retrieve { $0.forceRefresh = true }.origin == .downloaded)
        await #expect(throws: PipelineError.self) { try await setting.retrieve { $0.forceRefresh = true } }
        #expect(setting.tags == [nil, nil, nil])
    }

    @Test(arguments: [Reply.status(500), .status(404), .ok(Data("<html>".utf8)), Reply(steps: [.close])])
    func whatWasFetchedBeforeStandsInForWhatCannotBeHad(_ trouble: Reply) async throws {
        let setting = try Setting([.ok(Self.original(), ["ETag": "\"1\""]), trouble])
        let first = try await setting.retrieve()
        let second = try await setting.retrieve()
        #expect(second.origin == .stale)
        #expect(second.data == first.data)
        let content = try await setting.pipeline.content(
            of: .network(setting.resource), options: options { $0.revalidation = .whenStale })
        #expect(content.staleReason?.hasPrefix("the picture: ") == true)
        await #expect(throws: PipelineError.self) {
            try await setting.retrieve { $0.usesStaleOnError = false }
        }
    }

    @Test func noOldCopyHidesARefusalOfOurOwn() async throws {
        let setting = try Setting([.ok(Self.original(), ["ETag": "\"1\""])])
        _ = try await setting.retrieve()
        let strict = ImagePipeline(
            configuration: ImagePipeline.Configuration(
                disk: setting.pipeline.configuration.disk, loader: HTTPLoader(), engine: setting.engine,
                jobs: 2))
        let error = await #expect(throws: PipelineError.self) {
            try await strict.retrieve(
                .network(setting.resource), TestPipeline.request(),
                options: options { $0.revalidation = .always })
        }
        #expect(error?.reason.contains("plain http is refused") == true)
    }

    @Test func onlyFromCacheDoesNotUseTheNetwork() async throws {
        let setting = try Setting([.ok(Self.original(), ["ETag": "\"1\""])])
        _ = try await setting.retrieve()
        #expect(try await setting.retrieve(.always) { $0.onlyFromCache = true }.origin == .variant)
        #expect(setting.server.requests.count == 1)
    }

    // Without a freshness lifetime, the server is contacted each time, and no time is recorded.
    @Test func a304ThatChangesNothingWritesNothing() async throws {
        let setting = try Setting([
            .ok(Self.original(), ["ETag": "\"1\"", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"]),
            .status(304, ["ETag": "\"1\"", "Date": "Sun, 06 Nov 1994 08:50:37 GMT"]),
        ])
        _ = try await setting.retrieve()
        let before = try setting.records
        setting.clock.pass(60)
        #expect(try await setting.retrieve().origin == .revalidated)
        #expect(try setting.records == before)
        #expect(!before.isEmpty)
    }

    @Test func aBatchCountsWhatHeldAsSkipped() async throws {
        let setting = try Setting([.ok(Self.original(), ["ETag": "\"1\""]), .status(304)])
        let items = [PrefetchItem(source: .network(setting.resource), request: TestPipeline.request())]
        let options = options { $0.revalidation = .whenStale }
        #expect(await setting.pipeline.prefetch(items, options: options).completed == [0])
        #expect(await setting.pipeline.prefetch(items, options: options).skipped == [0])
    }

    private func options(_ change: (inout RetrieveOptions) -> Void) -> RetrieveOptions {
        var options = RetrieveOptions()
        change(&options)
        return options
    }
}
