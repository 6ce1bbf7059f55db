import AlcedoBase
import AlcedoCache
import Foundation
import Testing

@Suite struct LayoutTests {
    let folder: TemporaryFolder
    let store: DiskStore
    let key = CacheKey(domain: "test") { $0.write("a") }

    init() throws {
        folder = try TemporaryFolder()
        store = DiskStore(directory: folder("deep/cache"))
    }

    @Test func lookingCreatesNothing() throws {
        let digest = ContentDigest(hashing: "nothing")
        #expect(store.data(for: digest) == nil)
        #expect(!store.contains(digest, bytes: 0))
        #expect(store.record(for: key) == nil)
        #expect(store.loadState(named: "a") == nil)
        #expect(try !store.copy(digest, to: folder("copy")))
        try store.removeState(named: "a")
        #expect(try store.usage().map(\.entries) == [0, 0, 0])
        try store.clear()
        #expect(try folder.tree().isEmpty)
        #expect(store.statistics.misses == 3)
    }

    @Test func backupsAndGitPassTheCacheOver() throws {
        try store.setRecord(Data(), for: key)
        // The first 43 bytes that the specification demands (bford.info/cachedir).
        let tag = try folder.bytes("deep/cache/CACHEDIR.TAG")
        #expect(tag.prefix(43) == Data("Signature: 8a477f597d28d172789f06886806bc55".utf8))
        #expect(try folder.bytes("deep/cache/.gitignore") == Data("*\n".utf8))
    }

    @Test func changedMarkersStayAsTheyAre() throws {
        try folder.put("mine\n", "deep/cache/.gitignore")
        try store.setRecord(Data(), for: key)
        #expect(try folder.bytes("deep/cache/.gitignore") == Data("mine\n".utf8))
        try store.clear()
        #expect(try folder.tree("deep/cache") == [".gitignore"])
    }

    @Test func aCacheThatIsDeletedBetweenTwoStoresIsMadeAgain() throws {
        for text in ["a", "b", "c"] {
            let digest = try store.store(Data(text.utf8))
            try store.setRecord(Data(text.utf8), for: key)
            try store.storeState(Data(text.utf8), named: "s")
            #expect(store.data(for: digest) == Data(text.utf8))
            #expect(folder.exists("deep/cache/CACHEDIR.TAG"))
            try FileManager.default.removeItem(atPath: folder("deep"))
            #expect(store.data(for: digest) == nil)
        }
    }

    @Test func clearingRemovesEverythingThatTheCacheMade() throws {
        try fill()
        try store.clear()
        #expect(try folder.tree() == ["deep"])
    }

    @Test func clearingCanKeepWhatBuildsRemember() throws {
        try fill()
        try store.clear(keepingState: true)
        #expect(try folder.files("deep/cache") == [".gitignore", "CACHEDIR.TAG", "v1/state/build-1"])
        #expect(store.loadState(named: "build-1") == Data("s".utf8))
        // The store continues without the directories.
        try store.store(Data("again".utf8))
    }

    @Test func clearingLeavesWhatTheCacheDidNotMake() throws {
        try fill()
        let digest = try store.store(Data("kept".utf8)).hex
        let foreign = [
            "notes.txt", "v2/file", "v1/notes.txt", "v1/blobs/notes.txt", "v1/blobs/ab/notes.txt",
            "v1/records/x",
            "v1/blobs/zz/\(digest)", "v1/tmp/mine", "v1/blobs/abc/file", "v1/state/a.txt",
        ]
        for name in foreign { try folder.put("mine", "deep/cache/" + name) }
        try FileManager.default.createSymbolicLink(
            atPath: folder("deep/cache/v1/blobs/ff"), withDestinationPath: folder("deep/cache/v2"))
        try store.clear()
        let left = try folder.files("deep/cache").filter { ![".gitignore", "CACHEDIR.TAG"].contains($0) }
        #expect(left == foreign.sorted())
    }

    @Test func aFolderThatOthersUseIsNotHiddenFromGitAndBackups() throws {
        try folder.put("mine", "deep/cache/photo.jpg")
        try store.setRecord(Data(), for: key)
        #expect(
            try folder.files("deep/cache").filter { !$0.contains("records/") }
                == ["photo.jpg", "v1/.gitignore", "v1/CACHEDIR.TAG"])
        try store.storeState(Data("s".utf8), named: "build-1")
        try store.clear(keepingState: true)
        #expect(
            try folder.files("deep/cache")
                == ["photo.jpg", "v1/.gitignore", "v1/CACHEDIR.TAG", "v1/state/build-1"])
        try store.clear()
        #expect(try folder.tree("deep/cache") == ["photo.jpg"])
        #expect(try folder.bytes("deep/cache/photo.jpg") == Data("mine".utf8))
    }

    @Test func aCacheThatWasRestoredWithoutItsMarkersGetsThemAgain() throws {
        try fill()
        for name in ["CACHEDIR.TAG", ".gitignore"] {
            try FileManager.default.removeItem(atPath: folder("deep/cache/" + name))
        }
        // A killed build may leave such a file; it does not make the folder foreign.
        try folder.put("", "deep/cache/" + FileSystem.temporaryName())
        try DiskStore(directory: folder("deep/cache")).store(Data("new".utf8))
        #expect(folder.exists("deep/cache/CACHEDIR.TAG"))
        #expect(folder.exists("deep/cache/.gitignore"))
        try store.clear()
        #expect(try folder.tree() == ["deep"])
    }

    @Test func markersChangedByAByteStay() throws {
        try fill()
        try folder.put("*/", "deep/cache/.gitignore")
        try store.clear()
        #expect(try folder.tree("deep/cache") == [".gitignore"])
    }

    @Test func removingDeletesOneEntry() throws {
        let (first, second) = (try store.store(Data("a".utf8)), try store.store(Data("b".utf8)))
        try store.setRecord(Data("r".utf8), for: key)
        try store.remove(first)
        try store.remove(first)
        #expect(store.data(for: first) == nil)
        #expect(store.data(for: second) == Data("b".utf8))
        try store.removeRecord(for: key)
        try store.removeRecord(for: key)
        #expect(store.record(for: key) == nil)
        #expect(store.statistics.bad == 0)
    }

    @Test func whatKilledBuildsLeftIsCounted() throws {
        try store.store(Data(count: 100))
        #expect(try store.usage().count == 3)
        try folder.put("half", "deep/cache/v1/tmp/" + FileSystem.temporaryName())
        let usage = try #require(try store.usage().last)
        #expect(usage == CacheUsage(kind: "unfinished files", entries: 1, bytes: 4))
    }

    @Test func usageCountsFilesAndTheirLengths() throws {
        try store.store(Data(count: 100))
        try store.store(Data(count: 11))
        try store.storeState(Data(count: 5), named: "s")
        let usage = try store.usage()
        #expect(usage.map(\.kind) == ["originals and variants", "records", "state"])
        #expect(usage.map(\.entries) == [2, 0, 1])
        #expect(usage[0].bytes == 111)
        #expect(usage[1].bytes == 0)
        #expect(usage[2].bytes == (try folder.bytes("deep/cache/v1/state/s").count))
    }

    private func fill() throws {
        for number in 0..<20 { try store.store(Data("\(number)".utf8)) }
        for number in 0..<20 { try store.setRecord(Data(), for: CacheKey(domain: "n") { $0.write(number) }) }
        try store.storeState(Data("s".utf8), named: "build-1")
        try folder.put("half", "deep/cache/v1/tmp/" + FileSystem.temporaryName())
    }
}
