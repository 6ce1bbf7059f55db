import AlcedoBase
import AlcedoCache
import Foundation
import Testing

/// Several store objects on one directory in several threads, as several processes would use it.
@Suite struct SharedStoreTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    static let entries = (0..<24).map { number in
        Data(repeating: UInt8(number), count: 1 + number * 977)
    }

    @Test func readersNeverSeeAnythingButWholeEntries() throws {
        let digests = Self.entries.map { ContentDigest(hashing: $0) }
        let problems = Problems()
        try threads(8) { number in
            let store = DiskStore(directory: folder("cache"))
            var random = SeededGenerator(seed: UInt64(number))
            for _ in 0..<250 {
                let index = Int.random(in: 0..<Self.entries.count, using: &random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<4: try store.store(Self.entries[index])
                case 4..<9:
                    let data = store.data(for: digests[index])
                    if let data, data != Self.entries[index] { problems.note("entry \(index) is wrong") }
                default:
                    let path = folder("cache/v1/blobs/\(digests[index].hex.prefix(2))/\(digests[index].hex)")
                    try FileSystem.removeFile(at: path)
                }
            }
            if store.statistics.bad > 0 { problems.note("an entry looked damaged") }
        }
        #expect(problems.all == [])
        #expect(try folder.tree("cache/v1/tmp").isEmpty)
    }

    @Test func recordsOfOneKeyAreAlwaysOneOfThoseThatWereWritten() throws {
        let key = CacheKey(domain: "shared") { $0.write("one") }
        let problems = Problems()
        try threads(6) { number in
            let store = DiskStore(directory: folder("cache"))
            for _ in 0..<200 {
                try store.setRecord(Self.entries[number], for: key)
                try store.storeState(Self.entries[number], named: "s")
                guard let record = store.record(for: key), let state = store.loadState(named: "s") else {
                    problems.note("nothing is there")
                    continue
                }
                if !Self.entries.prefix(6).contains(record) { problems.note("another record") }
                if !Self.entries.prefix(6).contains(state) { problems.note("another state") }
            }
            if store.statistics.bad > 0 { problems.note("a record looked damaged") }
        }
        #expect(problems.all == [])
    }

    // Somebody clears while others work: entries may be lost, and a store may have to give up, but nothing wrong is
    // ever read and the cache is of use afterwards.
    @Test func clearingWhileOthersWorkLosesEntriesAndNothingElse() throws {
        let problems = Problems()
        try threads(5) { number in
            let store = DiskStore(directory: folder("cache"))
            for round in 0..<120 {
                if number == 0 {
                    try store.clear(keepingState: round % 2 == 0)
                    continue
                }
                let data = Self.entries[(number * 31 + round) % Self.entries.count]
                do {
                    let digest = try store.store(data)
                    if let read = store.data(for: digest), read != data { problems.note("wrong bytes") }
                    try store.setRecord(data, for: CacheKey(domain: "c") { $0.write(digest) })
                } catch CacheError.refused(let error) where error.isMissing {
                    continue
                }
            }
        }
        #expect(problems.all == [])
        let store = DiskStore(directory: folder("cache"))
        for data in Self.entries { #expect(store.data(for: try store.store(data)) == data) }
    }

    /// Runs `body` in so many threads at once and waits for all of them.
    private func threads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
        let problems = Problems()
        DispatchQueue.concurrentPerform(iterations: count) { number in
            do {
                try body(number)
            } catch {
                problems.note("thread \(number): \(error)")
            }
        }
        #expect(problems.all == [])
    }
}

/// What went wrong, from several threads.
final class Problems: Sendable {
    // Every access is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var problems: Set<String> = []

    var all: [String] { lock.withLock { problems.sorted() } }

    func note(_ problem: String) {
        lock.withLock { _ = problems.insert(problem) }
    }
}
