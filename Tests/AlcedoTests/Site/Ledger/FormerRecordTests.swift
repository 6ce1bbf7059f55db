import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// A site that was built before there was a ledger is taken over.
@Suite(.timeLimit(.minutes(60))) struct FormerRecordTests {
    /// A record as the version before wrote it.
    private struct Former {
        var output: Ledger.Output
        /// In the order of their ids.
        var entries: [(id: String, entry: Ledger.Entry)]

        init(_ ledger: Ledger) {
            output = ledger.output
            entries = ledger.rows.compactMap { row in row.entry.map { (row.id, $0) } }
        }

        var bytes: [UInt8] {
            var writer = FieldWriter()
            write(to: &writer)
            return writer.bytes
        }

        func write(to writer: inout FieldWriter) {
            writer.write("alcedo-output-8")
            writer.writeOptional(output.manifest) { $0.write($1) }
            writer.writeOptional(output.index) { Self.write($1, to: &$0) }
            writer.writeList(output.formerIndexes) { Self.write($1, to: &$0) }
            writer.writeOptional(output.firstOrphaned) { $0.write($1) }
            writer.writeList(entries) { Self.write($1, to: &$0) }
            writer.writeList(output.files.keys.sorted()) { writer, name in
                writer.write(name)
                output.files[name]?.write(to: &writer)
            }
        }

        private static func write(_ index: Ledger.Index, to writer: inout FieldWriter) {
            writer.write(index.path)
            index.status.write(to: &writer)
            writer.write(index.fingerprint)
            writer.write(UInt64(0x1234_5678))
        }

        static func write(_ entry: (id: String, entry: Ledger.Entry), to writer: inout FieldWriter) {
            writer.write(entry.id)
            writer.write(entry.entry.key)
            writer.write(17)
            writer.write(entry.entry.length)
            writer.writeCounted { writer in
                entry.entry.forEachFile { name, file in
                    writer.write(name)
                    file.write(to: &writer)
                }
            }
        }

        /// Takes the ledger's place. What has changed since is beside the record.
        func replaceLedger(of site: TestSite, changes: ((ContentDigest?) -> [UInt8])? = nil) throws {
            try site.loseLedger()
            try site.states.storeState(bytes, named: "output-" + site.ledgerID)
            if let changes {
                let basis = site.states.loadChecked(named: "output-" + site.ledgerID)?.checksum
                try site.states.storeState(changes(basis), named: "since-" + site.ledgerID)
            }
            // The state beside it, of which nothing is needed.
            try site.states.storeState([1, 2, 3], named: "since-build-" + site.ledgerID)
        }

        /// Changes to this record.
        func changes(_ basis: ContentDigest?, isUnderWay: Bool = false, runs: [ClosedRange<Int>]) -> [UInt8] {
            var writer = FieldWriter()
            writer.write("alcedo-output-changes-1")
            writer.writeOptional(basis) { $0.write($1) }
            writer.write(isUnderWay)
            writer.write(runs.count + entries.count)
            for run in runs {
                writer.write(true)
                writer.write(run.lowerBound)
                writer.write(run.upperBound)
            }
            for entry in entries {
                writer.write(false)
                writer.writeCounted { Self.write(entry, to: &$0) }
            }
            var record = self
            record.entries = []
            record.write(to: &writer)
            return writer.bytes
        }
    }

    private func expectTakenOver(_ site: TestSite, _ location: SourceLocation = #_sourceLocation)
        throws
    {
        let names = try site.states.stateNames()
        #expect(
            !names.contains { $0.hasPrefix("output-") || $0.hasPrefix("since-") }, sourceLocation: location)
        #expect(names.contains(Ledger.prefix + site.ledgerID), sourceLocation: location)
        try site.expectConsistent(location)
    }

    @Test func filesOfAFormerRecordStayAlcedos() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.statuses().filter { $0.key.hasPrefix("out/") }
        var former = Former(site.ledger)
        // One that nothing has asked for since, and that waits to be deleted.
        try site.put(Data("old".utf8), "out/old.webp")
        former.output.files["old.webp"] = Ledger.File(
            digest: ContentDigest(hashing: "old"), bytes: 3, orphanedSince: 1000)
        try former.replaceLedger(of: site)
        #expect(try await site.builder().plan().deletions == ["old.webp"])
        let report = try await site.build()
        #expect((report.made, report.filesWritten, report.filesDeleted) == (0, 0, 1))
        let after = try site.statuses().filter { $0.key.hasPrefix("out/") }
        #expect(after.filter { $0.value.kind == .regular } == before.filter { $0.value.kind == .regular })
        try expectTakenOver(site)
        #expect(try await site.build().wroteNothing)
    }

    @Test func whatHadChangedSinceItWasWrittenCounts() async throws {
        let site = try TestSite()
        try await site.settle()
        let old = Former(site.ledger)
        let gone = try #require(site.files().keys.first { $0.hasPrefix("photos/d") })
        let bytes = try site.bytes("out/" + gone)
        try site.picture("photos/d.png", 20)
        try await site.settle()
        // Somebody has put a file there that Alcedo had deleted.
        try site.put(bytes, "out/" + gone)
        var new = Former(site.ledger)
        new.entries = [try #require(new.entries.last)]
        try old.replaceLedger(of: site) { new.changes($0, runs: [0...2]) }
        let report = try await site.build()
        #expect((report.made, report.filesWritten, report.filesDeleted) == (0, 0, 0))
        #expect(try site.bytes("out/" + gone) == bytes)
        try site.remove("out/" + gone)
        try expectTakenOver(site)
    }

    @Test func aPublicationThatWasInterruptedIsKnown() async throws {
        let site = try TestSite()
        try await site.settle()
        let old = Former(site.ledger)
        var new = Former(Ledger(output: Ledger.Output(manifest: old.output.manifest)))
        try site.put(Data("new".utf8), "out/new.webp")
        new.output.files["new.webp"] = Ledger.File(digest: ContentDigest(hashing: "new"), bytes: 3)
        try old.replaceLedger(of: site) { new.changes($0, isUnderWay: true, runs: [0...3]) }
        let report = try await site.build()
        #expect((report.made, report.filesWritten, report.filesDeleted) == (0, 0, 1))
        try expectTakenOver(site)
    }

    @Test func aFormerIndexElsewhereIsDeleted() async throws {
        let site = try TestSite(MovedIndexTests.place("a.json", prune: "now"))
        try await site.build()
        try Former(site.ledger).replaceLedger(of: site)
        try site.write(MovedIndexTests.place("out/index.json", prune: "now"))
        #expect(try await site.build().filesDeleted == 1)
        #expect(try !site.exists("a.json"))
        try expectTakenOver(site)
    }

    @Test func aRecordOfAnotherVersionIsIgnored() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.files()
        try site.loseLedger()
        try site.states.storeState(Data("alcedo-output-7".utf8), named: "output-" + site.ledgerID)
        let report = try await site.build()
        #expect((report.filesWritten, report.filesDeleted) == (0, 0))
        #expect(try site.files() == before)
        try expectTakenOver(site)
    }
}
