import Foundation
import Testing

@testable import Alcedo

@Suite(.timeLimit(.minutes(15))) struct ExpirationTests {
    let moved = Collected<Double>()

    func pipeline(memory: MemoryStore<CacheKey, RetrievedImage>? = nil) throws -> TestPipeline {
        let moved = moved
        return try TestPipeline(
            memory: memory, clock: { Date(timeIntervalSince1970: moved.all.reduce(1_000_000, +)) })
    }

    @Test func aVariantOnTheDiskExpires() async throws {
        let pipeline = try pipeline()
        let first = try await pipeline.retrieve { $0.diskExpiration = .days(1) }
        moved.add(86_399)
        #expect(try await pipeline.retrieve { $0.diskAccessExtendingExpiration = .none }.origin == .variant)
        moved.add(1)
        let second = try await pipeline.retrieve { $0.diskAccessExtendingExpiration = .none }
        #expect(second.origin == .provider)
        #expect(second.data == first.data)
        // Made anew without a word about it, it is kept for ever.
        moved.add(1e8)
        #expect(try await pipeline.retrieve().origin == .variant)
    }

    // Kept for ten seconds and read after nine: until nineteen.
    @Test func readingExtendsWhatIsOnTheDisk() async throws {
        let pipeline = try pipeline()
        _ = try await pipeline.retrieve { $0.diskExpiration = .seconds(10) }
        moved.add(9)
        #expect(try await pipeline.retrieve().origin == .variant)
        moved.add(9.5)
        #expect(
            try await pipeline.retrieve { $0.diskAccessExtendingExpiration = .expirationTime(.seconds(2)) }
                .origin == .variant)
        moved.add(1.9)
        #expect(try await pipeline.retrieve { $0.diskAccessExtendingExpiration = .none }.origin == .variant)
        moved.add(0.2)
        #expect(try await pipeline.retrieve().origin == .provider)
    }

    @Test func whatIsExpiredFromTheBeginningIsGivenAndNotKept() async throws {
        let pipeline = try pipeline()
        let image = try await pipeline.retrieve { $0.diskExpiration = .expired }
        #expect(image.data == Data("30x20 png [] of 60x40 a".utf8))
        #expect(try pipeline.files("blobs").isEmpty)
        #expect(try await pipeline.retrieve().origin == .provider)
    }

    @Test func readingFromMemoryExtendsAsItIsTold() async throws {
        let moved = moved
        let memory = MemoryStore<CacheKey, RetrievedImage>(
            costLimit: 10_000, clock: { Date(timeIntervalSince1970: moved.all.reduce(1_000_000, +)) })
        let pipeline = try pipeline(memory: memory)
        _ = try await pipeline.retrieve { $0.memoryExpiration = .seconds(10) }
        moved.add(9)
        #expect(try await pipeline.retrieve { $0.memoryAccessExtendingExpiration = .none }.origin == .memory)
        moved.add(2)
        #expect(try await pipeline.retrieve { $0.memoryAccessExtendingExpiration = .none }.origin == .variant)
    }

    @Test func anOriginalInTheCacheExpiresToo() async throws {
        let pipeline = try pipeline()
        let resource = RemoteResource(
            url: URL(fileURLWithPath: "/nowhere"), name: "https://example.org/a.png")
        let data = FakeEngine.source()
        let digest = try pipeline.disk.store(data)
        var writer = FieldWriter()
        RemoteRecord(
            digest: digest, bytes: data.count, validators: ResponseValidators(),
            validated: Date(timeIntervalSince1970: 0)
        ).write(to: &writer)
        try pipeline.disk.setRecord(
            writer.data, for: CacheKeys.remote(resource), links: RecordLinks(blob: digest),
            expiration: .seconds(60))
        #expect(
            try await pipeline.pipeline.retrieve(.network(resource), TestPipeline.request()).origin
                == .original)
        moved.add(61)
        // Its address leads nowhere.
        await #expect(throws: PipelineError.self) {
            try await pipeline.pipeline.retrieve(.network(resource), TestPipeline.request())
        }
    }
}
