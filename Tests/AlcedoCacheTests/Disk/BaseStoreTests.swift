import AlcedoBase
import AlcedoCache
import Foundation
import Testing

@Suite struct BaseStoreTests {
    private let key = CacheKey(domain: "test") { $0.write("one") }

    @Test func whatTheStoreDoesNotHaveComesFromItsBase() throws {
        let folder = try TemporaryFolder()
        let base = DiskStore(directory: folder.path + "/base")
        let data = Data("bytes that were there before".utf8)
        let digest = try base.store(data)
        try base.setRecord(Data("record".utf8), for: key)

        let store = DiskStore(directory: folder.path + "/store", readingAlso: base)
        #expect(store.contains(digest, bytes: data.count))
        #expect(!store.contains(digest, bytes: data.count + 1))
        #expect(store.data(for: digest) == data)
        #expect(store.record(for: key) == Data("record".utf8))
        #expect(try store.copy(digest, to: folder.path + "/copy"))
        #expect(try FileSystem.read(folder.path + "/copy") == data)
    }

    @Test func nothingIsStoredInTheBase() throws {
        let folder = try TemporaryFolder()
        let base = DiskStore(directory: folder.path + "/base")
        try base.setRecord(Data("old".utf8), for: key)
        let store = DiskStore(directory: folder.path + "/store", readingAlso: base)
        let digest = try store.store(Data("new bytes".utf8))
        try store.setRecord(Data("new".utf8), for: key)
        #expect(!base.contains(digest))
        #expect(base.record(for: key) == Data("old".utf8))
        #expect(store.record(for: key) == Data("new".utf8))
    }

    @Test func anObstacleIsFoundWithoutWritingAnything() throws {
        let folder = try TemporaryFolder()
        let free = DiskStore(directory: folder.path + "/free/cache")
        #expect(free.obstacle() == nil)
        #expect(try FileSystem.entries(ofDirectory: folder.path).isEmpty)
        let file = folder.path + "/file"
        try FileSystem.writeAtomically(Data("x".utf8), to: file)
        #expect(DiskStore(directory: file).obstacle() == .inTheWay(path: file))
        #expect(DiskStore(directory: file + "/cache").obstacle() == .inTheWay(path: file))
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
        #expect(DiskStore(directory: link).obstacle() == .inTheWay(path: link))
        #expect(DiskStore(directory: link + "/cache").obstacle() == .inTheWay(path: link))
    }

    @Test func aReadOnlyDiskIsAnObstacle() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/disk"
        guard let disk = try SmallDisk(path) else { return }
        let store = DiskStore(directory: path + "/cache")
        try store.prepare()
        #expect(store.obstacle() == nil)
        try disk.makeReadOnly()
        // EROFS
        guard case .refused(let error) = try #require(store.obstacle()) else {
            Issue.record("it is not in the way of itself")
            return
        }
        #expect(error.number == 30)
    }
}
