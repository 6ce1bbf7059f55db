import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite(.timeLimit(.minutes(60))) struct OutputDiskTests {
    @Test func theTemporaryCacheOfABuildWithoutACacheIsOnlyForThisUser() async throws {
        let site = try TestSite()
        let run = try BuildRun(site.builder { $0.ignoresCache = true }) { _ in }
        let folder = run.pipeline.configuration.disk.directory
        let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        run.end()
        #expect(try FileSystem.status(of: folder) == nil)
        #expect(try await site.build { $0.ignoresCache = true }.isPublished)
    }

    /// Mounts a file system of this size, or resizes the existing one. Requires privileges.
    private func disk(_ path: String, kilobytes: Int, again: Bool = false) -> Bool {
        #if os(Linux)
            mount("alcedo-tests", path, "tmpfs", again ? UInt(MS_REMOUNT) : 0, "size=\(kilobytes)k") == 0
        #else
            false
        #endif
    }

    private func unmount(_ path: String) {
        #if os(Linux)
            umount2(path, Int32(MNT_DETACH))
        #endif
    }

    @Test func aFullDiskIsReportedAndTheNextBuildRecovers() async throws {
        let site = try TestSite()
        try FileSystem.createDirectory(at: site.path("out"))
        guard disk(site.path("out"), kilobytes: 32) else {
            // Without a separate disk: a file in place of a folder stops the build as well.
            try site.put(Data(), "out/photos")
            await #expect(throws: SiteError.self) { try await site.build() }
            return
        }
        defer { unmount(site.path("out")) }
        let error = await #expect(throws: SiteError.self) { try await site.build() }
        #expect(error?.code == "site.cannot-write")
        #expect(error?.description.contains("No space left on device") == true)
        #expect(error?.description.contains("\n") == false)
        #expect(try !site.exists("out/index.json"))
        #expect(try site.files().keys.filter { $0.contains(".alcedo-tmp-") } == [])
        #expect(disk(site.path("out"), kilobytes: 2048, again: true))
        let report = try await site.build()
        #expect((report.made, report.isPublished) == (0, true))
        try site.expectConsistent()
    }

    // A file system is mounted on it, or else its parent is not writable.
    @Test func aFolderThatCannotBeRemovedStaysWithoutAnError() async throws {
        let site = try TestSite(
            TestSite.usual + "\n  - path: more/*.png\n    optional: true", pictures: ["a"])
        try site.picture("more/m.png", 7)
        try FileSystem.createDirectory(at: site.path("out/more"))
        let isMounted = disk(site.path("out/more"), kilobytes: 1024)
        defer { unmount(site.path("out/more")) }
        try await site.build()
        try site.remove("more/m.png")
        // Four files of each source, and the index.
        #expect(try await site.build().filesDeleted == 4)
        if !isMounted { #expect(chmod(site.folder.path, 0o555) == 0) }
        defer { chmod(site.folder.path, 0o755) }
        #expect(try await site.builder().clean().deleted == 5)
        #expect(try site.files() == [:])
        #expect(try site.exists("out"))
        #expect(site.ledger.output() == Ledger.Output())
    }

    @Test func theOutputMayBeALinkToAFolder() async throws {
        let site = try TestSite()
        try FileSystem.createDirectory(at: site.path("elsewhere"))
        try site.folder.link("out", to: site.path("elsewhere"))
        try await site.settle()
        try site.expectConsistent(in: "elsewhere")
        #expect(try site.files("elsewhere").count == 17)
        try site.remove("photos/a.png")
        try await site.build()
        #expect(try site.files("elsewhere").count == 13)
        #expect(try FileSystem.status(of: site.path("out"))?.kind == .symbolicLink)
    }
}
