import AlcedoBase

/// In which order an index has entries that are kept and those that are new.
struct IndexLayout: Sendable {
    /// Entries that stand one after the other.
    enum Piece: Sendable {
        /// Those at these places of the last record, which followed one another before.
        case run(ClosedRange<Int>)
        /// The one at this place of the last record, with so many bytes before it now.
        case kept(Int, gap: Int)
        /// A new one.
        case new(String, gap: Int)
    }

    var pieces: [Piece] = []
    let kept: KeptEntries

    init(_ kept: KeptEntries) { self.kept = kept }

    /// Writes the entries for a record.
    ///
    /// - Parameter pack: Gives a new entry, or `nil` if it is not there yet.
    func write(count: Int, to writer: inout FieldWriter, pack: (String, _ gap: Int) -> IndexedEntry?) {
        writer.write(kept.count + count)
        for piece in pieces {
            switch piece {
            case .run(let numbers): for number in numbers { writer.append(kept.recorded[number].fields) }
            case .kept(let number, let gap):
                var entry = kept.recorded[number].entry
                entry.gap = gap
                entry.write(to: &writer)
            case .new(let id, let gap): pack(id, gap)?.write(to: &writer)
            }
        }
    }

    /// The same for what stands beside a record.
    func segments(pack: (String, _ gap: Int) -> IndexedEntry?) -> [OutputChanges.Segment] {
        var segments: [OutputChanges.Segment] = []
        func add(_ entry: IndexedEntry?) {
            var writer = FieldWriter()
            entry?.write(to: &writer)
            segments.append(.entry(writer.fields))
        }
        for piece in pieces {
            switch piece {
            case .run(let numbers):
                for number in numbers { segments.add(kept.recorded[number]) }
            case .kept(let number, let gap):
                var entry = kept.recorded[number].entry
                entry.gap = gap
                add(entry)
            case .new(let id, let gap): add(pack(id, gap))
            }
        }
        return segments
    }
}
