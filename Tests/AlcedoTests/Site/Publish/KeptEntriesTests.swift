import AlcedoImaging
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Copied entries of the last publication are the same as newly made ones.
@Suite struct KeptEntriesTests {
    // Few names, few pictures: some share a name and are the same, others share one and are not.
    static let places = ["p/a.png", "p/b.png", "q/a.png", "q/B.png", "q/s/a.png", "r/d.png"]

    static func manifest(
        _ output: String, alt: String, base: String, source: String, split: Int? = nil
    ) -> String {
        """
        version: 1
        output: \(output)
        \(split.map { "index: { split: \($0) }" } ?? "")
        base-url: \(base)
        defaults: { formats: [webp] }
        placeholders: [dominant-color]
        variants:
          small: { width: 20, name: "\(source)/{name}.{ext}" }
          large: { width: 30 }
        sources:
          - path: "**/*.png"
            on-error: skip
            alt: \(alt)
        """
    }

    @Test(arguments: 0..<8) func everyBuildLeavesWhatABuildFromNothingMakes(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let site = try TestSite("", pictures: [])
        try site.picture("p/a.png", 0)
        let (odd, even) = ("{dir}", "x")
        var (alt, base, name) = ("one", "/i", seed.isMultiple(of: 2) ? odd : even)
        let split = seed < 4 ? nil : Int(seed) - 3
        for round in 0..<12 {
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = try #require(Self.places.randomElement(using: &random))
                switch Int.random(in: 0..<5, using: &random) {
                case 0: if try site.exists(place) { try site.remove(place) }
                case 1: if try site.exists(place) { try site.put(try site.bytes(place), place) }
                default: try site.picture(place, Int.random(in: 0..<2, using: &random))
                }
            }
            switch Int.random(in: 0..<12, using: &random) {
            case 0: alt = "round \(round)"
            case 1: base = "/base-\(round)"
            case 2: name = name == odd ? even : odd
            default: break
            }
            try site.picture("r/z.png", 7)
            try site.write(Self.manifest("out", alt: alt, base: base, source: name, split: split))
            if round.isMultiple(of: 3) {
                // What a selection leaves alone is in the index all the same.
                _ = try? await site.build { $0.only = ["p/*", "r/z.png"] }
            }
            let warm = try await site.build()
            try site.folder.write(
                Self.manifest("fresh", alt: alt, base: base, source: name, split: split), to: "fresh.yml")
            let cold = try await SiteBuilder(
                options: {
                    var options = BuildOptions(manifest: site.path("fresh.yml"), inProcess: .threads)
                    options.cacheDirectory = site.path("fresh-cache")
                    return options
                }(), environment: [:]
            ).build()
            #expect(try site.files("out") == site.files("fresh"), "round \(round)")
            let reasons = cold.failures.map { $0.reason.replacing("/fresh.yml", with: "/images.yml") }
            #expect(warm.failures.map(\.reason) == reasons, "round \(round)")
            try expectRecorded(site)
            for folder in ["fresh", "fresh-cache"] { try site.remove(folder) }
        }
    }

    /// The ledger knows each file, and the length of each entry.
    private func expectRecorded(_ site: TestSite) throws {
        let ledger = site.ledger
        #expect(try Set(ledger.output().files.keys).union(["index.json"]) == Set(site.files().keys))
        let index = try site.index()
        let rows = ledger.rows.filter { $0.entry != nil }
        #expect(Set(rows.map(\.id)) == Set(index.images.keys))
        for row in rows {
            let entry = try #require(index.images[row.id])
            var json = CanonicalJSON(depth: ImageIndex.depthOfEntries)
            entry.write(to: &json)
            #expect(row.entry?.length == json.count)
            var names: Set<String> = []
            row.entry?.forEachFile { name, _ in names.insert(name) }
            #expect(names == Set(PreviousIndex.files(of: entry).keys))
        }
    }

    @Test func entriesThatASelectionKeptAppearOnce() async throws {
        let site = try TestSite()
        try await site.settle()
        let whole = try site.files()
        try await site.build { $0.only = ["photos/a.png", "photos/d.png"] }
        try site.picture("photos/b.png", 30)
        try await site.build { $0.only = ["photos/a.png"] }
        try site.picture("photos/b.png", 1)
        try await site.build()
        #expect(try site.files() == whole)
        try site.remove("photos/b.png")
        try await site.build { $0.only = ["photos/d.png"] }
        try await site.build()
        #expect(try site.index().order == ["photos/a.png", "photos/c.png", "photos/d.png"])
        try site.expectConsistent()
        try expectRecorded(site)
    }

    @Test func aDamagedIndexIsMadeFromScratch() async throws {
        let site = try TestSite()
        try await site.settle()
        let sound = try site.bytes("out/index.json")
        // A ledger that vouches for rotten bytes: their status is the one it has, and their digest is not.
        var rotten = sound
        rotten.replaceSubrange(
            try #require(rotten.range(of: Data("photos/c.png".utf8))), with: Data("photos/x.png".utf8))
        try site.put(rotten, "out/index.json")
        var ledger = site.ledger
        ledger.output.index?.status = try #require(try FileSystem.status(of: site.path("out/index.json")))
        try ledger.save(as: site.ledgerID, in: site.states)
        try site.picture("photos/a.png", 9)
        try await site.build()
        let ids = try site.index().order
        #expect(ids == ["photos/a.png", "photos/b.png", "photos/c.png", "photos/d.png"])
        try site.expectConsistent()
    }
}
