import Foundation
import Testing

@testable import AlcedoBase

@Suite struct FileSystemTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func theStatusDescribesTheFile() throws {
        try folder.put("12345", "file")
        try FileSystem.createDirectory(at: folder("folder"))
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "file")
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        #expect(try FileSystem.status(of: folder("file"))?.kind == .regular)
        #expect(try FileSystem.status(of: folder("file"))?.size == 5)
        #expect(try FileSystem.status(of: folder("folder"))?.kind == .directory)
        #expect(try FileSystem.status(of: folder("pipe"))?.kind == .other)
        #expect(try FileSystem.status(of: folder("link"))?.kind == .symbolicLink)
        let behind = try FileSystem.status(of: folder("link"), followingLinks: true)
        #expect(try behind == FileSystem.status(of: folder("file")))
    }

    @Test func timesAreNanosecondsSince1970() throws {
        try folder.put("", "file")
        var times = [
            timespec(tv_sec: 1_000_000_000, tv_nsec: 5),
            timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789),
        ]
        #expect(utimensat(AT_FDCWD, folder("file"), &times, 0) == 0)
        let status = try #require(try FileSystem.status(of: folder("file")))
        #expect(status.modified == 1_000_000_000_123_456_789)
        // The change time cannot be set; it is after 2020.
        #expect(status.changed > 1_577_836_800_000_000_000)
    }

    @Test func aFileIsDatedInASecondAfterTheOneItReplaced() throws {
        try folder.put("", "file")
        let written = try #require(try FileSystem.status(of: folder("file"))).modified
        try FileSystem.touch(folder("file"), inLaterSecondThan: written - 1_000_000_000)
        #expect(try FileSystem.status(of: folder("file"))?.modified == written)
        try FileSystem.touch(folder("file"), inLaterSecondThan: written)
        let next = (written / 1_000_000_000 + 1) * 1_000_000_000
        #expect(try FileSystem.status(of: folder("file"))?.modified == next)
        // A clock that was set back.
        try FileSystem.touch(folder("file"), inLaterSecondThan: 4_000_000_000_999_999_999)
        #expect(try FileSystem.status(of: folder("file"))?.modified == 4_000_000_001_000_000_000)
    }

    // 64 bits of nanoseconds end on 2262-04-11, and begin in 1677.
    @Test func timesOutOfRangeAreClamped() throws {
        let farthest = 9_200_000_000 * 1_000_000_000
        for (seconds, expected) in [
            (9_200_000_001, farthest), (Int.max, farthest), (Int.min, -farthest),
            (9_199_999_999, 9_199_999_999_000_000_007), (-9_200_000_000, -farthest + 7),
        ] {
            #expect(FileStatus.nanoseconds(timespec(tv_sec: seconds, tv_nsec: 7)) == expected)
        }
        // 2400-01-01, which most file systems take.
        try folder.put("", "file")
        var times = [
            timespec(tv_sec: 13_569_465_600, tv_nsec: 0), timespec(tv_sec: 13_569_465_600, tv_nsec: 0),
        ]
        #expect(utimensat(AT_FDCWD, folder("file"), &times, 0) == 0)
        #expect(try #require(try FileSystem.status(of: folder("file"))).modified <= farthest)
    }

    @Test func absenceIsNotAnError() throws {
        try folder.put("", "file")
        #expect(try FileSystem.status(of: folder("none")) == nil)
        #expect(try FileSystem.status(of: folder("file/below")) == nil)
        try FileManager.default.createSymbolicLink(atPath: folder("dangling"), withDestinationPath: "none")
        #expect(try FileSystem.status(of: folder("dangling"))?.kind == .symbolicLink)
        #expect(try FileSystem.status(of: folder("dangling"), followingLinks: true) == nil)
        try FileManager.default.createSymbolicLink(atPath: folder("loop"), withDestinationPath: "loop")
        let error = #expect(throws: FileSystemError.self) {
            try FileSystem.status(of: folder("loop"), followingLinks: true)
        }
        #expect(error?.code == ELOOP)
    }

    @Test func filesAreDeletedAndFoldersAreNot() throws {
        try folder.put("", "file")
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "file")
        #expect(try FileSystem.removeFile(at: folder("link")))
        #expect(try FileSystem.removeFile(at: folder("file")))
        #expect(try !FileSystem.removeFile(at: folder("file")))
        try FileSystem.createDirectory(at: folder("folder"))
        #expect(throws: FileSystemError.self) { try FileSystem.removeFile(at: folder("folder")) }
        #expect(try folder.names == ["folder"])
    }

    @Test func onlyEmptyFoldersAreDeleted() throws {
        try FileSystem.createDirectory(at: folder("full/inner"))
        try folder.put("", "file")
        #expect(try !FileSystem.removeEmptyDirectory(at: folder("full")))
        #expect(try FileSystem.removeEmptyDirectory(at: folder("full/inner")))
        #expect(try FileSystem.removeEmptyDirectory(at: folder("full")))
        #expect(try !FileSystem.removeEmptyDirectory(at: folder("full")))
        #expect(try !FileSystem.removeEmptyDirectory(at: folder("file")))
        #expect(try folder.names == ["file"])
    }

    @Test func foldersAreMadeWithThoseAboveThem() throws {
        try FileSystem.createDirectory(at: folder("a/b/c"))
        try FileSystem.createDirectory(at: folder("a/b/c"))
        try FileSystem.createDirectory(at: folder("a/b/d/"))
        #expect(try FileSystem.entries(ofDirectory: folder("a/b")).map(\.name) == ["c", "d"])
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "a")
        try FileSystem.createDirectory(at: folder("link"))
        try FileSystem.createDirectory(at: folder("link/e"))
        #expect(try FileSystem.status(of: folder("a/e"))?.kind == .directory)
    }

    @Test func aFolderThatCannotBeMadeIsNamedWithItsReason() throws {
        try folder.put("", "file")
        func code(_ name: String) -> Int32? {
            #expect(throws: FileSystemError.self) { try FileSystem.createDirectory(at: folder(name)) }?.code
        }
        #expect(code("file") == EEXIST)
        #expect(code("file/below") == ENOTDIR)
        // The parent can be created, but its own name is too long.
        #expect(code("new/" + String(repeating: "x", count: 300)) == ENAMETOOLONG)
    }

    @Test func renamingReplacesFilesOnly() throws {
        try folder.put("one", "a")
        try folder.put("two", "b")
        try FileSystem.rename(folder("a"), to: folder("b"))
        #expect(try folder.names == ["b"])
        #expect(try FileSystem.read(folder("b")) == Data("one".utf8))
        let error = #expect(throws: FileSystemError.self) {
            try FileSystem.rename(folder("a"), to: folder("b"))
        }
        #expect(error?.description == "cannot rename to \(folder("b")): No such file or directory")
    }

    @Test func namesAreSortedByTheirBytes() throws {
        for name in ["b", "a", "B", "é", ".hidden", "z"] { try folder.put("", name) }
        try FileSystem.createDirectory(at: folder("dir"))
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "none")
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        let entries = try FileSystem.entries(ofDirectory: folder.path)
        #expect(entries.map(\.name) == [".hidden", "B", "a", "b", "dir", "link", "pipe", "z", "é"])
        #expect(
            entries.map(\.kind)
                == [
                    .regular, .regular, .regular, .regular, .directory, .symbolicLink, .other, .regular,
                    .regular,
                ])
    }

    @Test func onlyFoldersHaveEntries() throws {
        try folder.put("", "file")
        #expect(throws: FileSystemError.self) { try FileSystem.entries(ofDirectory: folder("file")) }
        #expect(throws: FileSystemError.self) { try FileSystem.entries(ofDirectory: folder("none")) }
    }

    @Test func errorsSayWhatTheyMean() {
        #expect(FileSystemError("read", "a", code: ENOTDIR).isMissing)
        #expect(!FileSystemError("read", "a", code: EACCES).isMissing)
        #expect(
            FileSystemError("write", "photos/a.jpg", code: ENOSPC).description
                == "cannot write photos/a.jpg: No space left on device")
    }
}

@Suite struct FileSystemFolderTests {
    // As printed by `dirname`, except for bare names, for which it prints a dot.
    @Test(arguments: [
        ("a", ""), ("ab", ""), ("a/b", "a"), ("a/b/c", "a/b"), ("/a", "/"), ("/", "/"), ("//", "/"),
        ("/a/b", "/a"),
        ("a//b", "a"), ("a/b/", "a"), ("a/", ""), ("", ""), (".hidden", ""), ("ä/\u{301}b", "ä"),
        ("../a", ".."),
    ])
    func theFolderOfAPathIsWhatStandsBeforeItsLastName(path: String, folder: String) {
        #expect(FileSystem.folder(of: path) == folder)
    }
}
