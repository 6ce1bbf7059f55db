import AlcedoBase

/// What the record of an output directory says of one entry of the index.
struct IndexedEntry: Sendable {
    var id: String
    /// Decides the entry; see ``EntryKey``.
    var key: ContentDigest
    /// How many bytes of the index lie between the end of the entry before, or the beginning, and this one.
    var gap: Int
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
        writer.write(id)
        writer.write(key)
        writer.write(gap)
        writer.write(count)
        writer.write(files)
    }
}

extension IndexedEntry {
    init(from reader: inout FieldReader) throws {
        id = try reader.readString()
        key = try reader.readDigest()
        gap = try reader.readInt()
        count = try reader.readInt()
        files = try reader.readFields()
    }

    /// Whether each of its files is as it was right after it was written, by what the file system says of it.
    ///
    /// - Throws: `FileSystemError` for a file that cannot be looked at, `FieldReader.Malformed`.
    func hasAllFilesAsWritten(in output: String, _ reader: inout StatusReader) throws -> Bool {
        try forEachFile { name, file in
            try file.status != nil && reader.status(of: output + "/" + name) == file.status
        }
    }
}
