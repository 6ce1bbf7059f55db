import AlcedoBase
import AlcedoCache

/// Reader for what Alcedo remembered of an output directory before there was a ledger: a record (`alcedo-output-8`),
/// and beside it the changes since it was written (`alcedo-output-changes-1`).
///
/// It is used once per output directory: the first ledger takes the record's place.
enum FormerRecord {
    static let prefix = "output-"
    static let changesPrefix = "since-"

    /// Names of all former states of an output directory.
    static func names(_ id: String) -> [String] {
        [prefix + id, changesPrefix + id, changesPrefix + "build-" + id]
    }

    /// Returns a ledger with the former record's contents; `nil` without a readable record.
    ///
    /// A damaged file counts as missing, as everything that is remembered does: the index then shows which files are
    /// Alcedo's, and nothing else is deleted.
    static func ledger(_ id: String, in store: DiskStore) -> Ledger? {
        var record = Record()
        var basis: ContentDigest?
        if let file = store.loadChecked(named: prefix + id), let found = try? Record(file.fields) {
            record = found
            basis = file.checksum
        }
        if let fields = store.loadFields(named: changesPrefix + id),
            let changed = try? record.changed(by: fields, basis)
        {
            record = changed
        } else if basis == nil {
            return nil
        }
        return Ledger(
            output: record.output, rows: record.entries.map { Ledger.Row($0.id, entry: $0.entry) },
            isChanged: true)
    }

    private struct Record {
        var output = Ledger.Output()
        var entries: [(id: String, entry: Ledger.Entry)] = []

        init() {}

        /// - Throws: `FieldReader.Malformed`.
        init(_ fields: FieldReader) throws {
            var reader = fields
            guard try reader.readString() == "alcedo-output-8" else { throw FieldReader.Malformed() }
            output.manifest = try reader.readOptional { try $0.readString() }
            output.index = try reader.readOptional { try FormerRecord.index(from: &$0) }
            output.formerIndexes = try reader.readList { try FormerRecord.index(from: &$0) }
            // The date of the first orphan, which the files say as well.
            _ = try reader.readOptional { try $0.readInt() }
            entries = try reader.readList { try FormerRecord.entry(from: &$0) }
            output.files = try reader.readDictionary(ofAtLeast: 8 + 32 + 8 + 4) {
                (try $0.readName(), try Ledger.File(from: &$0))
            }
        }

        /// Returns the record with the changes beside it.
        ///
        /// - Throws: `FieldReader.Malformed`, also if the changes belong to another record.
        func changed(by fields: FieldReader, _ basis: ContentDigest?) throws -> Record {
            var reader = fields
            guard try reader.readString() == "alcedo-output-changes-1" else { throw FieldReader.Malformed() }
            let theirBasis = try reader.readOptional { try $0.readDigest() }
            let isUnderWay = try reader.readBool()
            guard theirBasis == basis || basis == nil && isUnderWay else { throw FieldReader.Malformed() }
            // Runs of the record's entries, and new entries.
            let entries = try reader.readList { reader -> ArraySlice<(id: String, entry: Ledger.Entry)> in
                guard try reader.readBool() else {
                    var fields = try reader.readFields()
                    return [try FormerRecord.entry(from: &fields)]
                }
                let (first, last) = (try reader.readInt(), try reader.readInt())
                if basis == nil { return [] }
                guard first >= 0, first <= last, last < self.entries.count else {
                    throw FieldReader.Malformed()
                }
                return self.entries[first...last]
            }
            var record = try Record(reader)
            record.entries = entries.flatMap(\.self)
            if isUnderWay { record.output.index = nil }
            return record
        }
    }

    private static func entry(from reader: inout FieldReader) throws -> (id: String, entry: Ledger.Entry) {
        let (id, key) = (try reader.readString(), try reader.readDigest())
        // The distance to the entry before.
        _ = try reader.readInt()
        return (
            id,
            Ledger.Entry(
                key: key, length: try reader.readInt(in: RecordBounds.bytes), files: try reader.readFields())
        )
    }

    /// Reads an index, and its digest from the file, because the record has another checksum.
    ///
    /// An index that cannot be read, or that has changed, gets a digest that no index has, so its entries are made
    /// again. The publication reports what it cannot read.
    private static func index(from reader: inout FieldReader) throws -> Ledger.Index {
        var index = Ledger.Index(
            path: try reader.readPath(), status: try FileStatus(from: &reader),
            fingerprint: try reader.readDigest(), digest: ContentDigest(hashing: ""))
        _ = try reader.readUInt64()
        if let status = try? FileSystem.status(of: index.path), status == index.status,
            let found = try? FileSystem.digest(ofFile: index.path, followingLinks: false)
        {
            index.digest = found.digest
        }
        return index
    }
}
