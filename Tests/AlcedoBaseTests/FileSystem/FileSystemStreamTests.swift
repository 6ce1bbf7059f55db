import AlcedoBase
import Foundation
import Testing

@Suite struct FileSystemStreamTests {
    private struct Refused: Error {}

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func piecesBecomeOneFileInOneStep() throws {
        try folder.put("old", "a")
        // More than the buffer holds.
        let piece = String(repeating: "é", count: 300_000)
        try FileSystem.writeAtomically(to: folder("a")) { stream in
            for _ in 0..<5 { try stream.write(piece) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder("a"))) == Data("old".utf8))
            try stream.write([1, 2, 3])
        }
        let expected = Data(String(repeating: piece, count: 5).utf8) + Data([1, 2, 3])
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder("a"))) == expected)
        #expect(try folder.names == ["a"])
    }

    @Test func anAbandonedWriteLeavesNothing() throws {
        try folder.put("old", "a")
        for name in ["a", "b"] {
            #expect(throws: Refused.self) {
                try FileSystem.writeAtomically(to: folder(name)) { stream in
                    try stream.write(String(repeating: "x", count: 2 << 20))
                    throw Refused()
                }
            }
        }
        #expect(try folder.names == ["a"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder("a"))) == Data("old".utf8))
    }

    /// Nobody holds what a killed process has left.
    @Test func theNextWriteRemovesWhatAKilledOneHasLeft() throws {
        try FileSystem.writeAtomically(to: folder("a")) { _ in
            let name = try #require(try folder.names.first { $0.hasPrefix(FileSystem.temporaryPrefix) })
            try folder.put("part", name + "k")
            try folder.put("part", FileSystem.temporaryPrefix + "other-1-x")
        }
        #expect(try folder.names.count == 3)
        try FileSystem.writeAtomically(to: folder("b")) { _ in }
        #expect(try folder.names.count == 4)
        try FileSystem.writeAtomically(to: folder("a")) { outer in
            // Not what another one is writing.
            try FileSystem.writeAtomically(to: folder("a")) { try $0.write("inner") }
            try outer.write("outer")
        }
        #expect(try folder.names.sorted() == [FileSystem.temporaryPrefix + "other-1-x", "a", "b"])
        #expect(try FileSystem.read(folder("a")) == Data("outer".utf8))
    }

    @Test func errorsNameWhatWasToBeWritten() {
        #expect(throws: FileSystemError("create", folder("nowhere/a"), code: ENOENT)) {
            try FileSystem.writeAtomically(to: folder("nowhere/a")) { _ in }
        }
    }

    @Test func theBeginningOfAFileIsReadAlone() throws {
        try folder.put("beginning", "a")
        #expect(try FileSystem.readBeginning(of: folder("a"), count: 5) == Array("begin".utf8))
        #expect(try FileSystem.readBeginning(of: folder("a"), count: 500) == Array("beginning".utf8))
        #expect(throws: FileSystemError("read", folder.path, code: EISDIR)) {
            try FileSystem.readBeginning(of: folder.path, count: 5)
        }
    }
}
