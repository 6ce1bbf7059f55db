import AlcedoBase
import Foundation
import Testing

/// Changes below a folder, by names that may be forged.
@Suite struct FileSystemBelowTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["root", "outside"] {
            try FileManager.default.createDirectory(
                atPath: folder(name), withIntermediateDirectories: false)
        }
        try folder.put("canary", "outside/canary")
        try FileManager.default.createSymbolicLink(
            atPath: folder("root/link"), withDestinationPath: folder("outside"))
        try FileManager.default.createSymbolicLink(
            atPath: folder("root/file"), withDestinationPath: folder("outside/canary"))
    }

    @Test(arguments: ["a", "a/b.webp", "a/..b", "...", "a b/c", "\u{301}a/b", "-", "a/b.c/d"])
    func thisIsAName(_ name: String) { #expect(RelativeName.isInside(name)) }

    @Test(arguments: [
        "", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/..", "a/../b", "./a", "a/.", "a/./b", "a\0", "\0",
        "..\0",
        "a\0/../b",
    ])
    func thisIsNoName(_ name: String) { #expect(!RelativeName.isInside(name)) }

    /// `NAME_MAX` of Linux and macOS.
    @Test func noFileSystemHasLongerNames() {
        let longest = String(repeating: "a", count: 255)
        #expect(RelativeName.isInside(longest) && RelativeName.isInside("\(longest)/\(longest)"))
        #expect(!RelativeName.isInside(longest + "a") && !RelativeName.isInside("b/\(longest)a/b"))
        #expect(!RelativeName.isInside(String(repeating: "\(longest)/", count: 12) + "a"))
    }

    @Test func aNameIsThatOfAPathBelowAFolder() {
        #expect(RelativeName.name(of: "/a/b/c", below: "/a") == "b/c")
        #expect(RelativeName.name(of: "/a/b", below: "/") == "a/b")
        for path in ["/ab/c", "/a", "/a/", "/a/../c", "/c/a"] {
            #expect(RelativeName.name(of: path, below: "/a") == nil)
        }
    }

    private static let outside = ["link/new", "link/deep/new", "../outside/new", "a/../../outside/new"]

    @Test(arguments: outside) func nothingIsWrittenOutside(_ name: String) throws {
        #expect(throws: FileSystemError.self) {
            try FileSystem.createDirectory(FileSystem.folder(of: name), below: folder("root"))
        }
        #expect(throws: FileSystemError.self) {
            try FileSystem.writeAtomically(Data("new".utf8), to: name, below: folder("root"))
        }
        try folder.put("new", "source")
        #expect(throws: FileSystemError.self) {
            try FileSystem.copy(
                folder("source"), to: folder("root/" + name), below: folder("root"),
                verifying: ContentDigest(hashing: "new"))
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder("outside")) == ["canary"])
    }

    @Test(arguments: ["link/canary", "../outside/canary", "a/../../outside/canary", "file/../canary"])
    func nothingIsReadOrDeletedOutside(_ name: String) throws {
        #expect(try FileSystem.digest(ofFile: name, below: folder("root")) == nil)
        _ = try? FileSystem.removeFile(name, below: folder("root"))
        try FileSystem.removeTemporaryFiles(in: FileSystem.folder(of: name), below: folder("root"))
        #expect(FileManager.default.fileExists(atPath: folder("outside/canary")))
    }

    @Test func aLinkIsNoFile() throws {
        #expect(try FileSystem.digest(ofFile: "file", below: folder("root")) == nil)
        // Deleting it deletes the link.
        #expect(try FileSystem.removeFile("file", below: folder("root")))
        #expect(FileManager.default.fileExists(atPath: folder("outside/canary")))
    }

    @Test func filesAreWrittenFoundAndDeleted() throws {
        let (root, name) = (folder("root"), "a/b/c")
        try FileSystem.createDirectory("a/b", below: root)
        try FileSystem.createDirectory("a/b", below: root)
        try FileSystem.writeAtomically(Data("one".utf8), to: name, below: root)
        try FileSystem.writeAtomically(Data("two".utf8), to: name, below: root)
        let found = try #require(try FileSystem.digest(ofFile: name, below: root))
        #expect(found.digest == ContentDigest(hashing: "two"))
        #expect(found.status == (try FileSystem.status(of: folder("root/a/b/c"))))
        // Another file by now.
        #expect(try !FileSystem.removeFile(name, below: root, inode: found.status.inode + 1))
        #expect(try FileSystem.removeFile(name, below: root, inode: found.status.inode))
        #expect(try !FileSystem.removeFile(name, below: root))
        #expect(try !FileSystem.removeFile("none/c", below: root))
        #expect(try FileSystem.removeEmptyDirectory("a/b", below: root))
        #expect(try !FileSystem.removeEmptyDirectory("a/b", below: root))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder("root/a")).isEmpty)
    }

    /// The root itself is where the user put it.
    @Test func theRootMayBeALink() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder("elsewhere"), withDestinationPath: folder("root"))
        try FileSystem.writeAtomically(Data("new".utf8), to: "new", below: folder("elsewhere"))
        #expect(FileManager.default.fileExists(atPath: folder("root/new")))
    }

    @Test func aCopyThatDoesNotBeginAsItHasToIsNotMade() throws {
        try folder.put("new", "source")
        let digest = ContentDigest(hashing: "new")
        #expect(
            try FileSystem.copy(
                folder("source"), to: folder("root/new"), below: folder("root"), verifying: digest,
                accepting: { !$0.starts(with: Data("new".utf8)) }) == .different)
        #expect(!FileManager.default.fileExists(atPath: folder("root/new")))
        try folder.put("", "empty")
        #expect(
            try FileSystem.copy(
                folder("empty"), to: folder("root/new"), verifying: ContentDigest(hashing: ""),
                accepting: { !$0.isEmpty }) == .different)
    }

    @Test func theEndsOfAFileAreRead() throws {
        try folder.put("0123456789", "numbers")
        let ends = try FileSystem.readEnds(of: folder("numbers"), beginning: 3, end: 2)
        #expect(ends.beginning == Array("012".utf8))
        #expect(ends.end == Array("89".utf8))
        #expect(ends.status.size == 10)
        #expect(try FileSystem.digestStable(folder("numbers")).digest == ContentDigest(hashing: "0123456789"))
    }
}
