import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Which of the things that a build looks at its build system would not notice.
@Suite struct PlannedFilesTests {
    private static let head = """
        version: 1
        output: out
        variants: { small: { widths: [20], formats: [png] } }
        sources:

        """

    private let site: TestSite

    init() throws {
        site = try TestSite(Self.head + "  - path: photos/*.png\n", pictures: ["a", "b"])
    }

    /// Builds a bundle, and returns what is not planned, relative to the target's folder.
    private func unplanned(_ names: [String], sources: String = "  - path: photos/*.png\n") async throws
        -> [String]
    {
        try site.write(Self.head + sources)
        try site.put(Data((["7"] + names).joined(separator: "\n").utf8), "work/planned.txt")
        let record = FileRecord()
        let report = try await record.keeping {
            try await site.builder { options in
                options.cacheDirectory = site.path("work/cache")
                options.bundle = BuildOptions.BundledBuild(
                    output: site.path("work/images"), swift: site.path("work/Images.swift"))
            }.build()
        }
        #expect(report.isPublished)
        return try paths(record)
    }

    private func paths(_ record: FileRecord, plan: String = "7") throws -> [String] {
        let planned = try PlannedFiles(
            contentsOf: site.path("work/planned.txt"), plan: plan, besides: site.path("images.yml"))
        return try planned.unplanned(record).map {
            $0.replacingOccurrences(of: site.folder.path + "/", with: "")
        }
    }

    private static let all = ["/", "photos/", "images.yml", "photos/a.png", "photos/b.png"]

    @Test func nothingIsLeftWhereAllIsPlanned() async throws {
        #expect(try await unplanned(Self.all) == [])
    }

    @Test func whatIsNotPlannedIsNamed() async throws {
        #expect(try await unplanned(Self.all.filter { $0 != "photos/b.png" }) == ["photos/b.png"])
        #expect(try await unplanned(Self.all.filter { $0 != "photos/" }) == ["photos"])
        #expect(try await unplanned(Self.all.filter { $0 != "images.yml" }) == ["images.yml"])
    }

    @Test func aNeighborThatNoPatternMatchesIsOfNoInterest() async throws {
        try site.put(Data("text".utf8), "photos/notes.txt")
        try site.put(Data("text".utf8), "photos/.hidden.png")
        #expect(try await unplanned(Self.all) == [])
    }

    @Test func aHiddenPictureThatIsWrittenOutIsNotPlanned() async throws {
        try site.picture("photos/.shy/c.png", 3)
        let usual = "  - path: photos/*.png\n"
        #expect(
            try await unplanned(Self.all, sources: usual + "  - path: photos/.shy/c.png\n") == [
                "photos/.shy/c.png"
            ])
        #expect(
            try await unplanned(Self.all, sources: usual + "  - path: photos/.shy/*.png\n") == ["photos/.shy"]
        )
    }

    @Test func whatIsMissingIsPlannedIfItsFolderIs() async throws {
        let sources =
            "  - path: photos/*.png\n  - { path: later/deep/x.png, optional: true }\n"
            + "  - { path: \"later/*.png\", optional: true }\n"
        #expect(try await unplanned(Self.all, sources: sources) == [])
        // Where SwiftPM does not plan again, no folder is planned.
        let files = Self.all.filter { !$0.hasSuffix("/") }
        #expect(
            try await unplanned(files, sources: sources)
                == [site.folder.path, "images.lock", "later/deep/x.png", "photos"])
    }

    @Test func aPathIsTheSameWithADotInIt() async throws {
        #expect(try await unplanned(Self.all, sources: "  - path: ./photos/a.png\n") == [])
    }

    @Test func aFileOutsideIsNeverPlanned() throws {
        try site.put(Data(("7\n" + Self.all.joined(separator: "\n")).utf8), "work/planned.txt")
        let outside = FileManager.default.temporaryDirectory.path + "/photos/a.png"
        let record = FileRecord()
        record.willRead(outside)
        record.willRead(site.folder.path + "er/photos/a.png")
        record.willRead(site.path("x/../photos/a.png"))
        record.willRead(site.path("photos/a.png"))
        record.willList("/") { _, _ in true }
        let expected = ["/", outside, site.folder.path + "er/photos/a.png", "x/../photos/a.png"]
        #expect(try Set(paths(record)) == Set(expected))
    }

    @Test func anotherPlanSaysNothing() async throws {
        #expect(try await unplanned(Self.all) == [])
        let record = FileRecord()
        record.willRead(site.path("photos/a.png"))
        #expect(try paths(record, plan: "8") == ["photos/a.png"])
        try site.remove("work/planned.txt")
        #expect(try paths(record) == ["photos/a.png"])
    }

    @Test func theListIsWrittenAgainAsLongAsThereIsOne() throws {
        try site.put(Data("7\n/\n".utf8), "work/planned.txt")
        let planned = try PlannedFiles(
            contentsOf: site.path("work/planned.txt"), plan: "7", besides: site.path("images.yml"))
        let file = site.path("work/unplanned.txt")
        func written(_ files: [String]) throws -> UInt64? {
            let record = FileRecord()
            for file in files { record.willRead(file) }
            try planned.write(unplanned: record, to: file)
            return try FileSystem.status(of: file)?.inode
        }
        let first = try written(["/b", "/a"])
        #expect(try site.bytes("work/unplanned.txt") == Data("/a\n/b\n".utf8))
        let second = try written(["/b", "/a"])
        #expect(second != first)
        let third = try written([])
        #expect(third != second)
        #expect(try site.bytes("work/unplanned.txt").isEmpty)
        #expect(try written([]) == third)
    }
}
