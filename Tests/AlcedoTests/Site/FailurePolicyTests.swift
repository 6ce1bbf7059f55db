import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite(.timeLimit(.minutes(60))) struct FailurePolicyTests {
    /// A built site in which a picture was damaged since.
    func broken(_ policy: String) async throws -> TestSite {
        let site = try TestSite(TestSite.usual + "\non-error: \(policy)\n")
        try await site.settle()
        try site.put(Data("no picture".utf8), "photos/b.png")
        return site
    }

    @Test func theSVGPolicyOfASourceAppliesAfterABuild() async throws {
        let manifest = TestSite.usual.replacingOccurrences(of: "photos/*.png", with: "a.svg")
        let site = try TestSite(manifest, pictures: [])
        let svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"40\"><rect width=\"9\" height=\"9\"/></svg>"
        try site.put(Data(svg.utf8), "a.svg")
        try await site.settle()
        try site.write(manifest + "\n    svg: refuse\n")
        #expect(try await site.build().failures.map(\.source) == ["a.svg"])
        try site.write(manifest)
        #expect(try await site.build().isComplete)
    }

    @Test func aKeptEntryChangesItsPlaceWithItsSource() async throws {
        func manifest(_ names: [String]) -> String {
            TestSite.usual.replacingOccurrences(
                of: "  - path: photos/*.png",
                with: names.map { "  - path: photos/\($0).png" }.joined(separator: "\n"))
                + "\non-error: keep\n"
        }
        let site = try TestSite(manifest(["a", "b", "c"]))
        try await site.settle()
        try site.put(Data("no picture".utf8), "photos/b.png")
        try site.remove(".alcedo")
        for names in [["a", "b", "c"], ["b", "a", "c"], ["a", "c", "b"]] {
            try site.write(manifest(names))
            try await site.build()
            #expect(try site.index().order == names.map { "photos/\($0).png" })
            #expect(try site.index().images["photos/b.png"]?.stale == true)
        }
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
        // Finished pictures are in the cache.
        try site.picture("photos/b.png", 1)
        let repaired = try await site.build()
        #expect((repaired.made, repaired.isPublished) == (0, true))
        try site.expectConsistent()
    }

    @Test func aSkippedSourceIsLeftOut() async throws {
        let site = try await broken("skip")
        let report = try await site.build()
        #expect((report.isComplete, report.isPublished, report.filesDeleted) == (true, true, 4))
        #expect(report.failures.map(\.isTolerated) == [true])
        let index = try site.index()
        #expect(index.images["photos/b.png"] == nil)
        #expect(index.order == ["photos/a.png", "photos/c.png", "photos/d.png"])
        try site.expectConsistent()
    }

    @Test func aSelectedSkippedSourceIsLeftOut() async throws {
        let site = try await broken("skip")
        try await site.build { $0.only = ["photos/b.png"] }
        let index = try site.index()
        #expect(index.images["photos/b.png"] == nil)
        #expect(index.order == ["photos/a.png", "photos/c.png", "photos/d.png"])
    }

    @Test(arguments: [true, false]) func aKeptSourceKeepsItsEntry(_ hasState: Bool) async throws {
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

    @Test func aFirstBuildHasNothingToKeep() async throws {
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
