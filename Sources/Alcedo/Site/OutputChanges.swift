import AlcedoBase
import AlcedoCache

/// What publications have made, or are about to make, of an output directory since its record was written whole.
///
/// A site of ten thousand pictures has a record of six megabytes. A build that makes one of them anew notes what is going
/// to differ before its first file, and what does differ at its end, and leaves the record as it is.
struct OutputChanges: Sendable {
    /// One after the other, the entries of the index.
    enum Segment: Sendable {
        /// Those at these places of the record.
        case base(ClosedRange<Int>)
        /// One as it would stand in the record.
        case entry(FieldReader)
    }

    /// The checksum of the record; `nil` if there is none. With another record the changes say nothing: that was written
    /// later.
    var basis: ContentDigest?
    /// Whether the publication that wrote them has not ended.
    var isUnderWay: Bool
    /// The entries of the index; while a publication is under way those that stay as they are.
    var segments: [Segment]
    /// Manifest and indexes, and files: those that no entry names; while a publication is under way every one that is there
    /// or may be there, but for those of entries that stay. It has no entries.
    var record: OutputRecord

    private static let schema = "alcedo-output-changes-1"

    /// The name under which they stand beside the record with the name `record`.
    static func name(forRecord record: String) -> String {
        ChangesBeside.prefix + record.dropFirst(OutputRecord.prefix.count)
    }

    /// The name of the record beside which changes with this name stand; `nil` if it is not one's.
    static func record(forName name: String) -> String? {
        name.hasPrefix(ChangesBeside.prefix)
            ? OutputRecord.prefix + name.dropFirst(ChangesBeside.prefix.count) : nil
    }

    /// What a publication is about to do.
    ///
    /// - Parameters:
    ///   - record: Every file that is there or may be there, but for those of `segments`.
    ///   - segments: The entries that stay as they are.
    init(over basis: ContentDigest?, intending record: OutputRecord, keeping segments: [Segment] = []) {
        self.basis = basis
        isUnderWay = true
        self.segments = segments
        self.record = record
        self.record.index = nil
        self.record.entries = [:]
    }

    /// What a publication has done.
    ///
    /// - Parameters:
    ///   - record: All of it, but for the files of kept entries.
    ///   - layout: The order of its entries and those that are kept.
    /// - Returns: `nil` where it is better to write the record whole: because it is small, or much of it has changed.
    init?(
        over basis: ContentDigest?, leaving record: OutputRecord, with layout: IndexLayout?,
        worthwhileFrom least: Int
    ) {
        guard let basis, let layout, layout.kept.recorded.count >= least else { return nil }
        let segments = layout.segments { record.packed($0, gap: $1) }
        let count = segments.count { if case .entry = $0 { true } else { false } }
        guard ChangesBeside.areFew(count, of: layout.kept.recorded.count) else { return nil }
        self.basis = basis
        isUnderWay = false
        self.segments = segments
        self.record = record
        self.record.entries = [:]
        for name in record.entries.values.lazy.flatMap(\.names) { self.record.files[name] = nil }
    }

    /// Reads those beside a record.
    ///
    /// - Parameter basis: The checksum of the record that is there.
    /// - Returns: `nil` if there are none, or they are of another record.
    /// - Throws: `FieldReader.Malformed`.
    init?(ofRecord record: String, in store: DiskStore, over basis: ContentDigest?) throws {
        guard var reader = store.loadFields(named: Self.name(forRecord: record)) else { return nil }
        guard try reader.readString() == Self.schema else { throw FieldReader.Malformed() }
        self.basis = try reader.readOptional { try $0.readDigest() }
        isUnderWay = try reader.readBool()
        segments = try reader.readList { reader in
            guard try reader.readBool() else { return .entry(try reader.readFields()) }
            let (first, last) = (try reader.readInt(), try reader.readInt())
            guard first >= 0, first <= last else { throw FieldReader.Malformed() }
            return .base(first...last)
        }
        // Where the record is lost, what was known of the files is better than nothing.
        guard self.basis == basis || basis == nil && isUnderWay else { return nil }
        if basis == nil {
            segments.removeAll { if case .base = $0 { true } else { false } }
        }
        self.record = try OutputRecord(OutputRecordFile(reader))
    }

    /// Writes them beside the record with the name `record`.
    ///
    /// - Throws: `CacheError`.
    func store(in store: DiskStore, besides record: String) throws(CacheError) {
        let entries = segments.reduce(0) { size, segment in
            if case .entry(let fields) = segment { size + 16 + fields.count } else { size + 32 }
        }
        try store.storeState(
            named: Self.name(forRecord: record), reserving: 4096 + entries + self.record.size(with: nil)
        ) { write(to: &$0) }
    }

    private func write(to writer: inout FieldWriter) {
        writer.write(Self.schema)
        writer.writeOptional(basis) { $0.write($1) }
        writer.write(isUnderWay)
        writer.writeList(segments) { writer, segment in
            switch segment {
            case .base(let places):
                writer.write(true)
                writer.write(places.lowerBound)
                writer.write(places.upperBound)
            case .entry(let fields):
                writer.write(false)
                writer.write(fields)
            }
        }
        record.write(to: &writer, with: nil)
    }
}

extension [OutputChanges.Segment] {
    /// Adds an entry that stays as it was found.
    mutating func add(_ entry: RecordedEntry) {
        guard let origin = entry.origin else {
            append(.entry(entry.fields))
            return
        }
        if case .base(let places) = last, places.upperBound + 1 == origin {
            self[count - 1] = .base(places.lowerBound...origin)
        } else {
            append(.base(origin...origin))
        }
    }
}
