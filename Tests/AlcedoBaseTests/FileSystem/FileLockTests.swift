import AlcedoBase
import Foundation
import Testing

@Suite struct FileLockTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.put("", "file")
    }

    // Each lock opens the file again, so two in one process conflict like two processes.
    private func isFree(_ mode: FileLock.Mode, _ path: String) throws -> Bool {
        try FileLock(path, mode, waits: false) != nil
    }

    @Test(arguments: ["file", "."])
    func anExclusiveLockExcludesAllOthers(name: String) throws {
        let path = folder(name)
        let lock = try #require(try FileLock(path, .exclusive, waits: false))
        #expect(try !isFree(.shared, path))
        #expect(try !isFree(.exclusive, path))
        withExtendedLifetime(lock) {}
    }

    @Test func sharedLocksKeepExclusiveOnesOutOnly() throws {
        let first = try #require(try FileLock(folder("file"), .shared, waits: false))
        let second = try #require(try FileLock(folder("file"), .shared, waits: false))
        #expect(try isFree(.shared, folder("file")))
        #expect(try !isFree(.exclusive, folder("file")))
        withExtendedLifetime((first, second)) {}
    }

    @Test func aLockEndsWithItsObject() throws {
        for _ in 0..<3 {
            let lock = try FileLock(folder("file"), .exclusive, waits: false)
            #expect(lock != nil)
            withExtendedLifetime(lock) {}
        }
        #expect(try isFree(.exclusive, folder("file")))
    }

    @Test func waitingEndsWhenTheLockIsFree() async throws {
        let path = folder("file")
        let first = Holder(try FileLock(path, .exclusive, waits: false))
        let thread = Task.detached {
            // Blocks this thread until the other lock is released.
            try FileLock(path, .exclusive, waits: true) != nil
        }
        #expect(try !isFree(.shared, path))
        first.release()
        #expect(try await thread.value)
    }

    @Test func aMissingFileCannotBeLocked() {
        let error = #expect(throws: FileSystemError.self) {
            try FileLock(folder("none"), .exclusive, waits: false)
        }
        #expect(error?.isMissing == true)
    }
}

private final class Holder {
    private var lock: FileLock?

    init(_ lock: FileLock?) {
        self.lock = lock
    }

    func release() { lock = nil }
}
