import Foundation
import Testing

@testable import AlcedoBase
@testable import AlcedoCache

/// A cache that was made elsewhere, to harm.
@Suite struct ForeignCacheTests {
    let folder: TemporaryFolder
    let store: DiskStore
    let key = CacheKey(domain: "test") { $0.write("a") }

    init() throws {
        folder = try TemporaryFolder()
        store = DiskStore(directory: folder("cache"))
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder(name), withDestinationPath: folder(target))
    }

    @Test(arguments: ["", "/blobs", "/records", "/state", "/tmp"])
    func aLinkInPlaceOfAFolderLeadsNoWriteOut(_ name: String) throws {
        let blob = try store.store(Data("blob".utf8))
        try store.setRecord(Data("record".utf8), for: key)
        try store.storeState(Data("state".utf8), named: "s")
        // The same tree elsewhere, with files of others.
        try FileManager.default.moveItem(atPath: folder("cache/v1" + name), toPath: folder("outside"))
        try link("cache/v1" + name, to: "outside")
        let before = try folder.files("outside")
        let other = DiskStore(directory: folder("cache"))
        _ = try other.verify()
        _ = try other.usage()
        _ = try other.trim(CacheLimits(maxSize: 0, maxAge: 0), unused: true) { _ in [] }
        try other.store(Data("more".utf8))
        try other.setRecord(Data("more".utf8), for: key)
        try other.storeState(Data("more".utf8), named: "s")
        try other.clear()
        #expect(try folder.files("outside") == before)
        #expect(!folder.exists("cache"))
        _ = blob
    }

    @Test func aLinkInPlaceOfAShardLeadsNoWriteOut() throws {
        let data = Data("blob".utf8)
        try store.prepare()
        let shard = String(ContentDigest(hashing: data).hex.prefix(2))
        try folder.put("x", "outside/x")
        try FileManager.default.createDirectory(
            atPath: folder("cache/v1/blobs"), withIntermediateDirectories: true)
        try link("cache/v1/blobs/" + shard, to: "outside")
        try store.store(data)
        #expect(try folder.files("outside") == ["x"])
        #expect(store.data(for: ContentDigest(hashing: data)) == data)
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "0", "-1"])
    func anAnnouncementOfAnyTimeIsSurvived(_ text: String) throws {
        try store.store(Data("blob".utf8))
        try folder.put(text, "cache/v1/tmp/.alcedo-tmp-1-a-use")
        // Held, as by a build.
        let lock = try FileLock(folder("cache/v1/tmp/.alcedo-tmp-1-a-use"), .exclusive, waits: false)
        defer { withExtendedLifetime(lock) {} }
        _ = try store.trim(CacheLimits(maxSize: 0, maxAge: 0), unused: true) { _ in [] }
    }

    @Test func sizesThatCannotBeAddedUpAreSurvived() {
        let units = (0..<3).map { number in
            TrimUnit(
                records: (0..<2).map {
                    TrimUnit.File(
                        path: "\(number) \($0)",
                        status: FileStatus(
                            kind: .regular, size: .max - number, modified: 0, changed: 0, inode: 0))
                })
        }
        var round = TrimRound(units: units, limits: CacheLimits(maxSize: 1), unused: true, now: Date())
        #expect(round.bytes == .max)
        var count = 0
        while let unit = round.nextToLeave() {
            if count == 0 { round.keep(unit) }
            count += 1
        }
        #expect(count == 3)
    }
}
