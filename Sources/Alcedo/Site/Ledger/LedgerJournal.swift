import AlcedoBase
import AlcedoCache

/// Note of a publication, written before its first change: every file that may then be in the output because of Alcedo,
/// besides those of index entries that stay as they are.
///
/// It goes when the ledger is saved after the publication. If that does not happen, the next build knows all files
/// that may be there.
struct LedgerJournal: Sendable {
    /// Digest of the ledger at the beginning of the publication; `nil` if there was none.
    var basis: ContentDigest?
    var output: Ledger.Output

    static let prefix = "journal-"
    static let schema = "alcedo-journal-1"

    init(basis: ContentDigest?, output: Ledger.Output) {
        self.basis = basis
        self.output = output
    }

    /// Loads the journal of an output directory; `nil` if it is missing, damaged or of another version.
    init?(_ id: String, from store: DiskStore) {
        guard var reader = store.loadFields(named: Self.prefix + id) else { return nil }
        do {
            guard try reader.readString() == Self.schema else { return nil }
            basis = try reader.readOptional { try $0.readDigest() }
            output = try Ledger.Output(from: &reader)
        } catch {
            return nil
        }
    }

    /// - Throws: `CacheError`.
    func save(as id: String, in store: DiskStore) throws {
        try store.storeState(named: Self.prefix + id, reserving: 4096 + output.files.count * 512) { writer in
            writer.write(Self.schema)
            writer.writeOptional(basis) { $0.write($1) }
            output.write(to: &writer)
        }
    }
}
