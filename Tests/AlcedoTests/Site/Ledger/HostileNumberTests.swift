import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Numbers that no version of Alcedo writes, with a right checksum.
@Suite(.timeLimit(.minutes(60))) struct HostileNumberTests {
    static let numbers = [Int.min, Int.min + 1, -1 << 62, -1, 1 << 41, 1 << 62, Int.max]

    @Test(arguments: numbers) func datesOfOrphansAreSurvived(_ number: Int) async throws {
        let site = try TestSite(TestSite.usual + "\nprune: 30d\n", pictures: ["a"])
        try await site.settle()
        let before = try site.files()
        try site.put(Data("x".utf8), "out/x.webp")
        var ledger = site.ledger
        ledger.output.files["x.webp"] = Ledger.File(
            digest: ContentDigest(hashing: "x"), bytes: 1, orphanedSince: number)
        for work in 0..<3 {
            try ledger.save(as: site.ledgerID, in: site.states)
            switch work {
            case 0: try await site.build()
            case 1: _ = try await site.builder().plan()
            default: _ = try await site.builder().clean()
            }
        }
        try? site.remove("out/x.webp")
        try await site.build()
        #expect(try site.files() == before)
    }

    @Test(arguments: numbers) func sizesAndCountsOfResultsAreSurvived(_ number: Int) async throws {
        let site = try TestSite(pictures: ["a", "b"])
        try await site.settle()
        let before = try site.files()
        let ledger = site.ledger
        let rows = try ledger.rows.map { row in
            let result = try #require(row.result)
            var outcome = try result.outcome()
            outcome.bytes = number
            return Ledger.Row(
                row.id, result: SourceRecord(outcome, fingerprint: result.fingerprint), entry: row.entry)
        }
        try Ledger(
            output: ledger.output, rows: rows, sourceFiles: ledger.sourceFiles, basis: ledger.basis,
            isChanged: true
        ).save(as: site.ledgerID, in: site.states)
        let report = try await site.build()
        #expect(report.sources == 2)
        #expect(try site.files() == before)
    }

    @Test func densitiesAreSurvived() async throws {
        for density in [0, -1, .nan, .infinity, 1e-300, 1e300] {
            let site = try TestSite(
                TestSite.usual.replacingOccurrences(
                    of: "widths: [20, 30]", with: "width: 20, densities: [1, 1.5]"), pictures: ["a"])
            try await site.settle()
            let before = try site.files()
            let ledger = site.ledger
            let rows = try ledger.rows.map { row in
                let result = try #require(row.result)
                var outcome = try result.outcome()
                outcome.variants[0].files[0].density = density
                return Ledger.Row(
                    row.id, result: SourceRecord(outcome, fingerprint: result.fingerprint), entry: nil)
            }
            try Ledger(
                output: Ledger.Output(manifest: ledger.output.manifest), rows: rows,
                sourceFiles: ledger.sourceFiles, basis: ledger.basis, isChanged: true
            ).save(as: site.ledgerID, in: site.states)
            try await site.build()
            #expect(try site.files() == before)
        }
    }

    /// A record that contains itself could be nested as deep as its bytes are long, and the stack has an end.
    @Test func recordsAreNotNestedWithoutEnd() throws {
        let folder = try TemporaryFolder()
        let store = DiskStore(directory: folder.path + "/cache")
        let key = CacheKey(domain: "test") { $0.write("a") }
        var record = RemoteRecord(
            digest: ContentDigest(hashing: ""), bytes: 0, validators: ResponseValidators(), validated: Date())
        var writer = FieldWriter()
        writer.encode(record)
        // All of it but the count of records inside, which comes last.
        let part = Array(writer.bytes.dropLast(8))
        var nested = FieldWriter()
        for _ in 0..<200_000 {
            nested.append(FieldReader(part))
            nested.write(1)
        }
        nested.append(FieldReader(writer.bytes))
        try store.setRecord(nested.data, for: key)
        #expect(store.record(RemoteRecord.self, for: key) == nil)
        record.before = [record]
        try store.setRecord(encoding: record, for: key, links: RecordLinks())
        #expect(store.record(RemoteRecord.self, for: key) == record)
    }

    @Test func verificationRemovesWhatNoVersionWrote() async throws {
        let site = try TestSite(pictures: ["a"])
        try await site.settle()
        func faults() throws -> [String] {
            try SiteCache.verify(manifest: site.path("images.yml"), cacheDirectory: nil).verification.faults
                .map(
                    \.name)
        }
        #expect(try faults().isEmpty)
        let name = "v1/state/" + Ledger.prefix + site.ledgerID
        let ledger = site.ledger
        for file in ["../x", "a\0b"] {
            var forged = ledger
            forged.output.files[file] = Ledger.File(digest: ContentDigest(hashing: ""), bytes: 0)
            try forged.save(as: site.ledgerID, in: site.states)
            #expect(try faults() == [name])
            #expect(try faults().isEmpty)
        }
        try LedgerJournal(
            basis: nil,
            output: Ledger.Output(files: ["/x": Ledger.File(digest: ContentDigest(hashing: ""), bytes: 0)])
        ).save(as: site.ledgerID, in: site.states)
        #expect(try faults() == ["v1/state/" + LedgerJournal.prefix + site.ledgerID])
        try await site.build()
        try site.expectConsistent()
    }
}
