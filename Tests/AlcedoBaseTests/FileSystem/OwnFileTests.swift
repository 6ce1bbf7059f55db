import AlcedoBase
import Foundation
import Testing

/// Files below a folder that a run names, by names that may be forged.
@Suite struct OwnFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["root", "outside"] {
            try FileManager.default.createDirectory(
                atPath: folder(name), withIntermediateDirectories: false)
        }
        try folder.put("canary", "outside/canary")
        try folder.put("ours", "root/ours")
        for (link, target) in [("root/link", "outside"), ("root/file", "outside/canary")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder(link), withDestinationPath: folder(target))
        }
    }

    private func file(_ name: String) throws -> OwnFile {
        try #require(OwnFile(name, in: folder("root")))
    }

    /// Puts another file with the same bytes in the place of ours.
    private func replace() throws(FileSystemError) {
        try FileSystem.writeAtomically(Data("ours".utf8), to: folder("root/ours"))
    }

    @Test(arguments: ["", ".", "..", "/ours", "../outside/canary", "a/../ours", "./ours", "ours/", "ours\0"])
    func thereIsNoFileOfThisName(_ name: String) { #expect(OwnFile(name, in: folder("root")) == nil) }

    @Test(arguments: ["link/canary", "file", "link"]) func whatALinkLeadsToIsForeign(_ name: String) throws {
        #expect(try file(name).found() == nil)
        #expect(try file(name).remove { _ in true } == .foreign)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("outside")) == ["canary"])
        #expect(try FileSystem.status(of: folder("root/" + name.prefix(4)))?.kind == .symbolicLink)
    }

    @Test func onlyWhatIsOursIsDeleted() throws {
        #expect(try file("ours").remove { $0.digest == ContentDigest(hashing: "theirs") } == .foreign)
        #expect(try file("ours").remove { $0.digest == ContentDigest(hashing: "ours") } == .deleted)
        #expect(try file("ours").remove { _ in true } == .absent)
        #expect(try file("no/ours").remove { _ in true } == .absent)
    }

    @Test func aFileThatTakesItsPlaceIsLookedAtAgain() throws {
        var looks = 0
        let removal = try file("ours").remove { _ throws(FileSystemError) in
            looks += 1
            if looks == 1 { try replace() }
            return true
        }
        #expect(removal == .deleted)
        #expect(looks == 2)
        try replace()
        // Now it is another's.
        let other = try file("ours").remove { found throws(FileSystemError) in
            let isOurs = found.digest == ContentDigest(hashing: "ours")
            if isOurs { try FileSystem.writeAtomically(Data("mine".utf8), to: folder("root/ours")) }
            return isOurs
        }
        #expect(other == .foreign)
        #expect(try FileSystem.read(folder("root/ours")) == Data("mine".utf8))
    }

    @Test func aFileThatChangesWithEachLookIsAnError() throws {
        let error = #expect(throws: FileSystemError.self) {
            try file("ours").remove { _ throws(FileSystemError) in
                try replace()
                return true
            }
        }
        #expect(error?.operation == "delete")
        #expect(try FileSystem.status(of: folder("root/ours")) != nil)
    }
}
