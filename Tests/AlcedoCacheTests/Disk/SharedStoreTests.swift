import AlcedoBase
import AlcedoCache
import Foundation
import Testing

/// Several stores on one directory in several threads, as in several processes.
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

    // The cache is cleared while it is in use: entries may be lost, but no store fails and nothing wrong is ever read.
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
                let digest = try store.store(data)
                if let read = store.data(for: digest), read != data { problems.note("wrong bytes") }
                try store.setRecord(data, for: CacheKey(domain: "c") { $0.write(digest) })
            }
        }
        #expect(problems.all == [])
        let store = DiskStore(directory: folder("cache"))
        for data in Self.entries { #expect(store.data(for: try store.store(data)) == data) }
    }

    // The holder of the lock here represents another process: `flock` locks open files, not processes.
    @Test func clearingWaitsForWritersAndWritersForClearing() throws {
        let store = DiskStore(directory: folder("cache"))
        let data = Data("a".utf8)
        let digest = try store.store(data)
        var writer = try FileLock(folder("cache"), .shared, waits: false)
        #expect(writer != nil)
        // Others may write and read meanwhile.
        try store.store(Data("b".utf8))
        let clearing = Work { try DiskStore(directory: store.directory).clear() }
        #expect(!clearing.isDone(within: 0.2))
        #expect(store.data(for: digest) == data)
        writer = nil
        #expect(clearing.isDone(within: 3600))
        #expect(try folder.tree().isEmpty)

        try store.store(data)
        var clearer = try FileLock(folder("cache"), .exclusive, waits: false)
        #expect(clearer != nil)
        // Reading does not wait.
        #expect(store.data(for: digest) == data)
        let storing = Work { try DiskStore(directory: store.directory).store(Data("c".utf8)) }
        #expect(!storing.isDone(within: 0.2))
        // The directory is removed while the writer waits for it.
        try FileManager.default.removeItem(atPath: folder("cache"))
        clearer = nil
        #expect(storing.isDone(within: 3600))
        #expect(store.data(for: ContentDigest(hashing: "c")) == Data("c".utf8))
        #expect(folder.exists("cache/CACHEDIR.TAG"))
    }

    /// Runs `body` in that many threads at once and waits for all of them.
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

/// Problems, collected from several threads.
final class Problems: Sendable {
    // Every access is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var problems: Set<String> = []

    var all: [String] { lock.withLock { problems.sorted() } }

    func note(_ problem: String) {
        lock.withLock { _ = problems.insert(problem) }
    }
}

/// Work in a separate thread.
final class Work: Sendable {
    private let end = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws -> Void) {
        Thread.detachNewThread { [end] in
            do {
                try body()
                end.signal()
            } catch {
                Issue.record(error)
            }
        }
    }

    func isDone(within seconds: Double) -> Bool {
        end.wait(timeout: .now() + seconds) == .success
    }
}
