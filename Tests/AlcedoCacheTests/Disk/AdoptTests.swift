import AlcedoBase
import AlcedoCache
import Foundation
import Testing

/// Files that another process wrote to the folder for temporary files, and that become entries.
@Suite struct AdoptTests {
    private func handOver(_ data: Data, _ store: DiskStore, _ name: String = ".alcedo-tmp-1-x-0") throws
        -> String
    {
        try store.prepare()
        let path = store.temporaryDirectory + "/" + name
        try FileSystem.write(data, toNewFile: path, permissions: 0o444)
        return path
    }

    @Test func theFileBecomesTheEntry() throws {
        let folder = try TemporaryFolder()
        let store = DiskStore(directory: folder.path + "/cache")
        let data = Data("an encoded picture".utf8)
        let digest = ContentDigest(hashing: data)
        let path = try handOver(data, store)
        try store.adopt(path, digest: digest, bytes: data.count)
        #expect(store.data(for: digest) == data)
        #expect(try FileSystem.status(of: path) == nil)
        #expect(store.statistics.stored == 1)
        let entry = folder.path + "/cache/v1/blobs/\(digest.hex.prefix(2))/\(digest.hex)"
        let mode = try FileManager.default.attributesOfItem(atPath: entry)[.posixPermissions] as? Int
        #expect(mode == 0o444)
    }

    @Test func anExistingEntryStaysAndTheFileIsRemoved() throws {
        let folder = try TemporaryFolder()
        let store = DiskStore(directory: folder.path + "/cache")
        let data = Data("an encoded picture".utf8)
        let digest = try store.store(data)
        let path = try handOver(data, store)
        try store.adopt(path, digest: digest, bytes: data.count)
        #expect(store.data(for: digest) == data)
        #expect(try FileSystem.status(of: path) == nil)
        #expect(store.statistics.stored == 1)
    }

    @Test(arguments: ["same length.......", "shorter", ""]) func aDamagedEntryIsReplaced(_ damage: String)
        throws
    {
        let folder = try TemporaryFolder()
        let store = DiskStore(directory: folder.path + "/cache")
        let data = Data("an encoded picture".utf8)
        let digest = try store.store(data)
        let entry = folder.path + "/cache/v1/blobs/\(digest.hex.prefix(2))/\(digest.hex)"
        try FileManager.default.removeItem(atPath: entry)
        try Data(damage.utf8).write(to: URL(fileURLWithPath: entry))
        try store.adopt(try handOver(data, store), digest: digest, bytes: data.count)
        #expect(store.data(for: digest) == data)
    }

    @Test func aFolderUnderTheNameOfTheEntryIsReplaced() throws {
        let folder = try TemporaryFolder()
        let store = DiskStore(directory: folder.path + "/cache")
        let data = Data("an encoded picture".utf8)
        let digest = ContentDigest(hashing: data)
        let entry = folder.path + "/cache/v1/blobs/\(digest.hex.prefix(2))/\(digest.hex)"
        try FileManager.default.createDirectory(atPath: entry + "/inside", withIntermediateDirectories: true)
        try store.adopt(try handOver(data, store), digest: digest, bytes: data.count)
        #expect(store.data(for: digest) == data)
    }

    @Test func aFileThatIsGoneIsMissing() throws {
        let folder = try TemporaryFolder()
        let store = DiskStore(directory: folder.path + "/cache")
        let path = try handOver(Data("x".utf8), store)
        try store.clear()
        let digest = ContentDigest(hashing: "x")
        let error = #expect(throws: CacheError.self) { try store.adopt(path, digest: digest, bytes: 1) }
        #expect(error?.isMissing == true)
        #expect(!store.contains(digest))
    }

    @Test func aStoreThatIsOnlyReadTakesNothing() throws {
        let folder = try TemporaryFolder()
        let path = try handOver(Data("x".utf8), DiskStore(directory: folder.path + "/cache"))
        let store = DiskStore(directory: folder.path + "/cache", isReadOnly: true)
        #expect(throws: CacheError.self) {
            try store.adopt(path, digest: ContentDigest(hashing: "x"), bytes: 1)
        }
        #expect(try FileSystem.status(of: path) != nil)
    }
}
