import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct TimestampGuardTests {
    let folder: TemporaryFolder
    let second = 1_000_000_000

    init() throws {
        folder = try TemporaryFolder()
    }

    func status(modified: Int, changed: Int? = nil) -> FileStatus {
        FileStatus(kind: .regular, size: 1, modified: modified, changed: changed ?? modified, inode: 1)
    }

    /// The date that the guard's marker must have had: no earlier and no later than these. Seconds may pass between
    /// them: what has to be old is counted from the first, what has to be new from the second.
    func guardian() throws -> (TimestampGuard, before: Int, after: Int) {
        try folder.write("x", to: "before")
        let before = try #require(try FileSystem.status(of: folder.path + "/before")).modified
        let guardian = TimestampGuard(cache: DiskStore(directory: folder.path))
        try folder.write("x", to: "after")
        return (guardian, before, try #require(try FileSystem.status(of: folder.path + "/after")).modified)
    }

    /// The earliest whole second that is within the two seconds before this date, and thus of any marker's before it.
    func wholeSecond(within date: Int) -> Int { (date - 1) / second * second - second }

    @Test func onlyWhatIsOlderThanTheMarkerIsTrusted() throws {
        let (guardian, before, after) = try guardian()
        // Not whole seconds, whatever the clock says.
        let (old, new) = (before / second * second - 1, after + 1)
        #expect(guardian.trusts(status(modified: old), hasFineDates: true))
        #expect(!guardian.trusts(status(modified: new), hasFineDates: true))
        #expect(!guardian.trusts(status(modified: old, changed: new), hasFineDates: true))
        #expect(!guardian.trusts(status(modified: new, changed: old), hasFineDates: true))
    }

    @Test func aDateInTheFutureIsIgnoredAndTheOtherDecides() throws {
        let (guardian, before, after) = try guardian()
        let (future, old) = (after + 3600 * second, before / second * second - 1)
        #expect(guardian.trusts(status(modified: future, changed: old), hasFineDates: true))
        #expect(!guardian.trusts(status(modified: future), hasFineDates: true))
        #expect(!guardian.trusts(status(modified: future, changed: max(after, old + 2)), hasFineDates: true))
        #expect(!guardian.trusts(status(modified: future, changed: old), hasFineDates: false))
        // Whole seconds may be rounded ones.
        #expect(
            !guardian.trusts(
                status(modified: future, changed: wholeSecond(within: after)), hasFineDates: true))
        #expect(guardian.trusts(status(modified: future, changed: old + 1 - 3 * second), hasFineDates: true))
    }

    @Test func theMarkersOwnMomentIsNotTrusted() throws {
        // Written in the same tick as the marker, or after it: the newest possible file.
        for _ in 0..<20 {
            let (guardian, _, after) = try guardian()
            #expect(
                !guardian.trusts(
                    status(modified: max(after, after / second * second + 1)), hasFineDates: true))
        }
    }

    @Test func datesOfWholeSecondsHaveToBeTwoSecondsOlder() throws {
        let (guardian, before, after) = try guardian()
        #expect(!guardian.trusts(status(modified: after / second * second), hasFineDates: true))
        #expect(!guardian.trusts(status(modified: wholeSecond(within: after)), hasFineDates: true))
        #expect(guardian.trusts(status(modified: before / second * second - 3 * second), hasFineDates: true))
        #expect(after >= before)
    }

    @Test func whereDatesMayBeCoarseTheyHaveToBeTwoSecondsOlder() throws {
        let (guardian, before, after) = try guardian()
        // Never a whole second.
        let old = before / second * second - 1
        let new = wholeSecond(within: after) + 1
        #expect(guardian.trusts(status(modified: old), hasFineDates: true))
        #expect(!guardian.trusts(status(modified: new), hasFineDates: false))
        #expect(guardian.trusts(status(modified: old - 3 * second), hasFineDates: false))
        #expect(!guardian.trusts(status(modified: after + 1), hasFineDates: true))
        // Old modification time and new change time, as after a change whose date was set back.
        #expect(!guardian.trusts(status(modified: old - 9 * second, changed: new), hasFineDates: false))
    }

    @Test func theMarkerIsNotLeftBehind() throws {
        _ = TimestampGuard(cache: DiskStore(directory: folder.path))
        let names = try FileSystem.entries(ofDirectory: folder.path).map(\.name)
        #expect(names == [".gitignore", "CACHEDIR.TAG", "v1"])
    }

    @Test func theMarkerStandsWhereTheCacheCleansUp() throws {
        // If the folder is not writable, only the clock is left.
        let store = DiskStore(directory: folder.path)
        try store.prepare()
        try FileManager.default.removeItem(atPath: store.temporaryDirectory)
        try folder.link("v1/tmp", to: "/dev/null")
        let guardian = TimestampGuard(cache: store)
        let now = Int(Date().timeIntervalSince1970) * second
        #expect(!guardian.trusts(status(modified: now - second + 1), hasFineDates: true))
        #expect(store.temporaryDirectory == folder.path + "/v1/tmp")
    }

    @Test func withoutAMarkerTheClockIsUsedWithAMarginOfTwoSeconds() {
        let now = Int(Date().timeIntervalSince1970) * second
        let guardian = TimestampGuard(cache: DiskStore(directory: "/dev/null/none"))
        #expect(guardian.trusts(status(modified: now - 3 * second - 1), hasFineDates: true))
        #expect(!guardian.trusts(status(modified: now + 3600 * second + 1), hasFineDates: true))
    }
}
