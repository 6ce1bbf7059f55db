import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite(.timeLimit(.minutes(60))) struct OutputLockTests {
    let folder: TemporaryFolder
    var output: String { folder.path + "/out" }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func aMissingOutputNeedsNoLock() async throws {
        #expect(try await OutputLock.take(output, createsIt: false, tell: { _ in }) == nil)
        #expect(try FileSystem.status(of: output) == nil)
        #expect(try await OutputLock.take(output, createsIt: true, tell: { _ in }) != nil)
        #expect(try FileSystem.status(of: output)?.kind == .directory)
    }

    @Test func theSecondBuildIsNotifiedOnceAndWaits() async throws {
        var first = try await OutputLock.take(output, createsIt: true, tell: { _ in })
        let events = Collected<BuildEvent>()
        let output = output
        let second = Task {
            _ = try await OutputLock.take(output, createsIt: true, tell: { events.add($0) })
        }
        try await until { !events.all.isEmpty }
        withExtendedLifetime(first) {}
        first = nil
        try await second.value
        #expect(events.all == [.waiting(output: output)])
    }

    @Test func waitingCanBeCancelled() async throws {
        let first = try await OutputLock.take(output, createsIt: true, tell: { _ in })
        let events = Collected<BuildEvent>()
        let output = output
        let second = Task { _ = try await OutputLock.take(output, createsIt: true, tell: { events.add($0) }) }
        try await until { !events.all.isEmpty }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        withExtendedLifetime(first) {}
    }

    @Test func aRecreatedFolderIsLockedAgain() async throws {
        let first = try #require(try await OutputLock.take(output, createsIt: true, tell: { _ in }))
        let same = try await OutputLock.take(output, createsIt: true, holding: first, tell: { _ in })
        #expect(same === first)
        try FileManager.default.moveItem(atPath: output, toPath: folder.path + "/old")
        let other = try await OutputLock.take(output, createsIt: true, holding: first, tell: { _ in })
        #expect(other !== first)
    }

    @Test(arguments: [false, true]) func theHolderOfTheFolderMayRemoveIt(_ isMadeAnew: Bool) async throws {
        var first = try await OutputLock.take(output, createsIt: true, tell: { _ in })
        let events = Collected<BuildEvent>()
        let output = output
        let second = Task { try await OutputLock.take(output, createsIt: true, tell: { events.add($0) }) }
        try await until { !events.all.isEmpty }
        try FileManager.default.removeItem(atPath: output)
        if isMadeAnew { try FileSystem.createDirectory(at: output) }
        withExtendedLifetime(first) {}
        first = nil
        let lock = try #require(try await second.value)
        #expect(try FileSystem.status(of: output)?.inode == lock.inode)
    }

    @Test func whereTheFolderWasRemovedMeanwhileThereIsNothingToLock() async throws {
        let first = try await OutputLock.take(output, createsIt: true, tell: { _ in })
        let events = Collected<BuildEvent>()
        let output = output
        let second = Task { try await OutputLock.take(output, createsIt: false, tell: { events.add($0) }) }
        try await until { !events.all.isEmpty }
        try FileManager.default.removeItem(atPath: output)
        #expect(try await second.value == nil)
        withExtendedLifetime(first) {}
    }

    @Test func aPathThatIsNotAFolderIsInTheWay() async throws {
        try folder.write("mine", to: "out")
        await #expect(throws: (any Error).self) {
            try await OutputLock.take(output, createsIt: true, tell: { _ in })
        }
        await #expect(throws: SiteError.self) {
            try await OutputLock.take(output, createsIt: false, tell: { _ in })
        }
    }
}
