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
    /// Builds and a trim loop in processes of their own, on one directory; one of the builds is killed now and then.
    @Suite struct SharedTrimTests {
        private static let entries = (0..<40).map { Data(repeating: UInt8($0), count: 1 + $0 * 977) }

        private static func directory(of process: pid_t) -> String {
            NSTemporaryDirectory() + "/alcedo-trimmed-\(process)"
        }

        /// A build relies on everything it found or stored, until it ends.
        private static func build(_ directory: String) throws {
            var random = SystemRandomNumberGenerator()
            let store = DiskStore(directory: directory)
            store.beginUse()
            store.announceUse()
            defer { store.endUse() }
            var reliedOn: Set<Data> = []
            for _ in 0..<12 {
                let data = entries[Int.random(in: 0..<entries.count, using: &random)]
                let digest = ContentDigest(hashing: data)
                if !store.contains(digest, bytes: data.count) { try store.store(data, digest: digest) }
                try store.setRecord(
                    data, for: CacheKey(domain: "t") { $0.write(digest) }, links: RecordLinks(blob: digest))
                reliedOn.insert(data)
                usleep(UInt32.random(in: 0...1000))
            }
            for data in reliedOn {
                let digest = ContentDigest(hashing: data)
                #expect(store.data(for: digest) == data)
                #expect(store.record(for: CacheKey(domain: "t") { $0.write(digest) }) == data)
            }
        }

        /// Adds entries that were last used two hours ago.
        private static func putOldOnes(_ directory: String) throws {
            var random = SystemRandomNumberGenerator()
            let data = entries[Int.random(in: 0..<entries.count, using: &random)]
            let hex = ContentDigest(hashing: data).hex
            let folder = directory + "/v1/blobs/" + hex.prefix(2)
            let aside = directory + "-" + hex
            try data.write(to: URL(fileURLWithPath: aside))
            // A whole second: one in a million fractions is rounded up to a whole one, which the system refuses.
            let date = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 - 7200).rounded())
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: aside)
            mkdir(folder, 0o777)
            // Fails if there is one already, which keeps its date.
            link(aside, folder + "/" + hex)
            unlink(aside)
        }

        @Test func aTrimNeverRemovesWhatABuildAtWorkHasFoundOrStored() async throws {
            let directory = Self.directory(of: getpid())
            defer { clean(directory) }
            try DiskStore(directory: directory).prepare()
            let isOver = Flag()
            let feeder = Thread {
                while !isOver.isSet {
                    do { try Self.putOldOnes(directory) } catch { Issue.record(error) }
                    usleep(1000)
                }
            }
            feeder.start()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        await #expect(processExitsWith: .success) {
                            for _ in 0..<60 {
                                try SharedTrimTests.build(SharedTrimTests.directory(of: getppid()))
                            }
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<4 {
                        await #expect(processExitsWith: .signal(SIGKILL)) {
                            Thread.detachNewThread {
                                usleep(UInt32.random(in: 20_000...80_000))
                                kill(getpid(), SIGKILL)
                            }
                            while true {
                                try SharedTrimTests.build(SharedTrimTests.directory(of: getppid()))
                            }
                        }
                    }
                }
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        let store = DiskStore(directory: SharedTrimTests.directory(of: getppid()))
                        var removed = 0
                        var rounds = 0
                        let end = ContinuousClock.now + .seconds(3600)
                        // During builds, everything may be in use; some of it is removed after they end.
                        while rounds < 300 || removed == 0 && ContinuousClock.now < end {
                            rounds += 1
                            // On a busy machine, the others take longer.
                            let trimming = try store.trim(
                                CacheLimits(maxSize: 0), unused: true, patience: 600
                            ) { _ in [] }
                            #expect(!trimming.gaveUp)
                            removed += trimming.removedEntries
                        }
                        #expect(removed > 0)
                    }
                }
            }
            isOver.set()
            while !feeder.isFinished { usleep(1000) }
            // Killed processes left nothing, and no process is running any more.
            let store = DiskStore(directory: directory)
            _ = try store.trim(CacheLimits(maxSize: 0), unused: true) { _ in [] }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory + "/v1/tmp").isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory + "/v1/blobs").isEmpty)
            #expect(try store.verify().faults == [])
        }

        private func clean(_ directory: String) {
            // Files that cannot be removed are left to the system's own cleaning.
            try? FileManager.default.removeItem(atPath: directory)
        }
    }

    private final class Flag: Sendable {
        // Every access is inside the lock.
        private let lock = NSLock()
        nonisolated(unsafe) private var value = false

        var isSet: Bool { lock.withLock { value } }

        func set() { lock.withLock { value = true } }
    }
#endif
