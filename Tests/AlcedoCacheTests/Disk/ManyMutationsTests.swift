import AlcedoBase
import AlcedoCache
import Foundation
import Testing

/// A thousand seeded mutations of everything that a cache holds. After each, everything is asked for and stored again.
@Suite struct ManyMutationsTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func nothingWrongIsEverServedAndEverythingHeals(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let directory = folder("cache")
        let entries = (0..<12).map { number in
            Data((0..<(1 + number * 331)).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) })
        }
        let digests = entries.map { ContentDigest(hashing: $0) }
        let keys = digests.map { digest in CacheKey(domain: "m") { $0.write(digest) } }
        let names = entries.indices.prefix(3).map { "state-\($0)" }
        func path(_ kind: String, _ digest: ContentDigest) -> String {
            "\(directory)/v1/\(kind)/\(digest.hex.prefix(2))/\(digest.hex)"
        }
        let paths =
            digests.map { path("blobs", $0) } + keys.map { path("records", $0.digest) }
            + names.map { "\(directory)/v1/state/\($0)" }
        var losses = 0

        /// Requests everything, and stores missing entries, as a build does.
        func build(_ round: Int) throws {
            let store = DiskStore(directory: directory)
            for (index, data) in entries.enumerated() {
                if let found = store.data(for: digests[index]) {
                    #expect(found == data, "round \(round)")
                } else {
                    losses += 1
                }
                try store.store(data)
                if let found = store.record(for: keys[index]) { #expect(found == data, "round \(round)") }
                try store.setRecord(
                    data, for: keys[index], links: RecordLinks(blob: digests[index]))
            }
            for (index, name) in names.enumerated() {
                if let found = store.loadState(named: name) {
                    #expect(found == entries[index], "round \(round)")
                }
                try store.storeState(entries[index], named: name)
            }
        }

        try build(0)
        losses = 0
        for round in 1...250 {
            let mutation = try #require(Mutation.allCases.randomElement(using: &random))
            let victim = try #require(paths.randomElement(using: &random))
            let other = try #require(paths.randomElement(using: &random))
            try mutation.happen(to: victim, or: other, &random)
            switch round % 4 {
            case 0:
                _ = try DiskStore(directory: directory).verify()
                #expect(try DiskStore(directory: directory).verify().faults == [], "round \(round)")
            case 1: _ = try DiskStore(directory: directory).trim(CacheLimits(maxSize: 1 << 30)) { _ in [] }
            default: break
            }
            try build(round)
            let healed = DiskStore(directory: directory)
            for (index, data) in entries.enumerated() {
                #expect(healed.data(for: digests[index]) == data, "round \(round)")
                #expect(healed.record(for: keys[index]) == data, "round \(round)")
            }
            #expect(healed.statistics.bad == 0)
        }
        // Two of five mutations hit bytes, and nearly all of those are noticed.
        #expect(losses > 50)
    }
}
