import Foundation
import Testing

@testable import AlcedoBase

@Suite struct FileSystemReadTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func code(_ path: String, limit: Int? = nil) -> Int32? {
        #expect(throws: FileSystemError.self) { try FileSystem.read(path, limit: limit) }?.code
    }

    @Test(arguments: [0, 1, 4096, 1_000_001])
    func wholeFilesAreRead(count: Int) throws {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) })
        try data.write(to: URL(fileURLWithPath: folder("a")))
        #expect(try FileSystem.read(folder("a")) == data)
        let stable = try FileSystem.readStable(folder("a"))
        #expect(stable.data == data)
        #expect(try stable.status == FileSystem.status(of: folder("a")))
    }

    @Test func limitsAreTheMostThatIsAccepted() throws {
        try folder.put("12345", "a")
        #expect(try FileSystem.read(folder("a"), limit: 5).count == 5)
        #expect(code(folder("a"), limit: 4) == EFBIG)
        #expect(throws: FileSystemError.self) { try FileSystem.readStable(folder("a"), limit: 4) }
    }

    @Test func pathsThatAreNotRegularFilesAreRefusedAtOnce() throws {
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        #expect(code(folder("pipe")) == EINVAL)
        #expect(code("/dev/null") == EINVAL)
        #expect(code(folder.path) == EISDIR)
    }

    @Test func whatCannotBeOpenedIsNamedWithItsReason() throws {
        try folder.put("", "file")
        try FileManager.default.createSymbolicLink(atPath: folder("loop"), withDestinationPath: "loop")
        #expect(code(folder("none")) == ENOENT)
        #expect(code(folder("file/below")) == ENOTDIR)
        #expect(code(folder("loop")) == ELOOP)
        #expect(code(folder(String(repeating: "x", count: 300))) == ENAMETOOLONG)
        let error = #expect(throws: FileSystemError.self) { try FileSystem.read(folder("none")) }
        #expect(error?.description == "cannot read \(folder("none")): No such file or directory")
        #expect(error?.isMissing == true)
    }

    @Test func linksAreLookedThrough() throws {
        try folder.put("behind", "file")
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "file")
        #expect(try FileSystem.read(folder("link")) == Data("behind".utf8))
    }

    @Test func aFileThatChangesOnceIsReadAgain() throws {
        try folder.put("old", "a")
        var readings = 0
        let stable = try FileSystem.readStable(folder("a"), limit: nil) {
            readings += 1
            if readings == 1 { append("er", to: folder("a")) }
        }
        #expect(readings == 2)
        #expect(stable.data == Data("older".utf8))
        #expect(stable.status.size == 5)
    }

    @Test func aFileThatIsReplacedWhileItIsReadKeepsItsOwnStatus() throws {
        try folder.put("old", "a")
        let before = try FileSystem.status(of: folder("a"))
        var readings = 0
        let stable = try FileSystem.readStable(folder("a"), limit: nil) {
            readings += 1
            if readings > 1 { return }
            #expect(throws: Never.self) { try FileSystem.writeAtomically(Data("new!".utf8), to: folder("a")) }
        }
        // The open file lost its name, which moved its change time, so the name is read again.
        #expect(stable.data == Data("new!".utf8))
        #expect(stable.status.inode != before?.inode)
    }

    @Test func aFileThatKeepsChangingIsAnError() throws {
        try folder.put("a", "a")
        let error = #expect(throws: FileSystem.ChangedWhileReading.self) {
            try FileSystem.readStable(folder("a"), limit: nil) { append("b", to: folder("a")) }
        }
        #expect(error?.description == "\(folder("a")) changed while it was being read")
    }

    @Test func aFileThatShrinksWhileItIsReadIsDetected() throws {
        try folder.put("0123456789", "a")
        var readings = 0
        let stable = try FileSystem.readStable(folder("a"), limit: nil) {
            readings += 1
            if readings == 1 { truncate(folder("a"), 4) }
        }
        #expect(stable.data == Data("0123".utf8))
    }

    #if !canImport(Darwin)
        // Macs have no names that are not UTF-8.
        @Test func bytesThatAreNotTextAreShownInNames() throws {
            // Latin-1, a cut-off character, a surrogate, and a name that is right.
            let names: [[UInt8]] = [
                [0x61, 0xE9, 0x62], [0xC3, 0xA9, 0xC3], [0xED, 0xA0, 0x80], [0xC3, 0xA9],
            ]
            for name in names {
                let path = (Array(folder("").utf8) + name + [0]).map(CChar.init(bitPattern:))
                #expect(mkdir(path, 0o700) == 0)
            }
            let entries = try FileSystem.entries(ofDirectory: folder("."))
            #expect(entries.filter(\.isText).map(\.name) == ["é"])
            #expect(
                Set(entries.filter { !$0.isText }.map(\.name)) == ["a\\xE9b", "é\\xC3", "\\xED\\xA0\\x80"])
        }
    #endif

    private func append(_ text: String, to path: String) {
        guard let handle = FileHandle(forWritingAtPath: path) else { return }
        handle.seekToEndOfFile()
        handle.write(Data(text.utf8))
        handle.closeFile()
    }
}
