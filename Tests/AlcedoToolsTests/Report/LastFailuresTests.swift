import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite(.timeLimit(.minutes(60))) struct LastFailuresTests {
    private func kept(_ site: TestSite) throws -> LastFailures? {
        let store = DiskStore(directory: site.path(".alcedo"), isReadOnly: true)
        return LastFailures(
            stored: store.loadFields(named: LastFailures.name(forOutput: site.path("out"))))
    }

    @Test func whatFailedIsKeptAsTheBuildSaidIt() async throws {
        let site = try TestSite(TestSite.usual + "\non-error: skip\n")
        try site.put(Data("no picture".utf8), "photos/b.png")
        let report = try await site.build()
        let last = try #require(try kept(site))
        #expect(last.said.map(\.failure) == report.failures)
        #expect(last.said.map(\.failure.source) == ["photos/b.png"])
        #expect(last.isPublished)
        #expect(abs(Double(last.moment) / 1e9 - Date().timeIntervalSince1970) < 600)
        // The index was written before that.
        #expect(try #require(try FileSystem.status(of: site.path("out/index.json"))).modified <= last.moment)
    }

    @Test func aBuildThatPublishesNothingSaysSo() async throws {
        let site = try TestSite()
        try site.put(Data("no picture".utf8), "photos/b.png")
        try await site.build()
        #expect(try kept(site)?.isPublished == false)
    }

    @Test func nothingIsKeptOnceAllIsWell() async throws {
        let site = try TestSite(TestSite.usual + "\non-error: keep\n")
        try site.put(Data("no picture".utf8), "photos/b.png")
        try await site.build()
        #expect(try kept(site) != nil)
        try site.picture("photos/b.png", 1)
        try await site.build()
        #expect(try kept(site) == nil)
        #expect(try site.files(".alcedo/v1/state").keys.allSatisfy { !$0.hasPrefix("failures") })
    }

    @Test func aSelectionLeavesTheOthersFailuresAsTheyWere() async throws {
        let site = try TestSite(TestSite.usual + "\non-error: skip\n")
        for name in ["a", "b", "c"] { try site.put(Data("no picture".utf8), "photos/\(name).png") }
        try await site.build()
        #expect(
            try kept(site)?.said.map(\.failure.source) == ["photos/a.png", "photos/b.png", "photos/c.png"])
        try site.picture("photos/b.png", 1)
        try await site.build { $0.only = ["photos/b.png", "photos/c.png"] }
        #expect(try kept(site)?.said.map(\.failure.source) == ["photos/a.png", "photos/c.png"])
        try site.remove("photos/a.png")
        try await site.build { $0.only = ["photos/d.png"] }
        // Sources that are no longer in the manifest cannot fail.
        #expect(try kept(site)?.said.map(\.failure.source) == ["photos/c.png"])
    }

    @Test func aSelectionDoesNotReportUnselectedFailures() async throws {
        let site = try TestSite()
        try site.put(Data("no picture".utf8), "photos/b.png")
        try await site.build()
        let first = try #require(try kept(site))
        try await site.build { $0.only = ["photos/a.png"] }
        let second = try #require(try kept(site))
        #expect(second.said == first.said)
        #expect(second.moment > first.moment)
    }

    @Test func aDamagedFileIsIgnoredAndReplaced() async throws {
        let site = try TestSite(TestSite.usual + "\non-error: skip\n")
        try site.put(Data("no picture".utf8), "photos/b.png")
        try await site.build()
        let name = ".alcedo/v1/state/" + LastFailures.name(forOutput: site.path("out"))
        var bytes = try site.bytes(name)
        bytes[bytes.count / 2] ^= 1
        try site.put(bytes, name)
        #expect(try kept(site) == nil)
        try await site.build()
        #expect(try kept(site)?.said.count == 1)
    }

    @Test func everyFieldComesBack() throws {
        let failures = [
            BuildFailure(
                location: Diagnostic.Location(file: "a.yml", line: 3, column: 7), source: "x",
                variant: "hero",
                phase: .encode, code: "encode.failed", reason: "r", isTolerated: false),
            BuildFailure(
                location: Diagnostic.Location(file: "b.csv", line: 1, column: 1), source: "y", phase: .loader,
                code: "loader.status.404", reason: "s", isTolerated: true),
        ]
        let last = LastFailures(failures, isPublished: true, moment: 42)
        #expect(try LastFailures(FieldReader(last.bytes)) == last)
        for count in 0..<last.bytes.count {
            #expect(throws: FieldReader.Malformed.self) {
                try LastFailures(FieldReader(Array(last.bytes.prefix(count))))
            }
        }
    }
}
