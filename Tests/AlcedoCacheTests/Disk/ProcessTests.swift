import AlcedoBase
import AlcedoCache
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

#if compiler(>=6.2)
    /// Several processes on one directory, some of which are killed at work.
    @Suite struct ProcessTests {
        // The processes only know the identity of the test that starts them.
        private static func directory(_ name: String, of process: pid_t) -> String {
            NSTemporaryDirectory() + "/alcedo-\(name)-\(process)"
        }

        private static let entries = (0..<16).map { Data(repeating: UInt8($0), count: 1 + $0 * 4097) }

        private static func key(_ data: Data) -> CacheKey {
            CacheKey(domain: "processes") { $0.write(data) }
        }

        /// Stores, reads and deletes at random.
        private static func work(_ store: DiskStore, rounds: Int) throws {
            var random = SystemRandomNumberGenerator()
            for _ in 0..<rounds {
                let data = entries[Int.random(in: 0..<entries.count, using: &random)]
                let digest = ContentDigest(hashing: data)
                switch Int.random(in: 0..<8, using: &random) {
                case 0..<3:
                    try store.store(data, digest: digest)
                    try store.setRecord(data, for: key(data))
                    try store.storeState(data, named: "last")
                case 3: try store.remove(digest)
                case 4: try store.removeRecord(for: key(data))
                default:
                    if let found = store.data(for: digest) { #expect(found == data) }
                    if let found = store.record(for: key(data)) { #expect(found == data) }
                    if let found = store.loadState(named: "last") { #expect(entries.contains(found)) }
                }
            }
            #expect(store.statistics.bad == 0)
        }

        @Test func processesShareADirectoryWithoutEverReadingAPart() async throws {
            let directory = Self.directory("shared", of: getpid())
            defer { clean(directory) }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        await #expect(processExitsWith: .success) {
                            try ProcessTests.work(
                                DiskStore(directory: ProcessTests.directory("shared", of: getppid())),
                                rounds: 400)
                        }
                    }
                }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory + "/v1/tmp").isEmpty)
            try check(directory)
        }

        @Test func aProcessThatIsKilledLeavesNoPartOfAnEntryAndNoLock() async throws {
            let directory = Self.directory("killed", of: getpid())
            defer { clean(directory) }
            for _ in 0..<6 {
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    let store = DiskStore(directory: ProcessTests.directory("killed", of: getppid()))
                    Thread.detachNewThread {
                        while store.statistics.stored < 20 { usleep(100) }
                        kill(getpid(), SIGKILL)
                    }
                    while true { try ProcessTests.work(store, rounds: 100) }
                }
                try check(directory)
            }
            try DiskStore(directory: directory).clear()
            #expect(try FileSystem.status(of: directory) == nil)
        }

        /// Every entry matches its name, and the cache is usable.
        private func check(_ directory: String) throws {
            let store = DiskStore(directory: directory)
            let blobs = directory + "/v1/blobs"
            for shard in try FileSystem.entries(ofDirectory: blobs) {
                for entry in try FileSystem.entries(ofDirectory: blobs + "/" + shard.name) {
                    let data = try FileSystem.read("\(blobs)/\(shard.name)/\(entry.name)")
                    #expect(ContentDigest(hashing: data).hex == entry.name)
                }
            }
            for data in Self.entries {
                #expect(store.data(for: try store.store(data)) == data)
                try store.setRecord(data, for: Self.key(data))
                #expect(store.record(for: Self.key(data)) == data)
            }
            try store.storeState(Self.entries[0], named: "last")
            #expect(store.loadState(named: "last") == Self.entries[0])
            #expect(store.statistics.bad == 0)
        }

        private func clean(_ directory: String) {
            // Files that cannot be removed are left to the system's own cleaning.
            try? FileManager.default.removeItem(atPath: directory)
        }
    }
#endif
