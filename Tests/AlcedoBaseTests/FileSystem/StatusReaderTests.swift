import Foundation
import Testing

@testable import AlcedoBase

/// The status relative to the folder is the same as by the whole path.
@Suite struct StatusReaderTests {
    @Test func everyKindOfThingIsSeenAsByItsPath() throws {
        let folder = try TemporaryFolder()
        try folder.put("one", "a")
        for name in ["sub", "sub/deep"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: false)
        }
        try folder.put("twelve bytes", "sub/b")
        try folder.put("12345", "sub/deep/é")
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "sub/b")
        try FileManager.default.createSymbolicLink(atPath: folder("way"), withDestinationPath: "sub")
        try FileManager.default.createSymbolicLink(atPath: folder("nowhere"), withDestinationPath: "none")
        var reader = StatusReader()
        // Back and forth: a folder that was left is entered again.
        let names = [
            "a", "sub/b", "sub/deep/é", "a", "link", "way/b", "sub", "sub/", "nowhere", "none", "none/b",
            "a/b",
            "sub/none", "sub//b", "sub/../a",
        ]
        for name in names {
            for isFollowing in [true, false] {
                let expected = try FileSystem.status(of: folder(name), followingLinks: isFollowing)
                let found = try reader.status(of: folder(name), followingLinks: isFollowing)
                #expect(found == expected, "\(name)")
            }
        }
        #expect(try reader.status(of: folder("sub/b"))?.size == 12)
        #expect(try reader.status(of: folder("link"))?.kind == .symbolicLink)
        #expect(try reader.status(of: folder("link"), followingLinks: true)?.size == 12)
        #expect(try reader.status(of: folder("none/b")) == nil)
        #expect(try reader.status(of: "/")?.kind == .directory)
        #expect(try reader.status(of: "") == nil)
    }

    @Test func changesBetweenTwoLooksAreSeen() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder("sub"), withIntermediateDirectories: false)
        try folder.put("one", "sub/a")
        var reader = StatusReader()
        #expect(try reader.status(of: folder("sub/a"))?.size == 3)
        try folder.put("three", "sub/a")
        #expect(try reader.status(of: folder("sub/a"))?.size == 5)
        try FileManager.default.removeItem(atPath: folder("sub/a"))
        #expect(try reader.status(of: folder("sub/a")) == nil)
    }

    @Test func whatCannotBeExaminedIsAnErrorWithItsPath() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: folder("loop"), withDestinationPath: "loop")
        var reader = StatusReader()
        let path = folder("loop/a")
        do {
            _ = try reader.status(of: path)
            Issue.record("a loop was passed through")
        } catch {
            #expect(error.code == ELOOP)
            #expect(error.path == path)
        }
    }
}
