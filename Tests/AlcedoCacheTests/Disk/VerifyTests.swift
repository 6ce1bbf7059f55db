import AlcedoBase
import AlcedoCache
import Foundation
import Testing

@Suite struct VerifyTests {
    let folder: TemporaryFolder
    let store: DiskStore
    let key = CacheKey(domain: "verify") { $0.write("a") }

    init() throws {
        folder = try TemporaryFolder()
        store = DiskStore(directory: folder("cache"))
        let digest = try store.store(Data("kingfisher".utf8))
        try store.store(Data("bee-eater".utf8))
        try store.setRecord(Data("record".utf8), for: key, links: RecordLinks(blob: digest))
        try store.storeState(Data("state".utf8), named: "s")
    }

    func path(_ text: String) -> String {
        let hex = ContentDigest(hashing: text).hex
        return folder("cache/v1/blobs/\(hex.prefix(2))/\(hex)")
    }

    var recordPath: String {
        folder("cache/v1/records/\(key.digest.hex.prefix(2))/\(key.digest.hex)")
    }

    @Test func aGoodCacheHasNoFaults() throws {
        let verification = try store.verify()
        #expect(verification.entries == 4)
        #expect(verification.faults == [])
        #expect(try DiskStore(directory: folder("none")).verify() == DiskStore.Verification())
    }

    @Test(arguments: Rot.allCases) func damageOfEveryKindIsFoundAndRemoved(_ rot: Rot) throws {
        try rot.happen(to: path("bee-eater"))
        try rot.happen(to: recordPath)
        try rot.happen(to: folder("cache/v1/state/s"))
        let faults = try store.verify().faults
        // What such a link leads to lies beside it, and has the name of a state without being one.
        #expect(faults.count == ([.linkToOther, .linkToSame].contains(rot) ? 4 : 3))
        #expect(faults.allSatisfy { $0.refusal == nil })
        #expect(faults.first?.name.hasPrefix("v1/blobs/") == true)
        #expect(try store.verify().faults == [])
        #expect(store.data(for: ContentDigest(hashing: "kingfisher")) != nil)
        #expect(!folder.exists("cache/v1/state/s"))
    }

    @Test func aRecordThatLeadsToNothingIsBad() throws {
        try FileManager.default.removeItem(atPath: path("kingfisher"))
        let faults = try store.verify().faults
        #expect(faults.map(\.reason) == ["the content it refers to is missing"])
        #expect(store.record(for: key) == nil)
    }

    @Test func aRecordOfDamagedBytesGoesWithThem() throws {
        try Rot.flippedBit.happen(to: path("kingfisher"))
        #expect(try store.verify().faults.count == 2)
        #expect(try folder.files("cache/v1/records").isEmpty)
    }

    @Test func foreignFilesAreNotFaults() throws {
        try folder.put("x", "cache/v1/blobs/aa/readme")
        try folder.put("x", "cache/v1/records/notes")
        try folder.put("x", "cache/mine")
        #expect(try store.verify().faults == [])
        #expect(folder.exists("cache/v1/blobs/aa/readme"))
    }
}
