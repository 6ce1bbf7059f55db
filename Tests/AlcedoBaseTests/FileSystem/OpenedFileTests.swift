import AlcedoBase
import Foundation
import Testing

/// Files that stay the same while they are read.
@Suite struct OpenedFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["root", "root/deep", "outside"] {
            try FileManager.default.createDirectory(
                atPath: folder(name), withIntermediateDirectories: false)
        }
        try folder.put("canary", "outside/canary")
        try folder.put("0123456789", "root/deep/file")
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder(name), withDestinationPath: target)
    }

    private func code(_ name: String) -> Int32? {
        do throws(FileSystemError) {
            _ = try OpenedFile(name, below: folder("root"))
            return nil
        } catch {
            return error.code
        }
    }

    @Test func piecesAreThoseOfThePlace() throws {
        let file = try OpenedFile("deep/file", below: folder("root"))
        #expect(file.status.size == 10)
        #expect(try file.read(at: 2, count: 3) == Array("234".utf8))
        #expect(try file.read(at: 8, count: 100) == Array("89".utf8))
        #expect(try file.read(at: 10, count: 1).isEmpty)
        #expect(try file.readAll() == Array("0123456789".utf8))
        // `printf 0123456789 | sha256sum`
        #expect(
            try file.digest().hex == "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882")
    }

    @Test func anotherFileInItsPlaceIsNotRead() throws {
        let file = try OpenedFile("deep/file", below: folder("root"))
        try FileManager.default.removeItem(atPath: folder("root/deep/file"))
        try link("root/deep/file", to: folder("outside/canary"))
        #expect(try file.readAll() == Array("0123456789".utf8))
        #expect(code("deep/file") == ELOOP)
    }

    @Test func noLinkIsFollowedBelowAFolder() throws {
        try link("root/inside", to: "deep/file")
        try link("root/outside", to: "../outside/canary")
        try link("root/folder", to: "deep")
        try link("root/out", to: "../outside")
        for name in ["inside", "outside"] { #expect(code(name) == ELOOP, "\(name)") }
        for name in ["folder/file", "out/canary"] {
            #expect([ELOOP, ENOTDIR].contains(code(name)), "\(name)")
        }
        for name in ["../outside/canary", "/etc/hosts", "deep/../deep/file", "deep\0/file", ""] {
            #expect(code(name) == EXDEV, "\(name)")
        }
        #expect(code("deep") == EISDIR)
        #expect(code("deep/none") == ENOENT)
        // Where the folder itself is a link, it is what was named.
        try link("site", to: "root")
        #expect(try OpenedFile("deep/file", below: folder("site")).status.size == 10)
        do throws(FileSystemError) {
            _ = try OpenedFile("deep/file", below: folder("site"), followingLinks: false)
            Issue.record("a link in place of the folder was followed")
        } catch {
            #expect([ELOOP, ENOTDIR].contains(error.code))
        }
    }

    @Test func onlyRegularFilesAreOpened() throws {
        #expect(mkfifo(folder("root/pipe"), 0o600) == 0)
        #expect(code("pipe") == EINVAL)
        #expect(throws: FileSystemError("read", folder("root"), code: EISDIR)) {
            try OpenedFile(folder("root"), followingLinks: true)
        }
        try link("file", to: "root/deep/file")
        #expect(try OpenedFile(folder("file"), followingLinks: true).status.size == 10)
        #expect(throws: FileSystemError("read", folder("file"), code: ELOOP)) {
            try OpenedFile(folder("file"), followingLinks: false)
        }
    }

    @Test func whatHasNoPlaceInMemoryIsAnError() throws {
        let path = folder("root/deep/file")
        let file = try OpenedFile(path, followingLinks: true)
        // More than processors address.
        #expect(throws: FileSystemError("read", path, code: ENOMEM)) { try file.read(at: 0, count: 1 << 57) }
        #expect(throws: FileSystemError("read", path, code: EFBIG)) { try file.readAll(limit: 9) }
        #expect(try file.readAll(limit: 10).count == 10)
    }
}
