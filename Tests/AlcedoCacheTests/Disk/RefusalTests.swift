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

@Suite struct RefusalTests {
    let folder: TemporaryFolder
    let key = CacheKey(domain: "test") { $0.write("a") }

    init() throws {
        folder = try TemporaryFolder()
    }

    // Permissions do not stop the superuser; these refusals do.
    @Test func aDirectoryThatCannotBeMadeIsATypedError() throws {
        try folder.put("file", "file")
        for directory in [folder("file"), folder("file/below"), folder(String(repeating: "x", count: 300))] {
            let store = DiskStore(directory: directory)
            #expect(throws: CacheError.self) { try store.store(Data("a".utf8)) }
            #expect(throws: CacheError.self) { try store.setRecord(Data(), for: key) }
            #expect(throws: CacheError.self) { try store.storeState(Data(), named: "s") }
            #expect(store.data(for: ContentDigest(hashing: "a")) == nil)
            #expect(store.record(for: key) == nil)
            #expect(store.loadState(named: "s") == nil)
            #expect(store.statistics.stored == 0)
        }
        #expect(try folder.tree() == ["file"])
        #expect(try folder.bytes("file") == Data("file".utf8))
    }

    @Test(arguments: ["v1", "v1/tmp", "v1/blobs"]) func somethingInTheWayIsNamedAndLeft(_ name: String) throws
    {
        try folder.put("mine", "cache/" + name)
        let error = #expect(throws: CacheError.self) {
            try DiskStore(directory: folder("cache")).store(Data("a".utf8))
        }
        #expect(error == .inTheWay(path: folder("cache/" + name)))
        #expect(error?.description == "\(folder("cache/" + name)) is in the way of the cache; remove it")
        #expect(try folder.bytes("cache/" + name) == Data("mine".utf8))
        #expect(try folder.files("cache").filter { $0.hasPrefix("v1/tmp/") }.isEmpty)
    }

    @Test func aFullDiskLeavesNoPartOfAnEntry() throws {
        // Without permission to mount, a file that refuses all writes represents the disk.
        try folder.put("", "disk")
        let disk = try SmallDisk(folder("mount"))
        let place = disk == nil ? folder("disk") : folder("mount")
        let store = DiskStore(directory: place + "/cache")
        let small = Data("small".utf8)
        let large = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        if disk != nil {
            try store.store(small)
            try store.setRecord(small, for: key)
            try store.storeState(small, named: "s")
        }
        for _ in 0..<3 {
            let error = #expect(throws: CacheError.self) { try store.store(large) }
            if disk != nil, case .refused(let reason) = error { #expect(reason.error.code == ENOSPC) }
            #expect(throws: CacheError.self) { try store.setRecord(large, for: key) }
            #expect(throws: CacheError.self) { try store.storeState(large, named: "s") }
        }
        #expect(store.data(for: ContentDigest(hashing: large)) == nil)
        guard disk != nil else { return }
        // Existing entries are still there.
        #expect(store.data(for: ContentDigest(hashing: small)) == small)
        #expect(store.record(for: key) == small)
        #expect(store.loadState(named: "s") == small)
        #expect(try folder.tree("mount/cache/v1/tmp").isEmpty)
        #expect(try folder.files("mount/cache/v1/blobs").count == 1)
        #expect(store.statistics.bad == 0)
    }

    @Test func aDiskThatHasBecomeReadOnlyStillServes() throws {
        guard let disk = try SmallDisk(folder("mount")) else {
            // Without a mount, there is no such disk; refusal is tested above.
            let store = DiskStore(directory: "/dev/null/cache")
            #expect(throws: CacheError.self) { try store.store(Data("a".utf8)) }
            return
        }
        let store = DiskStore(directory: folder("mount/cache"))
        let (digest, damaged) = (try store.store(Data("a".utf8)), try store.store(Data("b".utf8)))
        try Rot.flippedBit.happen(to: folder("mount/cache/v1/blobs/\(damaged.hex.prefix(2))/\(damaged.hex)"))
        try disk.makeReadOnly()
        #expect(store.data(for: digest) == Data("a".utf8))
        #expect(try store.store(Data("a".utf8)) == digest)
        // It cannot be removed, but is not returned, either.
        #expect(store.data(for: damaged) == nil)
        #expect(store.data(for: damaged) == nil)
        #expect(throws: CacheError.self) { try store.store(Data("b".utf8)) }
        #expect(throws: CacheError.self) { try store.store(Data("c".utf8)) }
    }

    #if compiler(>=6.2)
        // Permissions do not stop the superuser, so this process temporarily becomes another user.
        @Test func aDirectoryWithoutPermissionStillServesAndRefusesToStore() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let key = CacheKey(domain: "test") { $0.write("a") }
                let isSuperUser = geteuid() == 0
                if isSuperUser { #expect(chown(folder.path, 65534, 65534) == 0 && seteuid(65534) == 0) }
                let store = DiskStore(directory: folder("cache"))
                let (kept, hidden) = (Data("kept".utf8), Data("hidden".utf8))
                let digests = (try store.store(kept), try store.store(hidden))
                try store.setRecord(kept, for: key)
                let directories = try folder.tree("cache").map { folder("cache/" + $0) }.filter {
                    try FileSystem.status(of: $0)?.kind == .directory
                }
                for path in directories + [folder("cache")] { #expect(chmod(path, 0o555) == 0) }
                let hex = digests.1.hex
                #expect(chmod(folder("cache/v1/blobs/\(hex.prefix(2))/\(hex)"), 0) == 0)
                let before = try folder.tree()

                #expect(store.data(for: digests.0) == kept)
                #expect(store.record(for: key) == kept)
                #expect(try store.store(kept) == digests.0)
                // It cannot be read, which does not make it damaged.
                #expect(store.data(for: digests.1) == nil)
                #expect(store.statistics.bad == 0)
                for body: () throws -> Void in [
                    { try store.store(hidden) }, { try store.store(Data("new".utf8)) },
                    { try store.setRecord(hidden, for: key) }, { try store.storeState(kept, named: "s") },
                    { try DiskStore(directory: folder("cache")).store(Data("new".utf8)) },
                ] {
                    let error = #expect(throws: CacheError.self) { try body() }
                    guard case .refused(let reason) = error else {
                        Issue.record("\(String(describing: error))")
                        continue
                    }
                    #expect(reason.number == EACCES)
                }
                #expect(throws: FileSystemError.self) { try store.clear() }
                #expect(try folder.tree() == before)
                #expect(store.record(for: key) == kept)
                for path in directories + [folder("cache")] { #expect(chmod(path, 0o755) == 0) }
                if isSuperUser { #expect(seteuid(0) == 0) }
            }
        }

        // A limit on the length of files makes the system accept a part of a write, like a disk that fills up,
        // also where nothing can be mounted.
        @Test func aWriteThatEndsHalfwayLeavesNoPartOfAnEntry() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let key = CacheKey(domain: "test") { $0.write("a") }
                let store = DiskStore(directory: folder("cache"))
                let (small, large) = (Data("small".utf8), Data(repeating: 7, count: 300_000))
                let digest = try store.store(small)
                try store.setRecord(small, for: key)
                try store.storeState(small, named: "s")
                let before = try folder.files()
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
                #if canImport(Glibc)
                    let isSet = setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                #else
                    let isSet = setrlimit(RLIMIT_FSIZE, &limit)
                #endif
                #expect(isSet == 0)
                for body: () throws -> Void in [
                    { try store.store(large) }, { try store.setRecord(large, for: key) },
                    { try store.storeState(large, named: "s") },
                ] {
                    let error = #expect(throws: CacheError.self) { try body() }
                    guard case .refused(let reason) = error else {
                        Issue.record("\(String(describing: error))")
                        continue
                    }
                    #expect(reason.number == EFBIG)
                }
                #expect(try folder.files() == before)
                #expect(store.data(for: digest) == small)
                #expect(store.record(for: key) == small)
                #expect(store.loadState(named: "s") == small)
                #expect(store.data(for: ContentDigest(hashing: large)) == nil)
                #expect(store.statistics.bad == 0)
            }
        }
    #endif
}
