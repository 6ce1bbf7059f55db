import AlcedoBase
import Foundation
import Testing

@testable import AlcedoCache

@Suite struct FolderStoreTests {
    let folder: TemporaryFolder
    let store: FolderStore
    let name = SharedName.blob(.of("x"))

    init() throws {
        folder = try TemporaryFolder()
        store = FolderStore(folder: folder("share"))
    }

    @Test func hasTheLayoutOfAServer() async throws {
        #expect(try await store.get(name, limit: 10) == nil)
        #expect(try await !store.contains(name))
        try await store.put(Data("bytes".utf8), as: name)
        try await store.put(Data("entry".utf8), as: .action(.of("x")))
        let hex = ContentDigest.of("x").hex
        #expect(try folder.files("share") == ["ac/\(hex)", "cas/\(hex)"])
        #expect(try await store.contains(name))
        #expect(try await store.get(name, limit: 5) == Data("bytes".utf8))
        #expect(try await store.get(.action(.of("x")), limit: 5) == Data("entry".utf8))
        await #expect(throws: SharedStoreError.tooLong) { try await store.get(name, limit: 4) }
    }

    /// Nothing is written below an empty mount point's parent that does not exist, and a build notices.
    @Test func aShareThatVanishedIsUnavailable() async throws {
        let store = FolderStore(folder: folder("gone/share"))
        let gone = SharedStoreError.unavailable("the folder around it does not exist")
        await #expect(throws: gone) { try await store.get(name, limit: 5) }
        await #expect(throws: gone) { try await store.put(Data(), as: name) }
        #expect(!folder.exists("gone"))
    }

    @Test func linksAreNotFollowed() async throws {
        try folder.put("secret", "outside")
        try folder.put("", "share/cas/other")
        try FileManager.default.createSymbolicLink(
            atPath: folder("share/" + name.description), withDestinationPath: folder("outside"))
        await #expect(throws: SharedStoreError.foreign) { try await store.get(name, limit: 100) }
        #expect(try await !store.contains(name))
    }

    /// Something else in the place of one object is replaced where that is possible, and never a reason to give the
    /// store up.
    @Test func whatIsNoObjectIsReplaced() async throws {
        let path = folder("share/" + name.description)
        try folder.put("secret", "outside")
        try folder.put("", "share/cas/other")
        for make in [
            { #expect(mkfifo(path, 0o600) == 0) }, { #expect(symlink(path, path) == 0) },
            { #expect(symlink(self.folder("outside"), path) == 0) },
        ] {
            make()
            await #expect(throws: SharedStoreError.foreign) { try await store.get(name, limit: 100) }
            try await store.put(Data("bytes".utf8), as: name)
            #expect(try await store.get(name, limit: 5) == Data("bytes".utf8))
            try FileManager.default.removeItem(atPath: path)
        }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        await #expect(throws: SharedStoreError.foreign) { try await store.get(name, limit: 100) }
        await #expect(throws: SharedStoreError.foreign) { try await store.put(Data(), as: name) }
        #expect(try folder.files("share").contains("cas/other"))
    }

    #if os(Linux)
        @Test func anUnreadableObjectIsMissing() async throws {
            try await store.put(Data("bytes".utf8), as: name)
            #expect(try readWithoutPrivileges() == Data("bytes".utf8))
            #expect(chmod(folder("share/" + name.description), 0) == 0)
            #expect(try readWithoutPrivileges() == nil)
            try await store.put(Data("other".utf8), as: name)
            #expect(try readWithoutPrivileges() == Data("other".utf8))
        }

        /// Reads as a user that is not root: this thread lays the privilege down for a while.
        private func readWithoutPrivileges() throws -> Data? {
            typealias Function = @convention(c) (uid_t) -> Int32
            let setfsuid = unsafeBitCast(try #require(dlsym(nil, "setfsuid")), to: Function.self)
            let user = getuid()
            if user == 0 { _ = setfsuid(65_534) }
            defer { _ = setfsuid(user) }
            return try store.read(name, limit: 5)
        }
    #endif

    @Test func afterCloseItIsClosed() async {
        store.close()
        await #expect(throws: SharedStoreError.closed) { try await store.get(name, limit: 5) }
    }
}
