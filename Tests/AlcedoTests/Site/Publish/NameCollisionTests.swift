import Alcedo
import AlcedoManifest
import Foundation
import Testing

/// Sources whose files would have the same name, which is only known after making them: identical files may share it.
@Suite(.timeLimit(.minutes(60))) struct NameCollisionTests {
    func site(_ policy: String) throws -> TestSite {
        try TestSite(
            TestSite.usual.replacingOccurrences(
                of: "[20, 30] }", with: "[20, 30], name: \"{width}.{ext}\" }") + "\non-error: \(policy)\n",
            pictures: ["a", "b"])
    }

    @Test func theSecondFailsWithItsPlaceAndNothingIsWritten() async throws {
        let site = try site("fail")
        let report = try await site.build()
        #expect((report.isComplete, report.isPublished, report.failures.count) == (false, false, 1))
        let failure = try #require(report.failures.first)
        #expect((failure.source, failure.phase, failure.location.line) == ("photos/b.png", .write, 8))
        #expect(failure.reason.contains("photos/a.png (") && failure.reason.contains("images.yml:8:5)"))
        #expect(try site.files().isEmpty)
        // Finished results are in the cache.
        try site.write(TestSite.usual)
        #expect(try await site.build().made == 0)
    }

    @Test(arguments: ["skip", "keep"]) func itIsLeftOutWhereThatIsAllowed(_ policy: String) async throws {
        let site = try site(policy)
        let report = try await site.build()
        #expect((report.isComplete, report.isPublished, report.failures.count) == (true, true, 1))
        #expect(try site.index().order == ["photos/a.png"])
        try site.expectConsistent()
    }

    @Test func equalFilesShareTheName() async throws {
        let site = try site("fail")
        try site.picture("photos/b.png", 0)
        #expect(try await site.build().failures == [])
        #expect(try site.files().count == 5)
    }

    @Test func aSelectionSaysItLikeAWholeBuild() async throws {
        let site = try site("fail")
        let whole = try await site.build().failures
        #expect(whole.map(\.source) == ["photos/b.png"])
        #expect(try await site.build { $0.only = ["photos/a.png"] }.isPublished)
        let before = try site.files()
        let report = try await site.build { $0.only = ["photos/b.png"] }
        #expect((report.isComplete, report.isPublished) == (false, false))
        #expect(report.failures.map(\.description) == whole.map(\.description))
        #expect(try site.files() == before)
    }

    @Test func whatASelectionLeavesAloneKeepsItsName() async throws {
        let site = try site("skip")
        #expect(try await site.build { $0.only = ["photos/b.png"] }.failures == [])
        let report = try await site.build { $0.only = ["photos/a.png"] }
        #expect(report.isPublished)
        #expect(report.failures.map(\.source) == ["photos/a.png"])
        #expect(report.failures.first?.reason.contains("photos/b.png (") == true)
        #expect(try site.index().order == ["photos/b.png"])
        try site.expectConsistent()
    }
}
