import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// What is kept between builds comes back, and damage is noticed.
@Suite struct LedgerTests {
    static let status = FileStatus(
        kind: .regular, size: 5, modified: -1, changed: 1_700_000_000_123_456_789, inode: .max)
    static let digest = ContentDigest(hashing: "a")

    static var output: Ledger.Output {
        var output = Ledger.Output()
        output.manifest = "/m/images.yml"
        output.files["a/ä.jpg"] = Ledger.File(digest: digest, bytes: 5, status: status)
        output.files["b.jpg"] = Ledger.File(digest: digest, bytes: 0, orphanedSince: 77, isFound: true)
        output.files["c.jpg"] = Ledger.File(digest: digest, bytes: 0, formerly: digest, orphanedSince: 70)
        output.index = index("/x/index.json")
        output.formerIndexes = ["/y/index.json", "/z/index.json"].map(index)
        return output
    }

    static func index(_ path: String) -> Ledger.Index {
        Ledger.Index(path: path, status: status, fingerprint: digest, digest: ContentDigest(hashing: path))
    }

    static var outcome: SourceOutcome {
        let picture = VariantRecord(digest: digest, bytes: 1, width: 2, height: 3, frames: 4, format: .jxl)
        return SourceOutcome(
            digest: digest, bytes: 9,
            facts: FactsRecord(
                facts: ImageFacts(type: .gif, width: 1, height: 2, hasAlpha: true, isOpaque: true),
                metadata: Data("{}".utf8), warnings: ["w"]),
            placeholders: ImagePlaceholders([
                .dominantColor: .color(SRGBColor(red: 9, green: 8, blue: 7, alpha: 6)),
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
    }

    static var ledger: Ledger {
        let recipe = RecipeDescription(
            version: "1", engine: digest,
            settings: [RecipeDescription.Parameter(name: "truncated", value: "fail")],
            variants: [
                RecipeDescription.Variant(
                    name: "v",
                    parameters: [
                        RecipeDescription.Parameter(name: "quality.webp", value: "80", format: .webp)
                    ])
            ])
        let entry = Ledger.Entry(
            key: digest, length: 7, files: [("d.jpg", Ledger.File(digest: digest, bytes: 1, status: status))])
        let file = Ledger.KnownFile(status: status, digest: digest)
        return Ledger(
            output: output,
            rows: [
                Ledger.Row("a", result: SourceRecord(outcome, fingerprint: digest)),
                Ledger.Row("b", entry: entry),
                Ledger.Row(
                    "c",
                    result: SourceRecord(
                        outcome, fingerprint: digest, recipe: recipe, focus: FocalPoint(x: 0.25, y: 0.5)),
                    entry: entry),
            ], sourceFiles: ["/x/a.png": file, "/x/b.png": file])
    }

    static func bytes(_ ledger: Ledger) -> [UInt8] {
        var writer = FieldWriter()
        ledger.write(to: &writer)
        return writer.bytes
    }

    @Test func itComesBackAndPartsOfItAreRefused() throws {
        let bytes = Self.bytes(Self.ledger)
        let read = try Ledger(FieldReader(bytes), basis: nil)
        #expect(Self.bytes(read) == bytes)
        #expect(read.output == Self.output)
        #expect(read.sourceFiles == Self.ledger.sourceFiles)
        for (row, original) in zip(read.rows, Self.ledger.rows) {
            #expect(row.id == original.id && row.result == original.result)
            #expect((row.entry == nil) == (original.entry == nil))
        }
        #expect(try read.result(of: "c")?.outcome() == Self.outcome)
        #expect(read.output().files.keys.sorted() == ["a/ä.jpg", "b.jpg", "c.jpg", "d.jpg"])
        for count in 0..<bytes.count {
            #expect(throws: FieldReader.Malformed.self) {
                try Ledger(FieldReader(Array(bytes.prefix(count))), basis: nil)
            }
        }
    }

    // The store's checksum keeps such bytes away; the readers must not fall over them for all that.
    @Test(arguments: 0..<4) func damagedBytesAreRefusedOrReadButNeverACrash(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let original = Self.bytes(Self.ledger)
        for _ in 0..<600 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            }
            do {
                // What can be read can be used and written.
                let read = try Ledger(FieldReader(bytes), basis: nil)
                _ = read.output()
                for row in read.rows { _ = row.result?.facts }
                _ = try Ledger(FieldReader(Self.bytes(read)), basis: nil)
            } catch {
                #expect(error is FieldReader.Malformed)
            }
        }
    }

    @Test func anUnchangedLedgerIsNotWritten() throws {
        let folder = try TemporaryFolder()
        let store = DiskStore(directory: folder.path + "/cache")
        try Ledger().save(as: "a", in: store)
        #expect(!store.hasState(named: "build-a"))
        try Ledger(output: Self.output, isChanged: true).save(as: "a", in: store)
        let read = Ledger.load("a", from: store)
        #expect(read.output == Self.output && !read.isChanged && read.basis != nil)
        // Of another version, it is as if there were none.
        try store.storeState(Data("alcedo-ledger-0".utf8), named: "build-a")
        #expect(Ledger.load("a", from: store).output == Ledger.Output())
        #expect(Ledger.ids(in: store) == ["a"])
    }

    @Test func outcomesOfAnotherVersionGoAndTheOutputStays() throws {
        var bytes = Data(Self.bytes(Self.ledger))
        bytes.replaceSubrange(
            try #require(bytes.range(of: Data("alcedo-outcome-3".utf8))), with: Data("alcedo-outcome-0".utf8))
        let read = try Ledger(FieldReader(bytes), basis: nil)
        #expect(read.rows.allSatisfy { $0.result == nil })
        #expect(read.output().files.keys.sorted() == ["a/ä.jpg", "b.jpg", "c.jpg", "d.jpg"])
    }

    @Test func indexesElsewhereAreTheNewestFirstAndEachOnce() {
        let output = Self.output
        #expect(
            output.indexes(elsewhereThan: "/q").map(\.path) == [
                "/x/index.json", "/y/index.json", "/z/index.json",
            ])
        #expect(
            output.indexes(elsewhereThan: "/y/index.json").map(\.path) == ["/x/index.json", "/z/index.json"])
        var again = output
        again.index?.path = "/z/index.json"
        #expect(again.indexes(elsewhereThan: "/x").map(\.path) == ["/z/index.json", "/y/index.json"])
    }

    @Test func theOldestOrphanDeterminesTheNextPruning() {
        #expect(Self.output.nextPruning(after: 10) == 80)
        #expect(Ledger.Output().nextPruning(after: 10) == nil)
    }

    @Test func namesBelongToTheOutputDirectory() {
        #expect(Ledger.id(ofOutput: "/a") != Ledger.id(ofOutput: "/b"))
        // `printf /a | sha256sum | cut -c1-16`
        #expect(Ledger.id(ofOutput: "/a") == "6a50dc8584134c7d")
    }

    // MARK: Files as written

    /// An output whose first 4,000 files belong to rows, four each.
    private static func written(_ count: Int) throws -> (folder: TemporaryFolder, ledger: Ledger) {
        let folder = try TemporaryFolder()
        var files: [(name: String, file: Ledger.File)] = []
        for number in 0..<count {
            let name = "f\(number % 7)/\(number).jpg"
            try folder.write("\(number)", to: name)
            files.append(
                (
                    name,
                    Ledger.File(
                        digest: ContentDigest(hashing: "\(number)"), bytes: 1,
                        status: try FileSystem.status(of: folder.path + "/" + name))
                ))
        }
        let rows = stride(from: 0, to: min(count, 4000), by: 4).map { start in
            Ledger.Row(
                "\(start)",
                entry: Ledger.Entry(
                    key: digest, length: 0, files: Array(files[start..<min(start + 4, count)])))
        }
        var output = Ledger.Output()
        for (name, file) in files.dropFirst(4000) { output.files[name] = file }
        return (folder, Ledger(output: output, rows: rows))
    }

    @Test(arguments: [0, 1, 5000]) func anUntouchedOutputIsAsWritten(_ count: Int) throws {
        let (folder, ledger) = try Self.written(count)
        #expect(try ledger.hasAllFilesAsWritten(in: folder.path))
    }

    @Test(arguments: [0, 2047, 2048, 4999]) func oneFileThatIsGoneOrOtherIsNoticed(_ number: Int) throws {
        let (folder, ledger) = try Self.written(5000)
        let name = "f\(number % 7)/\(number).jpg"
        try folder.write("something else", to: name)
        #expect(try !ledger.hasAllFilesAsWritten(in: folder.path))
        try folder.write("\(number)", to: name)
        #expect(try !ledger.hasAllFilesAsWritten(in: folder.path))
        try FileManager.default.removeItem(atPath: folder.path + "/" + name)
        #expect(try !ledger.hasAllFilesAsWritten(in: folder.path))
    }

    @Test func orphansMayBeMissingButNotOtherFiles() throws {
        var ledger = Ledger()
        ledger.output.files["a.jpg"] = Ledger.File(digest: Self.digest, bytes: 1, orphanedSince: 70)
        #expect(try ledger.hasAllFilesAsWritten(in: "/nowhere"))
        ledger.output.files["b.jpg"] = Ledger.File(digest: Self.digest, bytes: 1)
        #expect(try !ledger.hasAllFilesAsWritten(in: "/nowhere"))
    }

    // MARK: The engine's identity

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
