import AlcedoBase
import AlcedoCache
import Foundation
import Testing

@Suite struct TrimTests {
    let folder: TemporaryFolder
    let store: DiskStore

    init() throws {
        folder = try TemporaryFolder()
        store = DiskStore(directory: folder("cache"))
    }

    /// A thousand bytes that no other number has.
    func blob(_ number: Int) -> Data { Data(repeating: UInt8(number), count: 1000) }

    func path(_ data: Data) -> String {
        let hex = ContentDigest(hashing: data).hex
        return folder("cache/v1/blobs/\(hex.prefix(2))/\(hex)")
    }

    func path(_ key: CacheKey) -> String {
        folder("cache/v1/records/\(key.digest.hex.prefix(2))/\(key.digest.hex)")
    }

    func key(_ name: String) -> CacheKey { CacheKey(domain: "trim") { $0.write(name) } }

    /// Makes a file look as if it was last used that many hours ago.
    func age(_ path: String, hours: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -hours * 3600)], ofItemAtPath: path)
    }

    /// Ten entries of 1,000 bytes; the first was used least recently.
    func fill() throws {
        for number in 0..<10 {
            try store.store(blob(number))
            try age(path(blob(number)), hours: Double(30 - number))
        }
    }

    /// The numbers of the entries that are there.
    var kept: [Int] { (0..<10).filter { store.contains(ContentDigest(hashing: blob($0))) } }

    @Test func belowTheLimitNothingGoes() throws {
        try fill()
        let trimming = try store.trim(CacheLimits(maxSize: 10_000)) { _ in [] }
        #expect(trimming.removedEntries == 0)
        #expect(trimming.keptEntries == 10)
        #expect(trimming.keptBytes == 10_000)
        #expect(!trimming.isAboveLimit)
        #expect(kept == Array(0..<10))
    }

    // 90 % of 7,500 are 6,750, so six entries may stay.
    @Test func aboveTheLimitTheLeastRecentlyUsedGoUntilNinetyPerCentAreLeft() throws {
        try fill()
        let trimming = try store.trim(CacheLimits(maxSize: 7_500)) { _ in [] }
        #expect(trimming.removedEntries == 4)
        #expect(trimming.removedBytes == 4_000)
        #expect(trimming.keptBytes == 6_000)
        #expect(kept == [4, 5, 6, 7, 8, 9])
    }

    @Test func whatTheLastBuildsUseStaysHoweverOldItIs() throws {
        try fill()
        let roots = Set([0, 1, 2].map { ContentDigest(hashing: blob($0)) })
        let trimming = try store.trim(CacheLimits(maxSize: 5_000, maxAge: 1)) { _ in roots }
        #expect(kept == [0, 1, 2])
        #expect(trimming.keptBytes == 3_000)
        let again = try store.trim(CacheLimits(maxSize: 2_000)) { _ in roots }
        #expect(again.removedEntries == 0)
        #expect(again.isAboveLimit)
    }

    // 30 to 21 hours old; older than 25.5 are the first five.
    @Test func whatWasNotUsedForLongerThanTheLimitGoes() throws {
        try fill()
        _ = try store.trim(CacheLimits(maxAge: 25.5 * 3600)) { _ in [] }
        #expect(kept == [5, 6, 7, 8, 9])
    }

    // 2400-01-01 is later than 64 bits of nanoseconds can say, and so is an age of a thousand years.
    @Test func extremeDatesAndAgesDoNotOverflow() throws {
        try fill()
        var times = [
            timespec(tv_sec: 13_569_465_600, tv_nsec: 0), timespec(tv_sec: 13_569_465_600, tv_nsec: 0),
        ]
        #expect(utimensat(AT_FDCWD, path(blob(0)), &times, 0) == 0)
        #expect(try store.trim(CacheLimits(maxAge: 1000 * 365 * 86_400)) { _ in [] }.removedEntries == 0)
        _ = try store.trim(CacheLimits(maxSize: 2_300)) { _ in [] }
        #expect(kept == [0, 9])
    }

    @Test func unusedTakesEverythingThatNothingProtects() throws {
        try fill()
        try store.store(Data("new".utf8))
        let roots: Set = [ContentDigest(hashing: blob(3))]
        let trimming = try store.trim(CacheLimits(), unused: true) { _ in roots }
        #expect(trimming.removedEntries == 10)
        #expect(trimming.removedBytes == 9_003)
        #expect(kept == [3])
        // Empty folders go as well.
        #expect(try folder.tree("cache/v1/blobs").count == 2)
    }

    @Test func readingIsUseAndIsWrittenDownOnceAnHour() throws {
        try fill()
        #expect(store.data(for: ContentDigest(hashing: blob(0))) != nil)
        #expect(store.contains(ContentDigest(hashing: blob(1))))
        #expect(try store.copy(ContentDigest(hashing: blob(2)), to: folder("copy")))
        try store.store(blob(3))
        _ = try store.trim(CacheLimits(maxSize: 5_000)) { _ in [] }
        #expect(kept == [0, 1, 2, 3])

        try age(path(blob(0)), hours: 0.9)
        let before = try FileSystem.status(of: path(blob(0)))
        #expect(store.data(for: ContentDigest(hashing: blob(0))) != nil)
        #expect(try FileSystem.status(of: path(blob(0))) == before)
        try age(path(blob(0)), hours: 1.1)
        #expect(store.data(for: ContentDigest(hashing: blob(0))) != nil)
        let now = Int(Date().timeIntervalSince1970)
        let after = try #require(try FileSystem.status(of: path(blob(0))))
        #expect(abs(after.modified / 1_000_000_000 - now) < 600)
    }

    @Test func aRecordGoesWithTheBytesThatItLeadsTo() throws {
        try fill()
        let (source, digest) = (ContentDigest(hashing: "source"), ContentDigest(hashing: blob(0)))
        try store.setRecord(Data("v".utf8), for: key("a"), links: RecordLinks(blob: digest, subject: source))
        try store.setRecord(Data("f".utf8), for: key("f"), links: RecordLinks(subject: source))
        try age(path(key("a")), hours: 40)
        try age(path(key("f")), hours: 40)
        // One lives by its source, one by both.
        _ = try store.trim(CacheLimits(), unused: true) { _ in [source] }
        #expect(store.record(for: key("a")) == nil)
        #expect(store.record(for: key("f")) == Data("f".utf8))
        #expect(kept == [])

        try store.store(blob(0))
        try store.setRecord(Data("v".utf8), for: key("a"), links: RecordLinks(blob: digest, subject: source))
        _ = try store.trim(CacheLimits(), unused: true) { _ in [source, digest] }
        #expect(store.record(for: key("a")) == Data("v".utf8))
        #expect(kept == [0])
    }

    // A record that is used keeps its bytes, although they may not have been read.
    @Test func bytesAreAsYoungAsTheirYoungestRecord() throws {
        try fill()
        let links = RecordLinks(blob: ContentDigest(hashing: blob(0)))
        try store.setRecord(Data("v".utf8), for: key("a"), links: links)
        _ = try store.trim(CacheLimits(maxAge: 3600)) { _ in [] }
        #expect(kept == [0])
    }

    @Test func recordsWithoutTheirBytesGoAtOnce() throws {
        let lost = RecordLinks(blob: ContentDigest(hashing: "lost"))
        try store.setRecord(Data("a".utf8), for: key("a"), links: lost)
        try store.setRecord(Data("c".utf8), for: key("c"))
        let trimming = try store.trim(CacheLimits()) { _ in
            [lost.blob].compactMap(\.self).reduce(into: []) { $0.insert($1) }
        }
        #expect(trimming.removedEntries == 1)
        #expect(store.record(for: key("a")) == nil)
        #expect(store.record(for: key("c")) == Data("c".utf8))
    }

    @Test func unfinishedFilesOfDeadProcessesGoAndOthersStay() throws {
        try store.store(Data("a".utf8))
        // No process has a number this large.
        try folder.put("x", "cache/v1/tmp/.alcedo-tmp-4194399-abc")
        try folder.put("x", "cache/v1/tmp/.alcedo-tmp-\(getpid())-young")
        try folder.put("x", "cache/v1/tmp/.alcedo-tmp-\(getpid())-old")
        try folder.put("x", "cache/v1/tmp/theirs")
        try age(folder("cache/v1/tmp/.alcedo-tmp-\(getpid())-old"), hours: 25)
        let trimming = try store.trim(CacheLimits()) { _ in [] }
        #expect(trimming.leftovers == 2)
        #expect(try folder.tree("cache/v1/tmp") == [".alcedo-tmp-\(getpid())-young", "theirs"])
    }

    @Test func anOlderVersionsFolderGoesAndANewerStays() throws {
        try store.store(Data("a".utf8))
        try store.storeState(Data("s".utf8), named: "s")
        for name in ["v0", "v2"] {
            try FileManager.default.copyItem(atPath: folder("cache/v1"), toPath: folder("cache/" + name))
        }
        try folder.put("x", "cache/v/theirs")
        let trimming = try store.trim(CacheLimits()) { _ in [] }
        #expect(trimming.oldVersions == ["v0"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder("cache")).sorted()
                == [".gitignore", "CACHEDIR.TAG", "v", "v1", "v2"])
        try FileManager.default.copyItem(atPath: folder("cache/v1"), toPath: folder("cache/v0"))
        try store.clear()
        #expect(!folder.exists("cache/v0"))
        #expect(folder.exists("cache/v2/state/s"))
    }

    @Test func aFolderThatOnlyLooksLikeAVersionIsNotTouched() throws {
        try store.store(Data("a".utf8))
        try folder.put("mine", "cache/v0/blobs/notes.txt")
        try folder.put("mine", "cache/v0/readme")
        #expect(try store.trim(CacheLimits()) { _ in [] }.oldVersions == [])
        #expect(try folder.files("cache/v0") == ["blobs/notes.txt", "readme"])
    }

    @Test func aMissingCacheHasNothingToTrim() throws {
        let trimming = try store.trim(CacheLimits(maxSize: 0), unused: true) { _ in [] }
        #expect(trimming == DiskStore.Trimming())
        #expect(try folder.tree().isEmpty)
    }

    // MARK: Builds at work

    @Test func whatABuildAtWorkHasFoundOrStoredStays() throws {
        try fill()
        try age(path(blob(9)), hours: 0.5)
        let build = DiskStore(directory: folder("cache"))
        build.beginUse()
        build.announceUse()
        #expect(build.contains(ContentDigest(hashing: blob(0))))
        #expect(build.contains(ContentDigest(hashing: blob(9))))
        try build.store(blob(1))
        try build.store(Data("new".utf8))
        let other = DiskStore(directory: folder("cache"))
        _ = try other.trim(CacheLimits(maxSize: 0), unused: true) { _ in [] }
        #expect(kept == [0, 1, 9])
        #expect(build.data(for: ContentDigest(hashing: "new")) != nil)

        build.endUse()
        _ = try other.trim(CacheLimits(maxSize: 0), unused: true) { _ in [] }
        #expect(kept == [])
        #expect(try folder.tree("cache/v1/tmp").isEmpty)
    }

    @Test func aBuildThatOnlyFindsThingsWritesNothingUntilItSaysSo() throws {
        try fill()
        let build = DiskStore(directory: folder("cache"))
        build.beginUse()
        let before = try FileSystem.status(of: path(blob(0)))
        #expect(build.data(for: ContentDigest(hashing: blob(0))) != nil)
        #expect(!build.hasAnnouncedUse)
        #expect(try FileSystem.status(of: path(blob(0))) == before)
        #expect(try folder.tree("cache/v1/tmp").isEmpty)
        build.announceUse()
        #expect(build.hasAnnouncedUse)
        #expect(try folder.tree("cache/v1/tmp").count == 1)
        #expect(build.data(for: ContentDigest(hashing: blob(0))) != nil)
        #expect(try FileSystem.status(of: path(blob(0))) != before)
    }

    @Test func anAbandonedAnnouncementProtectsNothingAndIsRemoved() throws {
        try fill()
        try folder.put("0", "cache/v1/tmp/.alcedo-tmp-\(getpid())-dead-use")
        _ = try store.trim(CacheLimits(), unused: true) { _ in [] }
        #expect(kept == [])
        #expect(try folder.tree("cache/v1/tmp").isEmpty)
    }

    // The holder of the lock here represents another trimming process: `flock` locks open files, not processes.
    @Test func findingAnOldEntryWaitsForATrimAndMissesWhatItRemoved() throws {
        try fill()
        for isTaken in [false, true] {
            let trimmer = Holder(try FileLock(folder("cache"), .exclusive, waits: false))
            #expect(trimmer.lock != nil)
            let (directory, digest) = (store.directory, ContentDigest(hashing: blob(0)))
            let finding = Work {
                #expect(DiskStore(directory: directory).contains(digest) == !isTaken)
            }
            #expect(!finding.isDone(within: 0.2))
            if isTaken { try FileSystem.removeFile(at: path(blob(0))) }
            trimmer.lock = nil
            #expect(finding.isDone(within: 3600))
            if !isTaken { try age(path(blob(0)), hours: 2) }
        }
    }

    final class Holder {
        var lock: FileLock?

        init(_ lock: FileLock?) { self.lock = lock }
    }

    // What is used for the second time while the states are read, is used.
    @Test func whatIsUsedWhileTrimmingIsUnderWayStays() throws {
        try fill()
        let trimming = try store.trim(CacheLimits(), unused: true) { store in
            _ = store.contains(ContentDigest(hashing: blob(4)))
            return []
        }
        #expect(kept == [4])
        #expect(trimming.keptEntries == 1)
    }

    @Test func aStateThatChangesMeanwhileIsReadAgain() throws {
        try fill()
        let reads = Box(0)
        _ = try store.trim(CacheLimits(), unused: true) { store in
            reads.value += 1
            if reads.value > 1 { return [ContentDigest(hashing: blob(7))] }
            do {
                try store.storeState(Data("built".utf8), named: "build-1")
            } catch {
                Issue.record(error)
            }
            return []
        }
        #expect(reads.value == 2)
        #expect(kept == [7])
    }

    @Test func aCacheThatIsBusyIsLeftAlone() throws {
        try fill()
        let writer = try FileLock(folder("cache"), .shared, waits: false)
        let trimming = try store.trim(CacheLimits(), unused: true, patience: 0.05) { _ in [] }
        withExtendedLifetime(writer) {}
        #expect(trimming.gaveUp)
        #expect(kept == Array(0..<10))
    }

    final class Box {
        var value: Int

        init(_ value: Int) { self.value = value }
    }
}
