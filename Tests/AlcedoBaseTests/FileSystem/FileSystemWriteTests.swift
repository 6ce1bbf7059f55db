import AlcedoBase
import Foundation
import Testing

@Suite struct FileSystemWriteTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: [FileSystem.Durability.process, .power])
    func filesAreMadeAndReplaced(durability: FileSystem.Durability) throws {
        for text in ["first", "second, which is longer", ""] {
            try FileSystem.writeAtomically(Data(text.utf8), to: folder("a"), durability: durability)
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder("a"))) == Data(text.utf8))
            #expect(try folder.names == ["a"])
        }
    }

    @Test func leftoversOfKilledWritersAreFoundByOwner() throws {
        let left = [
            FileSystem.temporaryName(), FileSystem.temporaryName(owner: "lock-1"),
            FileSystem.temporaryName(owner: "lock-12"),
        ]
        for name in left + ["alcedo-tmp-lock-1-mine"] { try folder.put("half", name) }
        try FileManager.default.createDirectory(
            atPath: folder(".alcedo-tmp-lock-1-folder"), withIntermediateDirectories: false)
        try FileSystem.removeTemporaryFiles(in: folder.path, owner: "lock-1")
        let stay = [".alcedo-tmp-lock-1-folder", "alcedo-tmp-lock-1-mine"]
        #expect(try folder.names == (stay + [left[0], left[2]]).sorted())
        try FileSystem.removeTemporaryFiles(in: folder.path)
        #expect(try folder.names == stay)
        try FileSystem.removeTemporaryFiles(in: folder("nowhere"))
    }

    @Test func onlyTheProcesssOwnTemporaryFilesAreRemoved() throws {
        let own = FileSystem.temporaryName()
        // Of a process with the same number in another container, and of a writer with an owner.
        let others = [
            "\(FileSystem.temporaryPrefix)\(getpid())-0", FileSystem.temporaryName(owner: "lock-1"), "a",
        ]
        for name in others + [own, own + "-0", own + ".png"] { try folder.put("half", name) }
        try FileSystem.removeOwnTemporaryFiles(in: folder.path)
        #expect(try folder.names == others.sorted())
        try FileSystem.removeOwnTemporaryFiles(in: folder("nowhere"))
    }

    @Test func aFileThatIsReplacedKeepsItsModeAndItsGroup() throws {
        for mode in [0o600, 0o640, 0o666, 0o444] {
            try folder.put("old", "a")
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder("a"))
            // Only root certainly has several groups.
            let owner =
                getuid() == 0 ? (user: 65_534, group: 33) : (user: Int(getuid()), group: Int(getgid()))
            #expect(chown(folder("a"), uid_t(owner.user), gid_t(owner.group)) == 0)
            try FileSystem.replaceAtomically(folder("a"), with: Data("new".utf8))
            #expect(try permissions("a") == mode)
            let attributes = try FileManager.default.attributesOfItem(atPath: folder("a"))
            #expect(attributes[.ownerAccountID] as? Int == owner.user)
            #expect(attributes[.groupOwnerAccountID] as? Int == owner.group)
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder("a"))) == Data("new".utf8))
            #expect(try folder.names == ["a"])
            try FileManager.default.removeItem(atPath: folder("a"))
        }
        #expect(throws: FileSystemError.self) {
            try FileSystem.replaceAtomically(folder("a"), with: Data())
        }
        #expect(try folder.names == [])
    }

    @Test func permissionsAreTheRequestedOnesWithinTheMask() throws {
        try FileSystem.writeAtomically(Data(), to: folder("a"), permissions: 0o600)
        try FileSystem.writeAtomically(Data(), to: folder("b"))
        let mask = umask(0)
        umask(mask)
        #expect(try permissions("a") == 0o600)
        #expect(try permissions("b") == 0o666 & ~Int(mask))
    }

    private func permissions(_ name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func aLinkIsReplacedAndWhatItNamedStays() throws {
        try folder.put("behind", "file")
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "file")
        try FileSystem.writeAtomically(Data("new".utf8), to: folder("link"))
        #expect(try FileSystem.status(of: folder("link"))?.kind == .regular)
        #expect(try FileSystem.read(folder("file")) == Data("behind".utf8))
    }

    @Test func aReaderSeesTheOldBytesOrTheNew() async throws {
        let path = folder("a")
        let versions = [Data(repeating: 1, count: 200_000), Data(repeating: 2, count: 70_000)]
        try FileSystem.writeAtomically(versions[0], to: path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for index in 1...200 { try FileSystem.writeAtomically(versions[index % 2], to: path) }
            }
            group.addTask {
                for _ in 0..<200 {
                    let seen = try FileSystem.read(path)
                    #expect(versions.contains(seen))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func aFailureLeavesNothingBehind() throws {
        try folder.put("kept", "a")
        try FileSystem.createDirectory(at: folder("folder"))
        // A file cannot be renamed over a folder.
        let error = #expect(throws: FileSystemError.self) {
            try FileSystem.writeAtomically(Data("x".utf8), to: folder("folder"))
        }
        #expect(error?.code == EISDIR)
        #expect(try folder.names == ["a", "folder"])
        #expect(throws: FileSystemError.self) {
            try FileSystem.writeAtomically(Data("x".utf8), to: folder("none/a"))
        }
        #expect(throws: FileSystemError.self) {
            try FileSystem.writeAtomically(Data("x".utf8), to: folder("a/below"))
        }
        #expect(try folder.names == ["a", "folder"])
        #expect(try FileSystem.read(folder("a")) == Data("kept".utf8))
    }

    @Test func temporaryFilesCanStandElsewhereOnTheSameFileSystem() throws {
        try FileSystem.createDirectory(at: folder("tmp"))
        try FileSystem.writeAtomically(Data("x".utf8), to: folder("a"), temporaryDirectory: folder("tmp"))
        #expect(try FileSystem.entries(ofDirectory: folder("tmp")).isEmpty)
        let error = #expect(throws: FileSystemError.self) {
            try FileSystem.writeAtomically(
                Data("y".utf8), to: folder("a"), temporaryDirectory: folder("none"))
        }
        #expect(error?.isMissing == true)
        #expect(try FileSystem.read(folder("a")) == Data("x".utf8))
    }

    @Test func temporaryNamesAreKnownByTheirBeginningAndNeverMeet() {
        let names = (0..<1000).map { _ in FileSystem.temporaryName() }
        #expect(names.allSatisfy { $0.hasPrefix(FileSystem.temporaryPrefix) && !$0.contains("/") })
        #expect(Set(names).count == names.count)
    }

    @Test func synchronizingAMissingFileFails() throws {
        try FileSystem.synchronizeDirectory(folder.path)
        try FileSystem.synchronizeFileSystem(of: folder.path)
        #expect(throws: FileSystemError.self) { try FileSystem.synchronizeDirectory(folder("none")) }
        #expect(throws: FileSystemError.self) { try FileSystem.synchronizeFileSystem(of: folder("none")) }
    }

    #if compiler(>=6.2)
        // The limit of a file's size behaves as a full disk does: the call that reaches it takes a part, and only the
        // next one fails. It is the whole process's limit, so this is a process of its own.
        @Test func aDiskThatFillsUpLeavesTheOldFile() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                try folder.put("old", "a")
                let most = 1 << 20
                var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
                // Without this, the system would end the process instead of failing the call.
                signal(SIGXFSZ, SIG_IGN)
                #if canImport(Glibc)
                    let isSet = setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                #else
                    let isSet = setrlimit(RLIMIT_FSIZE, &limit)
                #endif
                #expect(isSet == 0)
                let error = #expect(throws: FileSystemError.self) {
                    try FileSystem.writeAtomically(Data(count: most + 1), to: folder("a"))
                }
                #expect(error?.code == EFBIG)
                #expect(error?.description == "cannot write \(folder("a")): File too large")
                #expect(try folder.names == ["a"])
                #expect(try FileSystem.read(folder("a")) == Data("old".utf8))
            }
        }
    #endif
}
