import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Every state in which a publication can be killed, made by hand: the next build gives the same as an undisturbed one.
@Suite(.timeLimit(.minutes(60))) struct CrashTests {
    @Test func theNextBuildRepairsAKilledPublication() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try #require(site.states.loadFields(named: Ledger.prefix + site.ledgerID)?.rest)
        let (old, oldLedger) = (try site.files(), site.ledger)
        try site.picture("photos/b.png", 17)
        try site.remove("photos/d.png")
        try await site.build()
        let (new, newLedger) = (try site.files(), site.ledger)
        let written = new.keys.filter { old[$0] == nil }.sorted()
        let deleted = old.keys.filter { new[$0] == nil }.sorted()
        #expect((written.count, deleted.count) == (4, 8))

        // What is noted before the first file: everything that may be there, and no index.
        var middle = Ledger.Output()
        middle.files = oldLedger.output().files.merging(newLedger.output().files) { old, _ in old }
        for name in written { middle.files[name]?.status = nil }
        // Files written, index written, files deleted.
        var points = (0...written.count).map { ($0, false, 0) }
        points += (0...deleted.count).map { (written.count, true, $0) }
        for (writes, hasIndex, deletions) in points {
            try site.remove("out")
            var now = old
            for name in written.prefix(writes) { now[name] = new[name] }
            if hasIndex { now["index.json"] = new["index.json"] }
            for name in deleted.prefix(deletions) { now[name] = nil }
            for (name, data) in now { try site.put(data, "out/" + name) }
            if writes < written.count { try site.put(Data("half".utf8), "out/photos/.alcedo-tmp-1-half") }
            if hasIndex { try site.put(Data("half".utf8), "out/.alcedo-tmp-2-half") }
            try site.states.storeState(before, named: Ledger.prefix + site.ledgerID)
            try LedgerJournal(basis: oldLedger.basis, output: middle).save(as: site.ledgerID, in: site.states)

            let report = try await site.build()
            #expect(report.isPublished)
            #expect(
                try site.files() == new, "after \(writes) files, index \(hasIndex), \(deletions) deletions")
            #expect(site.ledger.output.index != nil)
            #expect(LedgerJournal(site.ledgerID, from: site.states) == nil)
        }
    }

    @Test func theCacheMayBeLostAtAnyMomentAsWell() async throws {
        let site = try TestSite(pictures: ["a", "b"])
        try await site.build()
        let first = try site.files()
        try site.picture("photos/b.png", 17)
        try site.remove(".alcedo")
        try await site.build()
        try site.expectConsistent()
        let second = try site.files()
        #expect(second.keys.filter { first[$0] == nil }.count == 4)
        try site.remove(".alcedo")
        try await site.build()
        #expect(try site.files() == second)
        try site.expectConsistent()
    }
}
