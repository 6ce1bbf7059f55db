import AlcedoBase

/// What the record of an output directory says of one entry of the index.
struct IndexedEntry: Sendable {
    /// Decides the entry; see ``EntryKey``.
    var key: ContentDigest
    /// Where the entry begins in the index, in bytes.
    var offset: Int
    /// How many bytes of the index it is.
    var count: Int
    /// The files that it names, each as ``OutputRecord/File``.
    var files: FieldReader

    /// Calls `body` with each of the files until it gives back `false`.
    ///
    /// - Returns: Whether it never did.
    /// - Throws: `FieldReader.Malformed`, or what `body` throws.
    func forEachFile(_ body: (String, OutputRecord.File) throws -> Bool) throws -> Bool {
        var reader = files
        while !reader.isAtEnd {
            guard try body(try reader.readString(), try OutputRecord.File(from: &reader)) else {
                return false
            }
        }
        return true
    }

    func write(to writer: inout FieldWriter) {
        writer.write(key)
        writer.write(offset)
        writer.write(count)
        writer.write(files)
    }

    init(key: ContentDigest, place: Range<Int>, files: FieldReader) {
        self.key = key
        offset = place.lowerBound
        count = place.count
        self.files = files
    }

    init(from reader: inout FieldReader) throws {
        key = try reader.readDigest()
        offset = try reader.readInt()
        count = try reader.readInt()
        files = try reader.readFields()
        guard offset >= 0, count >= 0, offset <= .max - count else { throw FieldReader.Malformed() }
    }
}
