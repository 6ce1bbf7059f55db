import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoCache
@testable import AlcedoManifest

/// Builds with a cache that was made to harm: aimed changes of every record and state, with valid checksums.
@Suite(.timeLimit(.minutes(180))) struct PoisonedCacheTests {
    let site: TestSite

    init() throws {
        site = try TestSite(
            TestSite.usual + "\nplaceholders: [average-color, blurhash]\nprune: now\n", pictures: ["a", "b"])
        try site.put(Data("canary".utf8), "outside/canary.txt")
        try site.put(Data("half".utf8), "outside/.alcedo-tmp-1-abc")
    }

    /// Values that break arithmetic.
    private static let extremes: [UInt64] = [
        0, 1, .max, UInt64(Int64.max), UInt64(bitPattern: .min), 1 << 62, 1 << 40, 1 << 32,
        Double.nan.bitPattern, Double.infinity.bitPattern, (-Double.infinity).bitPattern,
        Double.greatestFiniteMagnitude.bitPattern, 300_000_000_000,
    ]

    /// Offsets of what looks like a number: small, or a date in nanoseconds.
    private static func numbers(in payload: [UInt8]) -> [Int] {
        guard payload.count >= 8 else { return [] }
        return (0...payload.count - 8).filter { offset in
            payload[offset + 7] == 0 && payload[offset + 6] == 0 && payload[offset + 5] == 0
                || payload[offset + 7] & 0x7F == 0x18
        }
    }

    private static func change(_ payload: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var payload = payload
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard let offset = numbers(in: payload).randomElement(using: &random),
                let value = extremes.randomElement(using: &random)
            else { break }
            withUnsafeBytes(of: value.littleEndian) { payload.replaceSubrange(offset..<offset + 8, with: $0) }
        }
        return payload
    }

    /// Rewrites a file of the cache with a changed payload and the right checksum.
    private func poison(_ name: String, _ bytes: Data, _ random: inout SeededGenerator) throws {
        let last = String(name.split(separator: "/").last ?? "")
        if name.contains("/records/") {
            let digest = try #require(ContentDigest(hex: last))
            let record = try #require(RecordFile(bytes, name: digest))
            let payload = Data(Self.change([UInt8](record.payload), &random))
            try site.put(Data(RecordFile(payload, links: record.links).data(name: digest)), ".alcedo/" + name)
        } else {
            let payload = try #require(site.states.loadFields(named: last)).rest
            try site.states.storeState(Self.change([UInt8](payload), &random), named: last)
        }
    }

    /// Everything in the output has the type of its name.
    private func expectTypes() throws {
        for (name, data) in try site.files() where name != "index.json" {
            let type = name.hasSuffix("webp") ? ImageType.webp : name.hasSuffix("png") ? .png : .jpeg
            #expect(ImageType.sniff(data) == type, "\(name)")
        }
    }

    @Test func aimedChangesWithValidChecksumsHarmNothing() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["ALCEDO_POISONS"].flatMap { Int($0) } ?? 100
        let seed = environment["ALCEDO_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        try await site.settle()
        let cache = try site.files(".alcedo")
        let output = try site.files()
        let outside = try site.statuses().filter { $0.key.hasPrefix("outside") }
        let names = cache.keys.filter {
            $0.contains("/records/") || $0.contains("/state/build-") || $0.hasSuffix("/history")
        }
        .sorted()
        #expect(names.count > 4)
        for number in 0..<count {
            // The same cache and output each time.
            try site.remove(".alcedo")
            for (name, bytes) in cache { try site.put(bytes, ".alcedo/" + name) }
            if number % 4 == 1 { try? site.remove("out") }
            let name = try #require(
                number % 2 == 0
                    ? names.first { $0.contains("/state/build-") } : names.randomElement(using: &random))
            try poison(name, try #require(cache[name]), &random)
            if number % 4 == 3, let ledger = names.first(where: { $0.contains("/state/build-") }) {
                // Without a ledger, the records are used.
                try? site.remove(".alcedo/" + ledger)
            }
            let place = "ALCEDO_SEED=\(seed), change \(number) of \(name)"
            switch number % 5 {
            case 0: _ = try? await site.builder().plan()
            case 1:
                _ = try? SiteCache.status(manifest: site.path("images.yml"), cacheDirectory: nil)
                _ = try? SiteCache.trim(
                    manifest: site.path("images.yml"), cacheDirectory: nil,
                    limits: CacheLimits(maxSize: 1, maxAge: 1))
            case 2: _ = try? await site.builder().clean()
            default: break
            }
            do {
                let report = try await site.build()
                #expect(report.failures.map(\.description) == [], "\(place)")
                #expect(report.isPublished, "\(place)")
                try site.expectConsistent()
            } catch {
                Issue.record(error, "\(place)")
            }
            try expectTypes()
            #expect(try site.statuses().filter { $0.key.hasPrefix("outside") } == outside, "\(place)")
            if number % 10 == 9 {
                // Verification removes what cannot be used, and the next build is as the first.
                _ = try SiteCache.verify(manifest: site.path("images.yml"), cacheDirectory: nil)
                try site.remove(".alcedo")
                try await site.build()
                #expect(try site.files() == output, "\(place)")
            }
        }
    }
}
