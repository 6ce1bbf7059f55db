import AlcedoBase

/// An entry of the index as it was found in the record.
struct RecordedEntry: Sendable {
    var entry: IndexedEntry
    /// Where it is in the index.
    var place: Range<Int>
    /// All of it as it stands in the record.
    var fields: FieldReader

    /// Reads all entries; their places follow one from the other.
    /// - Throws: `FieldReader.Malformed`.
    static func list(from reader: inout FieldReader) throws -> [RecordedEntry] {
        var end = 0
        return try reader.readList { reader in
            let before = reader
            let entry = try IndexedEntry(from: &reader)
            let (start, isTooFar) = end.addingReportingOverflow(entry.gap)
            guard !isTooFar, start >= 0, entry.count >= 0, start <= .max - entry.count else {
                throw FieldReader.Malformed()
            }
            end = start + entry.count
            return RecordedEntry(entry: entry, place: start..<end, fields: before.upTo(reader))
        }
    }
}
