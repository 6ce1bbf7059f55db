import AlcedoBase
import AlcedoCache
import Foundation
import Testing

@Suite struct RecordTests {
    let folder: TemporaryFolder
    let store: DiskStore
    let key = CacheKey(domain: "test") { $0.write("a") }
    let payload = Data("what is known".utf8)

    init() throws {
        folder = try TemporaryFolder()
        store = DiskStore(directory: folder("cache"))
    }

    func path(_ key: CacheKey) -> String {
        folder("cache/v1/records/\(key.digest.hex.prefix(2))/\(key.digest.hex)")
    }

    @Test func aRecordComesBackAndANewOneTakesItsPlace() throws {
        #expect(store.record(for: key) == nil)
        try store.setRecord(payload, for: key)
        #expect(store.record(for: key) == payload)
        try store.setRecord(Data(), for: key)
        #expect(store.record(for: key) == Data())
        #expect(try folder.files("cache/v1/records").count == 1)
    }

    @Test func theSameRecordAgainWritesNothing() throws {
        try store.setRecord(payload, for: key)
        let before = try FileSystem.status(of: path(key))
        try store.setRecord(payload, for: key)
        try DiskStore(directory: folder("cache")).setRecord(payload, for: key)
        #expect(try FileSystem.status(of: path(key)) == before)
        #expect(store.statistics.stored == 1)
    }

    @Test(arguments: ["", ".", "..", "../a", "a/b", "/etc/a", "a.b", "a b", "é", "a\0"])
    func aNameThatCouldLeadElsewhereIsRefused(_ name: String) throws {
        #expect(throws: CacheError.notAName(name)) { try store.storeState(payload, named: name) }
        #expect(store.loadState(named: name) == nil)
        try store.removeState(named: name)
        #expect(try folder.tree().isEmpty)
    }

    @Test(arguments: Rot.allCases) func aDamagedRecordIsNeverServedAndGoes(_ rot: Rot) throws {
        try store.setRecord(payload, for: key)
        try rot.happen(to: path(key))
        #expect(store.record(for: key) == nil)
        #expect(store.statistics.bad == 1)
        #expect(try FileSystem.status(of: path(key)) == nil)
    }

    @Test(arguments: Rot.allCases) func theNextRecordRepairsAnUnreadDamagedOne(_ rot: Rot) throws {
        try store.setRecord(payload, for: key)
        try rot.happen(to: path(key))
        try DiskStore(directory: folder("cache")).setRecord(payload, for: key)
        #expect(store.record(for: key) == payload)
    }

    @Test func aRecordUnderTheNameOfAnotherKeyIsRefused() throws {
        let other = CacheKey(domain: "test") { $0.write("b") }
        try store.setRecord(payload, for: key)
        try store.setRecord(Data("other".utf8), for: other)
        try FileManager.default.removeItem(atPath: path(other))
        try FileManager.default.copyItem(atPath: path(key), toPath: path(other))
        #expect(store.record(for: other) == nil)
        #expect(store.record(for: key) == payload)
    }

    @Test func keysOfDifferentFieldsAndDomainsNeverMeet() {
        let keys = [
            CacheKey(domain: "a") { $0.write("bc") }, CacheKey(domain: "ab") { $0.write("c") },
            CacheKey(domain: "a") {
                $0.write("b")
                $0.write("c")
            },
            CacheKey(domain: "a") { _ in }, CacheKey(domain: "") { $0.write("abc") },
        ]
        #expect(Set(keys).count == keys.count)
        #expect(CacheKey(domain: "a") { $0.write("bc") } == keys[0])
    }

    @Test func aKeyIsTheDigestOfItsFields() {
        // By hand: the schema 1 in eight bytes, little-endian; the length of "d" and "d"; the number 7.
        let fields = Data([1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x64, 7, 0, 0, 0, 0, 0, 0, 0])
        #expect(CacheKey(domain: "d") { $0.write(7) }.digest == ContentDigest(hashing: fields))
    }

    @Test func stateComesBackAndTheSameAgainWritesNothing() throws {
        #expect(store.loadState(named: "build-1") == nil)
        try store.storeState(payload, named: "build-1")
        #expect(store.loadState(named: "build-1") == payload)
        #expect(store.loadState(named: "build-2") == nil)
        let before = try FileSystem.status(of: folder("cache/v1/state/build-1"))
        try store.storeState(payload, named: "build-1")
        #expect(try FileSystem.status(of: folder("cache/v1/state/build-1")) == before)
        try store.storeState(Data("new".utf8), named: "build-1")
        #expect(store.loadState(named: "build-1") == Data("new".utf8))
        try store.removeState(named: "build-1")
        #expect(store.loadState(named: "build-1") == nil)
        try store.removeState(named: "build-1")
    }

    @Test func aStateUnderAnothersNameIsRefused() throws {
        try store.storeState(payload, named: "a")
        try FileManager.default.copyItem(
            atPath: folder("cache/v1/state/a"), toPath: folder("cache/v1/state/b"))
        #expect(store.loadState(named: "b") == nil)
        #expect(store.loadState(named: "a") == payload)
    }

    @Test(arguments: Rot.allCases) func aDamagedStateIsAbsentAndHealedByTheNext(_ rot: Rot) throws {
        try store.storeState(payload, named: "a")
        try rot.happen(to: folder("cache/v1/state/a"))
        #expect(store.loadState(named: "a") == nil)
        try store.storeState(payload, named: "a")
        #expect(store.loadState(named: "a") == payload)
    }

    // After each mutation, the payload is returned exactly, or not at all.
    @Test(arguments: 0..<8) func noMutationOfARecordOrStateGivesOtherBytes(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try store.setRecord(payload, for: key)
        try store.storeState(payload, named: "s")
        let record = try Data(contentsOf: URL(fileURLWithPath: path(key)))
        let state = try folder.bytes("cache/v1/state/s")
        for _ in 0..<150 {
            let mutated = Self.mutate(record, &random)
            try mutated.write(to: URL(fileURLWithPath: path(key)))
            let read = store.record(for: key)
            #expect(read == (mutated == record ? payload : nil))
            let other = Self.mutate(state, &random)
            try other.write(to: URL(fileURLWithPath: folder("cache/v1/state/s")))
            #expect(store.loadState(named: "s") == (other == state ? payload : nil))
        }
    }

    static func mutate(_ data: Data, _ random: inout SeededGenerator) -> Data {
        var bytes = Data(data)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &random)
            switch bytes.isEmpty ? 3 : Int.random(in: 0..<7, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 2: bytes = Data(bytes.prefix(place))
            case 3:
                bytes.append(contentsOf: (0..<9).map { _ in UInt8.random(in: .min ... .max, using: &random) })
            case 4: bytes.remove(at: place)
            case 5: bytes.insert(0, at: place)
            default: bytes.replaceSubrange(place..., with: Data(count: bytes.count - place))
            }
        }
        return bytes
    }
}
