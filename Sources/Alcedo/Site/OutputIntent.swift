import AlcedoBase
import AlcedoCache

/// What a publication is about to make of an output directory, as it is noted before the first file is written.
///
/// It stands beside the record of the last publication and has what is going to differ from that: a site of ten thousand
/// pictures has a record of six megabytes, and a build that makes one of them anew would otherwise write it twice.
struct OutputIntent: Hashable, Sendable {
    /// The checksum of the record that is there; `nil` if there is none. With another record it says nothing: that was
    /// written when the publication ended.
    var basis: ContentDigest?
    /// Every file that may be there besides those of the basis or differs from them, without entries and index.
    var changes: OutputRecord

    private static let schema = "alcedo-intent-1"

    /// The name under which it stands beside the record with the name `record`.
    static func name(forRecord record: String) -> String {
        prefix + record.dropFirst(OutputRecord.prefix.count)
    }

    /// The name of the record beside which an intent with this name stands; `nil` if it is not one's.
    static func record(forName name: String) -> String? {
        name.hasPrefix(prefix) ? OutputRecord.prefix + name.dropFirst(prefix.count) : nil
    }

    private static let prefix = "intent-"

    init(basis: ContentDigest?, changes: OutputRecord) {
        self.basis = basis
        self.changes = changes
        self.changes.index = nil
        self.changes.entries = [:]
    }

    /// Reads the one beside a record, if the publication that wrote it has not ended.
    ///
    /// - Parameter basis: The checksum of the record that is there.
    /// - Throws: `FieldReader.Malformed`.
    init?(ofRecord record: String, in store: DiskStore, over basis: ContentDigest?) throws {
        guard var reader = store.loadFields(named: Self.name(forRecord: record)) else { return nil }
        guard try reader.readString() == Self.schema else { throw FieldReader.Malformed() }
        self.basis = try reader.readOptional { try $0.readDigest() }
        // Where the record is lost, what is known of the files is better than nothing.
        guard basis == nil || self.basis == basis else { return nil }
        changes = try OutputRecord(OutputRecordFile(reader))
    }

    var bytes: [UInt8] {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.writeOptional(basis) { $0.write($1) }
        writer.append(FieldReader(changes.bytes(with: nil)))
        return writer.bytes
    }

    /// What may be there now, if `record` is what was there before.
    func record(over record: OutputRecord) -> OutputRecord {
        var result = changes
        result.files.merge(record.files) { changed, _ in changed }
        return result
    }
}
