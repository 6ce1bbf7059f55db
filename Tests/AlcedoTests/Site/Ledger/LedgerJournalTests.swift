import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// What is noted of a publication before its first file.
@Suite struct LedgerJournalTests {
    private let site: TestOutput

    init() throws { site = try TestOutput() }

    private var name: String { Ledger.prefix + site.id }
    private var journal: LedgerJournal? { LedgerJournal(site.id, from: site.states) }

    /// A publication that ends after its note, because the cache has lost a file.
    private func begin(_ files: [SiteFile]) async {
        await #expect(throws: SitePublisher.LostFromCache.self) { try await site.publish(files) }
    }

    @Test func theJournalIsRemovedAtTheEndOfThePublication() async throws {
        try await site.publish([site.file("a.jpg", "A")])
        #expect(journal == nil)
        let before = site.states.loadFields(named: name)?.rest
        await begin([site.file("a.jpg", "A"), site.file("b.jpg", "B", cached: true)])
        #expect(journal != nil)
        // The ledger is that of the last publication still.
        #expect(site.states.loadFields(named: name)?.rest == before)
        try await site.publish([site.file("a.jpg", "A")])
        #expect(journal == nil)
    }

    @Test func aStartedPublicationIsKnownWithoutTheIndex() async throws {
        await begin([site.file("a.jpg", "A"), site.file("b.jpg", "B", cached: true)])
        #expect(Set(site.record.files.keys) == ["a.jpg", "b.jpg"])
        #expect(site.record.index == nil)
        // The file that was written goes again, and nobody asks whose it is.
        let done = try await site.publish([site.file("c.jpg", "C")])
        #expect((done.deleted, done.foreign) == (1, []))
        #expect(site.tree() == ["c.jpg", "index.json"])
    }

    @Test func aJournalOfAnotherLedgerIsIgnored() async throws {
        try await site.publish([site.file("a.jpg", "A")])
        await begin([site.file("b.jpg", "B", cached: true)])
        let journal = try #require(journal)
        try await site.publish([site.file("c.jpg", "C")])
        let record = site.record
        // As after a power cut that lost its deletion.
        try journal.save(as: site.id, in: site.states)
        #expect(site.record == record)
        #expect(record.index != nil)
        // Without a ledger it is better than nothing.
        try site.states.removeState(named: name)
        #expect(site.record.files["b.jpg"] != nil)
    }

    @Test func aJournalOfAnotherVersionIsIgnored() async throws {
        try await site.publish([site.file("a.jpg", "A")])
        let record = site.record
        var writer = FieldWriter()
        writer.write("alcedo-journal-0")
        try site.states.storeState(writer.bytes, named: "journal-" + site.id)
        #expect(site.record == record)
    }

    // A build of one of many notes that one, and what the ledger says of the others holds.
    @Test func filesItDoesNotNameAreAsInTheLedger() async throws {
        let site = try TestSite()
        try await site.settle()
        let whole = site.ledger.output()
        let changed = try #require(whole.files.keys.min())
        var output = Ledger.Output()
        output.manifest = whole.manifest
        output.files[changed] = Ledger.File(
            digest: ContentDigest(hashing: "new"), bytes: 3, formerly: whole.files[changed]?.digest)
        try LedgerJournal(basis: site.ledger.basis, output: output).save(as: site.ledgerID, in: site.states)
        let found = site.ledger.output()
        #expect(found.index == nil)
        #expect(Set(found.files.keys) == Set(whole.files.keys))
        #expect(found.files[changed] == output.files[changed])
        for (name, file) in whole.files where name != changed { #expect(found.files[name] == file) }
        // The file is as before, and the build that comes finds that.
        let before = try site.files()
        let report = try await site.build()
        #expect((report.filesWritten, report.filesDeleted) == (0, 0))
        #expect(try site.files() == before)
        #expect(LedgerJournal(site.ledgerID, from: site.states) == nil)
        #expect(site.ledger.output.index != nil)
    }

    // What a publication gave up is not Alcedo's again because a later one fails.
    @Test func aFailedPublicationDoesNotReclaimAbandonedFiles() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.files()
        try site.picture("photos/b.png", 60)
        try await site.build()
        let gone = try #require(before.keys.filter { try !site.exists("out/" + $0) }.min())
        // Somebody brings the old file back: now it is theirs.
        try site.put(try #require(before[gone]), "out/" + gone)
        // A build that ends after its note.
        let ledger = site.ledger
        try LedgerJournal(basis: ledger.basis, output: Ledger.Output(manifest: ledger.output.manifest))
            .save(as: site.ledgerID, in: site.states)
        #expect(site.ledger.output().files[gone] == nil)
        try await site.build()
        #expect(try site.bytes("out/" + gone) == before[gone])
        try site.remove("out/" + gone)
        try site.expectConsistent()
    }
}
