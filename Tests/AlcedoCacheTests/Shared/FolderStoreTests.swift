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
        await #expect(throws: SharedStoreError.self) { try await store.get(name, limit: 5) }
        await #expect(throws: SharedStoreError.self) { try await store.put(Data(), as: name) }
        #expect(!folder.exists("gone"))
    }

    @Test func linksAreNotFollowed() async throws {
        try folder.put("secret", "outside")
        try folder.put("", "share/cas/other")
        try FileManager.default.createSymbolicLink(
            atPath: folder("share/" + name.description), withDestinationPath: folder("outside"))
        await #expect(throws: SharedStoreError.self) { try await store.get(name, limit: 100) }
        #expect(try await !store.contains(name))
    }

    @Test func afterCloseItIsClosed() async {
        store.close()
        await #expect(throws: SharedStoreError.closed) { try await store.get(name, limit: 5) }
    }
}
