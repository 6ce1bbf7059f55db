import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct SourceScheduleTests {
    private static let manifest = """
        version: 1
        output: out
        variants:
          photo: { widths: [320, 640], formats: [jpeg] }
          slow: { widths: [320, 640], formats: [avif] }
        sources:
          - { id: small, path: small.jpg, variants: [photo] }
          - { id: far, url: "https://example.com/a.jpg", variants: [photo] }
          - { id: large, path: large.jpg, variants: [photo] }
          - { id: avif, path: small.jpg, variants: [slow] }
          - { id: twin, path: twin.jpg, variants: [photo] }
        """

    /// The ids of each lane, and how many of it are under way at a time.
    private func lanes(
        jobs: Int = 2, transfers: Int = 16, leavingOut done: String? = nil
    ) throws -> [(ids: [String], width: Int)] {
        let folder = NSTemporaryDirectory() + "/alcedo-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, bytes) in [("small", 40_000), ("large", 9_000_000), ("twin", 40_000)] {
            try Data(count: bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name).jpg"))
        }
        try Data(Self.manifest.utf8).write(to: URL(fileURLWithPath: folder + "/images.yml"))
        let read = ManifestReader.read(path: folder + "/images.yml", environment: [:])
        let manifest = try #require(read.manifest, "\(read.diagnostics)")
        let resolution = SourceResolver(manifest, owned: []).resolve()
        let sources = resolution.sources
        let schedule = SourceSchedule(
            sources, at: sources.indices.filter { sources[$0].id != done }, knownBy: Ledger(),
            PlanCache(manifest: manifest), jobs: jobs, transfers: transfers)
        return schedule.lanes.map { lane in (lane.entries.map { sources[$0.place].id }, lane.width) }
    }

    @Test func whatTakesLongestComesFirstAndEqualsInTheManifestsOrder() throws {
        let local = try #require(try lanes().last)
        #expect(local.ids == ["large", "avif", "small", "twin"])
    }

    @Test func whatIsDoneHasNoPlace() throws {
        let local = try #require(try lanes(leavingOut: "avif").last)
        #expect(local.ids == ["large", "small", "twin"])
    }

    @Test func remoteSourcesLoadBesideThem() throws {
        let lanes = try lanes(jobs: 3, transfers: 16)
        #expect(lanes.count == 2)
        #expect(lanes[0].ids == ["far"])
        // One transfer, because there is one remote source; and twice as many of each kind as are decoded.
        #expect(lanes[0].width == 7)
        #expect(lanes[1].width == 6)
    }
}
