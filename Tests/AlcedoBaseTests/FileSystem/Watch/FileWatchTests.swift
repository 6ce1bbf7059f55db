import Foundation
import Testing

@testable import AlcedoBase

/// With what the system tells, and by looking again and again.
@Suite struct FileWatchTests {
    /// Runs `look` as a build, then `change`, and returns what was noticed first.
    private func noticed(
        in folder: TemporaryFolder, polls: Bool, look: @escaping @Sendable () -> Void,
        change: () throws -> Void
    ) async throws -> Set<String>? {
        let watch = FileWatch(root: folder.path, polls: polls)
        try watch.start()
        await watch.watching {
            look()
        } isWhole: {
            true
        }
        try change()
        return await watch.next()?.paths
    }

    private func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test(arguments: [false, true])
    func aFileThatWasReadIsNoticedAndItsNeighborIsNot(polls: Bool) async throws {
        let folder = try TemporaryFolder()
        try write("1", folder.path + "/a")
        let paths = try await noticed(in: folder, polls: polls) {
            FileWatch.current?.willRead(folder.path + "/a")
        } change: {
            try write("2", folder.path + "/neighbor")
            try write("22", folder.path + "/a")
        }
        #expect(paths == [folder.path + "/a"])
    }

    @Test(arguments: [false, true])
    func aFileThatIsMissingIsNoticedWithTheFoldersAboveIt(polls: Bool) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/new/deep/a"
        let paths = try await noticed(in: folder, polls: polls) {
            FileWatch.current?.willRead(file)
        } change: {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/new/deep", withIntermediateDirectories: true)
        }
        #expect(paths?.contains(folder.path + "/new") == true)
    }

    @Test(arguments: [false, true])
    func aListedFolderTellsOfNamesThatMatter(polls: Bool) async throws {
        let folder = try TemporaryFolder()
        let paths = try await noticed(in: folder, polls: polls) {
            FileWatch.current?.willList(folder.path) { name, isFolder in !isFolder && name.hasSuffix(".jpg") }
        } change: {
            try write("", folder.path + "/a.txt")
            try FileManager.default.createDirectory(
                atPath: folder.path + "/b.jpg", withIntermediateDirectories: true)
            try write("", folder.path + "/c.jpg")
        }
        #expect(paths == [folder.path + "/c.jpg"])
    }

    @Test func whatABuildNoLongerLooksAtIsForgotten() async throws {
        let folder = try TemporaryFolder()
        let watch = FileWatch(root: folder.path, polls: false)
        try watch.start()
        let (a, b) = (folder.path + "/a", folder.path + "/b")
        await watch.watching {
            FileWatch.current?.willRead(a)
        } isWhole: {
            true
        }
        #expect(watch.concerns(folder.path, "a", isFolder: false))
        // A build that ended early has not looked at all that matters.
        await watch.watching {
            FileWatch.current?.willRead(b)
        } isWhole: {
            false
        }
        #expect(watch.concerns(folder.path, "a", isFolder: false))
        #expect(watch.concerns(folder.path, "b", isFolder: false))
        await watch.watching {
            FileWatch.current?.willRead(b)
        } isWhole: {
            true
        }
        #expect(!watch.concerns(folder.path, "a", isFolder: false))
        #expect(watch.concerns(folder.path, "b", isFolder: false))
    }

    @Test func aFolderThatIsReplacedIsWatchedAgain() async throws {
        let folder = try TemporaryFolder()
        let photos = folder.path + "/photos"
        let look: @Sendable () -> Void = { FileWatch.current?.willRead(photos + "/a") }
        try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
        let watch = FileWatch(root: folder.path, polls: false)
        try watch.start()
        for number in 0..<3 {
            await watch.watching(look) { true }
            try FileManager.default.moveItem(atPath: photos, toPath: folder.path + "/former\(number)")
            #expect(await watch.next()?.paths.contains(photos) == true)
            await watch.watching(look) { true }
            try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
            #expect(await watch.next()?.paths == [photos])
            await watch.watching(look) { true }
            try write("\(number)", photos + "/a")
            #expect(await watch.next()?.paths == [photos + "/a"])
        }
    }

    @Test func cancellationEndsTheWait() async throws {
        let folder = try TemporaryFolder()
        let watch = FileWatch(root: folder.path, polls: false)
        try watch.start()
        let waiting = Task { await watch.next() }
        waiting.cancel()
        #expect(await waiting.value == nil)
        // The next one waits as if nothing had been.
        let file = folder.path + "/a"
        await watch.watching {
            FileWatch.current?.willRead(file)
        } isWhole: {
            true
        }
        let next = Task { await watch.next() }
        try write("", file)
        #expect(await next.value?.paths == [file])
    }
}
