import AlcedoBase
import AlcedoIndex
import AlcedoRecipes
import AlcedoWorkers

/// Ranges of what the cache says. A checksum shows that nothing was damaged, but not who wrote it: a cache may come from
/// elsewhere, and arithmetic on its numbers must not end the program.
enum RecordBounds {
    /// Sizes in bytes. Even those of a million sources can be added up.
    static let bytes = 0...1 << 40
    /// Numbers of files.
    static let count = 0...1 << 32
    /// Pixels of a side.
    static let side = 1...1 << 30
    /// Dates in seconds since 1970.
    static let seconds = -(1 << 40)...1 << 40
    /// Dates of files in nanoseconds since 1970; see `FileStatus`.
    static let nanoseconds = -9_201_000_000_000_000_000...9_201_000_000_000_000_000
    /// Device pixels per CSS pixel.
    static let density = 0.01...1000.0
}

/// A record of the cache with fields that its type allows and that no version of Alcedo writes.
protocol BoundedRecord: Decodable {
    /// Whether all fields are within their ranges.
    var isWithinBounds: Bool { get }
}

extension VariantRecord: BoundedRecord {
    var isWithinBounds: Bool {
        RecordBounds.bytes.contains(bytes) && RecordBounds.side.contains(width)
            && RecordBounds.side.contains(height) && RecordBounds.side.contains(frames)
            && found?.isWithinBounds ?? true
    }
}

extension FactsRecord: BoundedRecord {
    var isWithinBounds: Bool {
        let sides =
            [facts.width, facts.height, facts.frames]
            + (facts.proportions.map { [$0.width, $0.height] } ?? [])
        return sides.allSatisfy(RecordBounds.side.contains) && (1...8).contains(facts.orientation)
            && facts.type.isSupported
    }
}

extension RemoteRecord: BoundedRecord {
    var isWithinBounds: Bool {
        RecordBounds.bytes.contains(bytes) && RecordBounds.seconds.contains(validated)
            && before.count <= 1 && before.allSatisfy { $0.before.isEmpty && $0.isWithinBounds }
    }
}

extension ImagePlaceholders: BoundedRecord {
    var isWithinBounds: Bool { ImageIndex.Placeholders(self).isSound }
}

extension FieldReader {
    /// Reads a number within a range.
    /// - Throws: `Malformed` for any other number.
    mutating func readInt(in range: ClosedRange<Int>) throws -> Int {
        let value = try readInt()
        guard range.contains(value) else { throw Malformed() }
        return value
    }

    /// Reads the name of a file below the output.
    /// - Throws: `Malformed` for a name that leads out.
    mutating func readName() throws -> String {
        let name = try readString()
        guard RelativeName.isInside(name) else { throw Malformed() }
        return name
    }

    /// Reads an absolute path.
    /// - Throws: `Malformed` for any other path.
    mutating func readPath() throws -> String {
        let path = try readString()
        guard path.hasPrefix("/"), RelativeName.isInside(String(path.dropFirst())) else { throw Malformed() }
        return path
    }
}
