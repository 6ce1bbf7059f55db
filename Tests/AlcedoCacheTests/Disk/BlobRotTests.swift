import AlcedoBase
import AlcedoCache
import Foundation
import Testing

@Suite struct BlobRotTests {
    let folder: TemporaryFolder
    let store: DiskStore
    // `printf 'kingfisher' | sha256sum`
    let bytes = Data("kingfisher".utf8)
    let name = "5050945cdfa28646d140e7765f89567ad52f8f3585c37effbab5ad575da8d012"

    init() throws {
        folder = try TemporaryFolder()
        store = DiskStore(directory: folder("cache"))
    }

    func path(_ digest: ContentDigest) -> String {
        folder("cache/v1/blobs/\(digest.hex.prefix(2))/\(digest.hex)")
    }

    @Test func anEntryStandsUnderTheDigestOfItsBytesAndCannotBeEdited() throws {
        let digest = try store.store(bytes)
        #expect(digest.hex == name)
        #expect(try folder.bytes("cache/v1/blobs/\(name.prefix(2))/\(name)") == bytes)
        #expect(store.data(for: digest) == bytes)
        let attributes = try FileManager.default.attributesOfItem(atPath: path(digest))
        #expect(attributes[.posixPermissions] as? Int == 0o444)
        #expect(try folder.tree("cache/v1/tmp").isEmpty)
    }

    @Test(arguments: Rot.allCases) func aDamagedEntryIsNeverServedAndGoes(_ rot: Rot) throws {
        let digest = try store.store(bytes)
        try rot.happen(to: path(digest))
        #expect(store.data(for: digest) == nil)
        #expect(store.statistics.misses == 1)
        #expect(store.statistics.hits == 0)
        #expect(store.statistics.bad == 1)
        #expect(!folder.exists("cache/v1/blobs/\(name.prefix(2))/\(name)"))
    }

    @Test(arguments: Rot.allCases) func aDamagedEntryIsNotOpenedAndGoes(_ rot: Rot) throws {
        let digest = try store.store(bytes)
        #expect(try store.file(for: digest, bytes: 10)?.readAll() == Array(bytes))
        #expect(store.statistics.hits == 1)
        try rot.happen(to: path(digest))
        #expect(store.file(for: digest, bytes: 10).map(\.path) == nil)
        #expect(store.statistics.misses == 1)
        #expect(store.statistics.bad == 1)
        #expect(!folder.exists("cache/v1/blobs/\(name.prefix(2))/\(name)"))
    }

    @Test(arguments: Rot.allCases) func theNextStoreRepairsAnUnreadDamagedEntry(_ rot: Rot) throws {
        let digest = try store.store(bytes)
        try rot.happen(to: path(digest))
        try DiskStore(directory: folder("cache")).store(bytes)
        #expect(store.data(for: digest) == bytes)
        #expect(store.contains(digest, bytes: 10))
        let status = try FileSystem.status(of: path(digest))
        #expect(status?.kind == .regular)
    }

    @Test(arguments: Rot.allCases) func aDamagedEntryIsNotCopied(_ rot: Rot) throws {
        let digest = try store.store(bytes)
        try rot.happen(to: path(digest))
        try folder.put("old", "out/file")
        #expect(try !store.copy(digest, to: folder("out/file")))
        #expect(try folder.bytes("out/file") == Data("old".utf8))
        #expect(try folder.tree("out") == ["file"])
    }

    @Test func twoEntriesThatChangedPlacesAreBothRefused() throws {
        let other = Data("bee-eater".utf8)
        let (first, second) = (try store.store(bytes), try store.store(other))
        let manager = FileManager.default
        try manager.moveItem(atPath: path(first), toPath: folder("aside"))
        try manager.moveItem(atPath: path(second), toPath: path(first))
        try manager.moveItem(atPath: folder("aside"), toPath: path(second))
        #expect(store.data(for: first) == nil)
        #expect(store.data(for: second) == nil)
        #expect(store.statistics.bad == 2)
        try store.store(bytes)
        try store.store(other)
        #expect(store.data(for: first) == bytes)
        #expect(store.data(for: second) == other)
    }

    @Test func whatALinkLeadsToIsNotTouched() throws {
        let digest = try store.store(bytes)
        try Rot.linkToOther.happen(to: path(digest))
        #expect(store.data(for: digest) == nil)
        try store.store(bytes)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: path(digest) + "-target"))
                == Data("something else".utf8))
    }

    @Test func aGoodEntryIsNotWrittenAgain() throws {
        let digest = try store.store(bytes)
        let before = try FileSystem.status(of: path(digest))
        try store.store(bytes)
        try DiskStore(directory: folder("cache")).store(bytes, digest: digest)
        #expect(try FileSystem.status(of: path(digest)) == before)
        #expect(store.statistics.stored == 1)
        #expect(store.statistics.storedBytes == 10)
    }

    @Test func containsKnowsKindAndLengthButNotBytes() throws {
        let digest = try store.store(bytes)
        #expect(store.contains(digest, bytes: 10))
        #expect(!store.contains(digest, bytes: 9))
        #expect(store.contains(digest))
        try Rot.zeroed.happen(to: path(digest))
        #expect(store.contains(digest, bytes: 10))
        try Rot.pipe.happen(to: path(digest))
        #expect(!store.contains(digest, bytes: 10))
        #expect(!store.contains(digest))
    }

    @Test func emptyAndLargeEntriesComeBack() throws {
        // `printf '' | sha256sum`
        let empty = try store.store(Data())
        #expect(empty.hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(store.data(for: empty) == Data())
        // `head -c 3000000 /dev/zero | sha256sum`
        let large = try store.store(Data(count: 3_000_000))
        #expect(large.hex == "35bce4eae54ec8e6cc2868baa8d157914d6ae2858811b4cc0c078c94460fa26f")
        #expect(store.data(for: large) == Data(count: 3_000_000))
    }

    @Test func entriesThatAreVerifiedInPiecesComeBackOrAreRefused() throws {
        // One byte more than is read before anything is known: `head -c 67108865 /dev/zero | sha256sum`.
        let digest = try store.store(Data(count: 67_108_865))
        #expect(digest.hex == "91990977345985aaf03af1358f4f989d7eaf985b58529efb72f613c588f6599a")
        #expect(store.data(for: digest)?.count == 67_108_865)
        try Rot.extended.happen(to: path(digest))
        #expect(store.data(for: digest) == nil)
        #expect(store.statistics.bad == 1)
        #expect(try folder.files("cache/v1/blobs").isEmpty)
    }

    @Test(arguments: [Rot.cutShort, .extended, .hugeAndEmpty, .emptied])
    func anotherLengthThanIsKnownIsDamage(_ rot: Rot) throws {
        let digest = try store.store(bytes)
        #expect(store.data(for: digest, bytes: 10) == bytes)
        #expect(try store.copy(digest, bytes: 10, to: folder("copy")))
        try rot.happen(to: path(digest))
        #expect(!store.contains(digest, bytes: 10))
        #expect(store.data(for: digest, bytes: 10) == nil)
        try store.store(bytes)
        try rot.happen(to: path(digest))
        #expect(try !store.copy(digest, bytes: 10, to: folder("copy")))
        #expect(store.statistics.bad == 2)
        #expect(!store.contains(digest))
        #expect(try folder.bytes("copy") == bytes)
    }

    @Test func aCopyIsItsOwnFile() throws {
        let digest = try store.store(bytes)
        try folder.put("old", "out/file")
        #expect(try store.copy(digest, to: folder("out/file")))
        try Data("edited".utf8).write(to: URL(fileURLWithPath: folder("out/file")))
        #expect(store.data(for: digest) == bytes)
        #expect(throws: FileSystemError.self) { try store.copy(digest, to: folder("none/file")) }
    }
}
