import AlcedoBase
import AlcedoCache
import Foundation
import Testing

@Suite struct RecordExpirationTests {
    let folder: TemporaryFolder
    let clock = Clock()
    let store: DiskStore
    let key = CacheKey(domain: "expiration") { $0.write("a") }
    let payload = Data("what is known".utf8)

    init() throws {
        folder = try TemporaryFolder()
        let clock = clock
        store = DiskStore(directory: folder("cache"), clock: { clock.now })
    }

    @Test(arguments: [
        (StorageExpiration.seconds(300), 300.0), (.days(2), 172_800), (.date(Clock().start + 77), 77),
    ]) func aRecordIsKeptUntilItsMoment(_ expiration: StorageExpiration, _ moment: Double) throws {
        try store.setRecord(payload, for: key, expiration: expiration)
        clock.move(to: moment - 0.5)
        #expect(store.record(for: key, extending: .none) == payload)
        clock.move(to: moment)
        #expect(store.record(for: key, extending: .none) == nil)
        #expect(try folder.files("cache/v1/records").isEmpty)
        // It was not damaged.
        #expect(store.statistics.bad == 0)
    }

    @Test func whoeverOnlyLooksRemovesNothing() throws {
        try store.setRecord(payload, for: key, expiration: .seconds(300))
        clock.move(to: 300)
        let clock = clock
        let looker = DiskStore(directory: folder("cache"), isReadOnly: true, clock: { clock.now })
        #expect(looker.record(for: key) == nil)
        #expect(try folder.files("cache/v1/records").count == 1)
    }

    @Test func neverIsNever() throws {
        try store.setRecord(payload, for: key)
        clock.move(to: 1e9)
        #expect(store.record(for: key) == payload)
    }

    @Test func whatHasExpiredIsNotStoredAndTakesTheOldAway() throws {
        try store.setRecord(payload, for: key)
        try store.setRecord(payload, for: key, expiration: .expired)
        #expect(store.record(for: key) == nil)
        #expect(try folder.files("cache/v1/records").isEmpty)
    }

    // Stored for 10 seconds and read after 9: until 19.
    @Test func readingExtendsByTheTimeItWasStoredFor() throws {
        try store.setRecord(payload, for: key, expiration: .seconds(10))
        clock.move(to: 9)
        #expect(store.record(for: key) == payload)
        clock.move(to: 18)
        #expect(store.record(for: key, extending: .none) == payload)
        clock.move(to: 19)
        #expect(store.record(for: key) == nil)
    }

    @Test func readingCanSetTheMomentAnew() throws {
        try store.setRecord(payload, for: key, expiration: .seconds(10))
        #expect(store.record(for: key, extending: .expirationTime(.seconds(100))) == payload)
        clock.move(to: 99)
        // From here by what it was stored for: until 109.
        #expect(store.record(for: key) == payload)
        clock.move(to: 108)
        #expect(store.record(for: key, extending: .expirationTime(.expired)) == payload)
        #expect(store.record(for: key) == nil)
    }

    @Test func aDateIsNotMovedByReading() throws {
        try store.setRecord(payload, for: key, expiration: .date(clock.start + 10))
        clock.move(to: 9)
        #expect(store.record(for: key) == payload)
        clock.move(to: 10)
        #expect(store.record(for: key) == nil)
    }

    @Test func whatIsKeptForEverIsNotWrittenByReading() throws {
        try store.setRecord(payload, for: key)
        let path = folder("cache/v1/records/\(key.digest.hex.prefix(2))/\(key.digest.hex)")
        let before = try FileSystem.status(of: path)
        #expect(store.record(for: key) == payload)
        #expect(try FileSystem.status(of: path) == before)
    }
}
