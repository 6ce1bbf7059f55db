import AlcedoBase
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite struct FileSystemCopyTests {
    private let folder: TemporaryFolder
    // `seq 1 200000 | sha256sum`, and `wc -c`: several different pieces.
    private let numbers = Data((1...200_000).map { "\($0)\n" }.joined().utf8)
    private let digest = ContentDigest(
        hex: "5af7b95208fdcff454bab3f5eddf567a688a3796c703d4fef91072e38645c062")
    private let size = 1_288_895

    init() throws {
        folder = try TemporaryFolder()
        try numbers.write(to: URL(fileURLWithPath: folder("numbers")))
    }

    private func copy(_ name: String, size: Int? = nil) throws -> FileSystem.VerifiedCopy {
        try FileSystem.copy(
            folder(name), to: folder("copy"), verifying: try #require(digest), size: size)
    }

    @Test(arguments: [false, true]) func aCopyIsAnotherFileWithTheSameBytes(hasOld: Bool) throws {
        if hasOld { try folder.put("old", "copy") }
        #expect(try copy("numbers", size: hasOld ? size : nil) == .copied(bytes: size))
        #expect(try FileSystem.read(folder("copy")) == numbers)
        let inodes = try ["numbers", "copy"].map { try FileSystem.status(of: folder($0))?.inode }
        #expect(inodes[0] != inodes[1])
        #expect(try folder.names == ["copy", "numbers"])
    }

    @Test func emptyFilesAreCopied() throws {
        try folder.put("", "empty")
        // `printf '' | sha256sum`
        let empty = try #require(
            ContentDigest(hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
        #expect(
            try FileSystem.copy(folder("empty"), to: folder("copy"), verifying: empty) == .copied(bytes: 0))
        #expect(try FileSystem.read(folder("copy")).isEmpty)
    }

    @Test func otherBytesAreNeverPublished() throws {
        try folder.put("old", "copy")
        for place in [0, 262_143, 262_144, size - 1] {
            var changed = numbers
            changed[place] ^= 1
            try changed.write(to: URL(fileURLWithPath: folder("changed")))
            #expect(try copy("changed") == .different)
        }
        try numbers.dropLast().write(to: URL(fileURLWithPath: folder("changed")))
        #expect(try copy("changed") == .different)
        #expect(try copy("numbers", size: size - 1) == .different)
        #expect(try FileSystem.read(folder("copy")) == Data("old".utf8))
        #expect(try folder.names == ["changed", "copy", "numbers"])
    }

    @Test func aPathThatIsNotARegularFileIsUnreadableWithoutAWait() throws {
        try FileSystem.createDirectory(at: folder("folder"))
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "numbers")
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        for (name, code) in [
            ("none", ENOENT), ("numbers/below", ENOTDIR), ("folder", EISDIR), ("link", ELOOP),
            ("pipe", EINVAL),
        ] {
            let error = FileSystemError("read", folder(name), code: code)
            #expect(try copy(name) == .unreadable(error))
        }
        #expect(try folder.names == ["folder", "link", "numbers", "pipe"])
    }

    @Test func linksAreRefusedOnlyWhereTheyAreNotFollowed() throws {
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "numbers")
        #expect(try FileSystem.read(folder("link")) == numbers)
        #expect(try FileSystem.digest(ofFile: folder("link")).digest == digest)
        let reading = #expect(throws: FileSystemError.self) {
            try FileSystem.read(folder("link"), followingLinks: false)
        }
        #expect(reading?.code == ELOOP)
        let hashing = #expect(throws: FileSystemError.self) {
            try FileSystem.digest(ofFile: folder("link"), followingLinks: false)
        }
        #expect(hashing?.code == ELOOP)
    }

    @Test func aDigestCoversAllPieces() throws {
        let found = try FileSystem.digest(ofFile: folder("numbers"))
        #expect(found.digest == digest)
        #expect(found.bytes == size)
        #expect(throws: FileSystemError.self) { try FileSystem.digest(ofFile: folder("none")) }
    }

    @Test func aDestinationThatCannotBeWrittenIsNamedAndLeft() throws {
        try FileSystem.createDirectory(at: folder("folder"))
        for (name, code) in [("none/copy", ENOENT), ("numbers/copy", ENOTDIR), ("folder", EISDIR)] {
            let error = #expect(throws: FileSystemError.self) {
                try FileSystem.copy(folder("numbers"), to: folder(name), verifying: try #require(digest))
            }
            #expect(error?.code == code)
            #expect(error?.path == folder(name))
        }
        #expect(try folder.names == ["folder", "numbers"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("folder")).isEmpty)
    }

    #if compiler(>=6.2)
        // A limit on the length of files makes the system take a part of a write, as a disk does that fills up. It
        // is the whole process's limit, so this is a process of its own.
        @Test func aWriteThatEndsHalfwayLeavesNothingBehind() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let data = Data(repeating: 7, count: 300_000)
                try data.write(to: URL(fileURLWithPath: folder("source")))
                try folder.put("old", "file")
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
                #if canImport(Glibc)
                    let isSet = setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                #else
                    let isSet = setrlimit(RLIMIT_FSIZE, &limit)
                #endif
                #expect(isSet == 0)
                let writing = #expect(throws: FileSystemError.self) {
                    try FileSystem.writeAtomically(data, to: folder("file"))
                }
                let copying = #expect(throws: FileSystemError.self) {
                    try FileSystem.copy(
                        folder("source"), to: folder("file"), verifying: ContentDigest(hashing: data))
                }
                for error in [writing, copying] {
                    #expect(error?.code == EFBIG)
                    #expect(error?.path == folder("file"))
                }
                #expect(try FileSystem.read(folder("file")) == Data("old".utf8))
                #expect(try folder.names == ["file", "source"])
                try FileSystem.writeAtomically(data.prefix(100_000), to: folder("file"))
                #expect(try FileSystem.read(folder("file")).count == 100_000)
            }
        }
    #endif
}
