import Foundation
import Testing

@testable import Alcedo

@Suite(.timeLimit(.minutes(5))) struct FailurePolicyTests {
    /// A site that was built, in which one picture has been broken since.
    func broken(_ policy: String) async throws -> TestSite {
        let site = try TestSite(TestSite.usual + "\non-error: \(policy)\n")
        try await site.settle()
        try site.put(Data("no picture".utf8), "photos/b.png")
        return site
    }

    @Test func byDefaultTheOutputStaysAsItWas() async throws {
        let site = try await broken("fail")
        try site.picture("photos/c.png", 50)
        let before = try site.statuses().filter { $0.key.hasPrefix("out") }
        let report = try await site.build()
        #expect((report.isComplete, report.isPublished, report.failures.count) == (false, false, 1))
        let failure = try #require(report.failures.first)
        #expect(failure.source == "photos/b.png")
        #expect(failure.phase == .decode)
        #expect(failure.location.line == 8)
        #expect(!failure.description.contains("\n"))
        #expect(try site.statuses().filter { $0.key.hasPrefix("out") } == before)
        // What was finished is in the cache.
        try site.picture("photos/b.png", 1)
        let repaired = try await site.build()
        #expect((repaired.made, repaired.isPublished) == (0, true))
        try site.expectConsistent()
    }

    @Test func skippedItIsLeftOut() async throws {
        let site = try await broken("skip")
        let report = try await site.build()
        #expect((report.isComplete, report.isPublished, report.filesDeleted) == (true, true, 4))
        #expect(report.failures.map(\.isTolerated) == [true])
        let index = try site.index()
        #expect(index.images["photos/b.png"] == nil)
        #expect(index.order == ["photos/a.png", "photos/c.png", "photos/d.png"])
        try site.expectConsistent()
    }

    @Test(arguments: [true, false]) func keptItShowsWhatItWas(_ hasState: Bool) async throws {
        let site = try await broken("keep")
        if !hasState { try site.remove(".alcedo") }
        let before = try site.index()
        let report = try await site.build()
        #expect((report.isComplete, report.isPublished, report.filesDeleted) == (true, true, 0))
        let entry = try #require(try site.index().images["photos/b.png"])
        #expect(entry.stale == true)
        #expect(entry.variants == before.images["photos/b.png"]?.variants)
        #expect(try site.index().order == before.order)
        try site.expectConsistent()
        // Again and again.
        try await site.build()
        #expect(try site.index().images["photos/b.png"] == entry)
        try site.picture("photos/b.png", 1)
        try await site.build()
        #expect(try site.index() == before)
    }

    @Test func thereIsNothingToKeepAtFirst() async throws {
        let site = try TestSite(TestSite.usual + "\non-error: keep\n")
        try site.put(Data("no picture".utf8), "photos/b.png")
        let warnings = Collected<String>()
        let report = try await site.build(tell: {
            if case .warning(let warning) = $0 { warnings.add(warning.message) }
        })
        #expect(report.isPublished)
        #expect(warnings.all.contains { $0.contains("photos/b.png: there is nothing to keep yet") })
        try site.expectConsistent()
    }

    @Test func aMissingFileFailsAloneAndSaysWhere() async throws {
        let site = try TestSite(TestSite.usual + "\n  - path: photos/none.png\n")
        let report = try await site.build()
        #expect(report.failures.map(\.source) == ["photos/none.png"])
        #expect(report.failures.first?.location.line == 9)
        #expect(report.made == 16)
        #expect(try !site.exists("out/index.json"))
    }

    @Test func aFormatThatCannotHoldThePictureFailsThatVariant() async throws {
        let site = try TestSite(TestSite.usual.replacingOccurrences(of: "[webp, auto]", with: "[jpeg]"))
        try site.put(PlainPNG(width: 60, height: 40, isTransparent: true, seed: 3).data, "photos/b.png")
        let report = try await site.build()
        #expect(report.failures.map(\.variant) == ["small"])
        #expect(report.failures.first?.phase == .encode)
        #expect(report.failures.first?.reason.contains("transparency") == true)
    }
}
