import AlcedoBase
import AlcedoIndex

/// An entry of the index as it was found in the record.
struct RecordedEntry: Sendable {
    var entry: IndexedEntry
    /// Where it is in the index.
    var place: Range<Int>
    /// All of it as it stands in the record.
    var fields: FieldReader
    /// Its place in the record that was written whole; `nil` if it came later.
    var origin: Int?

    /// Reads all entries; their places follow one from the other.
    /// - Throws: `FieldReader.Malformed`.
    static func list(from reader: inout FieldReader) throws -> [RecordedEntry] {
        var end = 0
        var number = 0
        return try reader.readList { reader in
            var entry = try RecordedEntry(from: &reader, after: &end)
            entry.origin = number
            number += 1
            return entry
        }
    }

    /// The entries of a record and those that came later, in the order that there is now.
    /// - Throws: `FieldReader.Malformed`.
    static func list(of base: [RecordedEntry], _ segments: [OutputChanges.Segment]) throws -> [RecordedEntry]
    {
        var end = 0
        var entries: [RecordedEntry] = []
        entries.reserveCapacity(base.count + segments.count)
        for segment in segments {
            switch segment {
            case .base(let places):
                guard places.upperBound < base.count else { throw FieldReader.Malformed() }
                for var entry in base[places] {
                    entry.place = try entry.entry.place(after: &end)
                    entries.append(entry)
                }
            case .entry(var fields): entries.append(try RecordedEntry(from: &fields, after: &end))
            }
        }
        return entries
    }

    private init(from reader: inout FieldReader, after end: inout Int) throws {
        let before = reader
        entry = try IndexedEntry(from: &reader)
        place = try entry.place(after: &end)
        fields = before.upTo(reader)
    }
}

extension IndexedEntry {
    /// Where in the index it is.
    ///
    /// - Parameter end: Where the entry before it ends; then where it does.
    /// - Throws: `FieldReader.Malformed`.
    fileprivate func place(after end: inout Int) throws -> Range<Int> {
        let (start, isTooFar) = end.addingReportingOverflow(gap)
        guard !isTooFar, start >= 0, count >= 0, start <= .max - count else { throw FieldReader.Malformed() }
        end = start + count
        return start..<end
    }
}

/// Finds recorded entries by their ids, with little to do where they are asked for in their order, as is usual.
struct RecordedPlaces {
    // In the order of their ids.
    private let entries: [RecordedEntry]
    private var next = 0

    init(_ entries: [RecordedEntry]) {
        self.entries = entries
    }

    /// The place of the entry with this id; `nil` if there is none.
    mutating func number(of id: String) -> Int? {
        if next == entries.count || entries[next].entry.id != id {
            var (low, high) = (0, entries.count)
            while low < high {
                let middle = (low + high) / 2
                if ImageIndex.stands(entries[middle].entry.id, before: id) {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            guard low < entries.count, entries[low].entry.id == id else { return nil }
            next = low
        }
        defer { next += 1 }
        return next
    }
}
