import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

extension TestSite {
    var states: DiskStore { DiskStore(directory: path(".alcedo")) }
    var ledgerID: String { Ledger.id(ofOutput: path("out")) }

    /// What the last build remembered.
    var ledger: Ledger { Ledger.load(ledgerID, from: states) }

    func loseLedger() throws { try remove(".alcedo/v1/state/" + Ledger.prefix + ledgerID) }

    /// Changes what the ledger says of a file in the output.
    func editLedger(of name: String, _ change: (inout Ledger.File) -> Void) throws {
        var ledger = ledger
        var entries: [String: Ledger.Entry] = [:]
        for row in ledger.rows {
            guard let entry = row.entry else { continue }
            var files: [(name: String, file: Ledger.File)] = []
            entry.forEachFile { files.append(($0, $1)) }
            for place in files.indices where files[place].name == name { change(&files[place].file) }
            entries[row.id] = Ledger.Entry(key: entry.key, length: entry.length, files: files)
        }
        ledger.remember(ledger.output, entries, keeping: nil)
        try ledger.save(as: ledgerID, in: states)
    }
}
