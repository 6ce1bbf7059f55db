import AlcedoImaging
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite(.timeLimit(.minutes(60))) struct SharedWorkTests {
    /// The pipeline's in-memory key of `TestPipeline.retrieve`.
    let work = ProductionOrder(
        content: SourceContent(
            digest: ContentDigest(hashing: FakeEngine.source()), bytes: 0, needs: .nothing, origin: .provider,
            reload: { Data() }),
        requests: { _ in [] }, requestsFingerprint: TestPipeline.request().fingerprint, writesDisk: false
    ).identity

    @Test func equalRequestsAtTheSameTimeAreProcessedOnce() async throws {
        let gate = Gate()
        let pipeline = try TestPipeline(engine: FakeEngine(gate: gate))
        // Under different names, with the same bytes.
        let tasks = (0..<20).map { number in
            Task {
                var options = RetrieveOptions()
                options.cacheMemoryOnly = true
                let provider = CountingProvider(FakeEngine.source(), cacheKey: "\(number)")
                return try await pipeline.pipeline.retrieve(
                    .provider(provider), TestPipeline.request(), options: options)
            }
        }
        try await until { pipeline.pipeline.productions.waiters(for: work) == 20 }
        await gate.open()
        for task in tasks { #expect(try await task.value.data == FakeEngine.png("30x20 png [] of 60x40 a")) }
        #expect(pipeline.engine.runs.value == 1)
    }

    @Test func aCancelledCallerLeavesAndTheOtherGetsThePicture() async throws {
        let gate = Gate()
        let pipeline = try TestPipeline(engine: FakeEngine(gate: gate))
        let tasks = (0..<2).map { _ in Task { try await pipeline.retrieve { $0.cacheMemoryOnly = true } } }
        try await until { pipeline.pipeline.productions.waiters(for: work) == 2 }
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        await gate.open()
        #expect(try await tasks[1].value.width == 30)
        #expect(pipeline.engine.runs.value == 1)
    }

    @Test func whoCannotBeReadFailsAloneAmongThoseWithTheSameBytes() async throws {
        let gate = Gate()
        let pipeline = try TestPipeline()
        func order(_ reload: @escaping @Sendable () async throws -> Data) -> ProductionOrder {
            let bytes = FakeEngine.source()
            return ProductionOrder(
                content: SourceContent(
                    digest: ContentDigest(hashing: bytes), bytes: bytes.count, needs: .nothing,
                    origin: .provider,
                    reload: reload),
                requests: { _ in [TestPipeline.request()] },
                requestsFingerprint: ContentDigest(hashing: "same"))
        }
        let deleted = order {
            await gate.pass()
            throw PipelineError.provider(reason: "there is no such file; check the path")
        }
        let whole = order { FakeEngine.source() }
        #expect(deleted.identity == whole.identity)
        let first = Task { try await pipeline.pipeline.produce(deleted) }
        try await until { pipeline.pipeline.productions.waiters(for: deleted.identity) == 1 }
        let second = Task { try await pipeline.pipeline.produce(whole) }
        try await until { pipeline.pipeline.productions.waiters(for: deleted.identity) == 2 }
        await gate.open()
        let error = await #expect(throws: PipelineError.self) { try await first.value }
        #expect("\(try #require(error))".contains("there is no such file"))
        #expect(try await second.value.files.map(\.record.width) == [30])
    }

    @Test func oneRequestThatFailsDoesNotLoseTheOthers() async throws {
        let pipeline = try TestPipeline(engine: FakeEngine(failingWidth: 20))
        func order() async throws -> ProductionOrder {
            let requests = [10, 20, 30].map { TestPipeline.request($0) }
            return ProductionOrder(
                content: try await pipeline.pipeline.content(
                    of: .provider(RawImageDataProvider(data: FakeEngine.source(), cacheKey: "")),
                    options: RetrieveOptions()),
                requests: { _ in requests }, requestsFingerprint: ContentDigest(hashing: "three"),
                placeholders: [.dominantColor])
        }
        let first = try await pipeline.pipeline.produce(try await order())
        #expect(first.files.map(\.record.width) == [10, 30])
        #expect(first.files.map(\.isCached) == [false, false])
        #expect(first.failures == [1: .process(step: "fake", reason: "this width is not liked")])
        #expect(first.facts.warnings == ["a warning"])
        let second = try await pipeline.pipeline.produce(try await order())
        #expect(second.files.map(\.isCached) == [true, true])
        #expect(second.failures.count == 1)
        #expect(second.placeholders == first.placeholders)
        // The whole set is planned again, and only missing files are requested.
        let job = try #require(pipeline.engine.jobs.all.last)
        #expect(job.requests.count == 3)
        #expect(job.finished.map(\.request).sorted() == [0, 2])
        #expect(job.placeholders.isEmpty)
    }

    @Test func onlyThePlaceholdersThatAreMissingAreMade() async throws {
        let pipeline = try TestPipeline()
        func placeholders(_ kinds: Set<PlaceholderKind>) async throws -> Set<PlaceholderKind>? {
            let order = ProductionOrder(
                content: try await pipeline.pipeline.content(
                    of: .provider(RawImageDataProvider(data: FakeEngine.source(), cacheKey: "")),
                    options: RetrieveOptions()),
                requests: { _ in [TestPipeline.request()] },
                requestsFingerprint: ContentDigest(hashing: "one"),
                placeholders: kinds)
            return try await pipeline.pipeline.produce(order).placeholders?.kinds
        }
        #expect(try await placeholders([.dominantColor]) == [.dominantColor])
        #expect(try await placeholders([.dominantColor, .blurhash]) == [.dominantColor, .blurhash])
        #expect(try await placeholders([.palette]) == [.palette])
        #expect(pipeline.engine.jobs.all.map(\.placeholders) == [[.dominantColor], [.blurhash], [.palette]])
        // Everything ever made is still known, and only requested formats are returned.
        #expect(try await placeholders([.blurhash, .palette]) == [.blurhash, .palette])
        #expect(try await placeholders([]) == nil)
        #expect(pipeline.engine.runs.value == 3)
    }

    @Test func aBatchCountsEveryPictureExactlyOnce() async throws {
        let pipeline = try TestPipeline()
        for number in 0..<5 { _ = try await pipeline.retrieve(FakeEngine.source("60x40 \(number)")) }
        let items = (0..<20).map { number in
            let text = number % 4 == 3 ? "broken \(number)" : "60x40 \(number)"
            return PrefetchItem(
                source: .provider(RawImageDataProvider(data: FakeEngine.source(text), cacheKey: "\(number)")),
                request: TestPipeline.request())
        }
        let counts = Collected<[Int]>()
        let result = await pipeline.pipeline.prefetch(items) { counts.add([$0, $1, $2]) }
        // 0…4 are there already, 3 among them; under 3 mod 4 the source is broken now.
        #expect(result.skipped == [0, 1, 2, 4])
        #expect(result.failed.map(\.index) == [3, 7, 11, 15, 19])
        #expect(result.completed == [5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18])
        #expect(counts.all.map { $0.reduce(0, +) } == Array(1...20))
        #expect(counts.all.last == [4, 5, 11])
        #expect(await pipeline.pipeline.prefetch([]).completed.isEmpty)
    }

    @Test func aBatchThatIsCancelledCountsWhatWasNotBegunAsFailed() async throws {
        let gate = Gate()
        let pipeline = try TestPipeline(engine: FakeEngine(gate: gate))
        let items = (0..<40).map { number in
            PrefetchItem(
                source: .provider(
                    RawImageDataProvider(data: FakeEngine.source("60x40 \(number)"), cacheKey: "\(number)")),
                request: TestPipeline.request())
        }
        let task = Task { await pipeline.pipeline.prefetch(items) }
        try await until { pipeline.engine.runs.value == 4 }
        task.cancel()
        let result = await task.value
        #expect(result.failed.map(\.index) == Array(0..<40))
        #expect(result.failed.allSatisfy { $0.error is CancellationError })
        #expect(pipeline.engine.runs.value == 4)
        await gate.open()
    }

    @Test func noMoreSourcesAreWorkedOnThanThereIsRoomFor() async throws {
        let pipeline = try TestPipeline(jobs: 1)
        let items = (0..<30).map { number in
            PrefetchItem(
                source: .provider(
                    RawImageDataProvider(data: FakeEngine.source("60x40 \(number)"), cacheKey: "\(number)")),
                request: TestPipeline.request())
        }
        #expect(await pipeline.pipeline.prefetch(items).completed == Array(0..<30))
        #expect(pipeline.pipeline.working.load.waiting == 0)
    }
}
