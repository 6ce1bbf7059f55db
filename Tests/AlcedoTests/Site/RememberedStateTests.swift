import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoTools

/// What is kept between builds comes back, and damage is noticed.
@Suite struct RememberedStateTests {
    static let status = FileStatus(
        kind: .regular, size: 5, modified: -1, changed: 1_700_000_000_123_456_789, inode: .max)
    static let digest = ContentDigest(hashing: "a")

    var record: OutputRecord {
        var record = OutputRecord()
        record.files["a/ä.jpg"] = OutputRecord.File(digest: Self.digest, bytes: 5, status: Self.status)
        record.files["b.jpg"] = OutputRecord.File(
            digest: Self.digest, bytes: 0, orphanedSince: 77, isFound: true)
        record.files["c.jpg"] = OutputRecord.File(digest: Self.digest, bytes: 0, orphanedSince: 70)
        record.index = OutputRecord.Index(
            path: "/x/index.json", status: Self.status, fingerprint: Self.digest,
            checksum: ContentChecksum(of: [1]))
        record.formerIndexes = ["/y/index.json", "/z/index.json"].map { path in
            OutputRecord.Index(
                path: path, status: Self.status, fingerprint: Self.digest,
                checksum: ContentChecksum(of: Array(path.utf8)))
        }
        return record
    }

    var state: BuildState {
        var state = BuildState()
        state.files["/x/a.png"] = BuildState.KnownFile(status: Self.status, digest: Self.digest)
        let picture = VariantRecord(
            digest: Self.digest, bytes: 1, width: 2, height: 3, frames: 4, format: .jxl)
        let outcome = SourceOutcome(
            digest: Self.digest, bytes: 9,
            facts: FactsRecord(
                facts: ImageFacts(type: .gif, width: 1, height: 2, hasAlpha: true, isOpaque: true),
                metadata: Data("{}".utf8), warnings: ["w"]),
            placeholders: ImagePlaceholders([
                .dominantColor: .color(Color(red: 9, green: 8, blue: 7, alpha: 6)),
                .palette: .colors([.transparent]), .thumbhash: .data(Data([3])),
            ]),
            variants: [
                SourceOutcome.Variant(
                    name: "v",
                    files: [
                        SourceOutcome.File(record: picture, density: 1.5, inline: Data([1, 2])),
                        SourceOutcome.File(record: picture),
                    ]),
                SourceOutcome.Variant(name: "none", files: []),
            ])
        state.sources["a.png"] = BuildState.Source(fingerprint: Self.digest, outcome: PackedOutcome(outcome))
        let recipe = RecipeDescription(
            version: "1", engine: Self.digest,
            settings: [RecipeDescription.Parameter(name: "truncated", value: "fail")],
            variants: [
                RecipeDescription.Variant(
                    name: "v",
                    parameters: [
                        RecipeDescription.Parameter(name: "quality.webp", value: "80", format: .webp)
                    ])
            ])
        for (id, focus) in [("b.png", nil), ("c.png", FocalPoint(x: 0.25, y: 0.5))] {
            state.sources[id] = BuildState.Source(
                fingerprint: Self.digest, outcome: PackedOutcome(outcome), recipe: recipe, focus: focus)
        }
        return state
    }

    @Test func recordsComeBackAndPartsOfThemAreRefused() throws {
        #expect(try OutputRecord(record.data) == record)
        #expect(try OutputRecord(OutputRecord().data) == OutputRecord())
        for count in 0..<record.data.count {
            #expect(throws: FieldReader.Malformed.self) { try OutputRecord(record.data.prefix(count)) }
        }
        #expect(throws: FieldReader.Malformed.self) { try OutputRecord(state.data) }
    }

    @Test func statesComeBackAndPartsOfThemAreRefused() throws {
        #expect(try BuildState(state.data) == state)
        #expect(try BuildState(BuildState().data) == BuildState())
        for count in 0..<state.data.count {
            #expect(throws: FieldReader.Malformed.self) { try BuildState(state.data.prefix(count)) }
        }
        #expect(throws: FieldReader.Malformed.self) { try BuildState(record.data) }
    }

    // The store's checksum keeps such bytes away; the readers must not fall over them for all that.
    @Test(arguments: 0..<4) func damagedBytesAreRefusedOrReadButNeverACrash(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for original in [record.data, state.data] {
            for _ in 0..<400 {
                var data = original
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let place = Int.random(in: 0..<data.count, using: &random)
                    data[place] = UInt8.random(in: .min ... .max, using: &random)
                }
                do {
                    // What can be read can be written, and is the same again.
                    if original == record.data {
                        let read = try OutputRecord(data)
                        #expect(try OutputRecord(read.data) == read)
                    } else {
                        let read = try BuildState(data)
                        #expect(try BuildState(read.data).files == read.files)
                    }
                } catch {
                    #expect(error is FieldReader.Malformed)
                }
            }
        }
    }

    @Test func indexesElsewhereAreTheNewestFirstAndEachOnce() {
        #expect(
            record.indexes(elsewhereThan: "/q").map(\.path) == [
                "/x/index.json", "/y/index.json", "/z/index.json",
            ])
        #expect(
            record.indexes(elsewhereThan: "/y/index.json").map(\.path) == ["/x/index.json", "/z/index.json"])
        var again = record
        again.index?.path = "/z/index.json"
        #expect(again.indexes(elsewhereThan: "/x").map(\.path) == ["/z/index.json", "/y/index.json"])
    }

    @Test func theNextPruningIsThatOfTheOldestOrphan() {
        #expect(record.nextPruning(after: 10) == 80)
        #expect(OutputRecord().nextPruning(after: 10) == nil)
    }

    @Test func namesBelongToTheOutputDirectory() {
        #expect(OutputRecord.name(forOutput: "/a") != OutputRecord.name(forOutput: "/b"))
        #expect(BuildState.name(forOutput: "/a") != OutputRecord.name(forOutput: "/a"))
        // `printf /a | sha256sum | cut -c1-16`
        #expect(OutputRecord.name(forOutput: "/a") == "output-6a50dc8584134c7d")
    }

    @Test(arguments: [true, false]) func theEnginesIdentityComesBackWithoutAnythingMade(_ isDamaged: Bool)
        async throws
    {
        let site = try TestSite()
        try await site.settle()
        let before = try site.bytes(".alcedo/v1/state/engine")
        if isDamaged {
            try site.put(Data("rot".utf8), ".alcedo/v1/state/engine")
        } else {
            try site.remove(".alcedo/v1/state/engine")
        }
        #expect(try await site.build().made == 0)
        #expect(try site.bytes(".alcedo/v1/state/engine") == before)
        let statuses = try site.statuses()
        try await site.build()
        #expect(try site.statuses() == statuses)
    }

    @Test func theEnginesIdentityIsRememberedUnderItsLibrariesStamp() throws {
        let folder = try TemporaryFolder()
        let store = DiskStore(directory: folder.path + "/cache")
        let (stamp, identity) = (ContentDigest(hashing: "stamp"), ContentDigest(hashing: "identity"))
        #expect(EngineIdentityMemory.recall(from: store, stamp: stamp) == nil)
        try EngineIdentityMemory.remember(identity, in: store, stamp: stamp)
        #expect(EngineIdentityMemory.recall(from: store, stamp: stamp) == identity)
        #expect(EngineIdentityMemory.recall(from: store, stamp: ContentDigest(hashing: "newer")) == nil)
        try store.storeState(Data(stamp.bytes) + Data([1]), named: "engine")
        #expect(EngineIdentityMemory.recall(from: store, stamp: stamp) == nil)
    }
}
