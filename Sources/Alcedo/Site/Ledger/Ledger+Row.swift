import AlcedoBase

extension Ledger {
    /// A source: its last result, and its entry in the index of the last publication.
    struct Row: Sendable {
        let id: String
        var result: SourceRecord? {
            didSet { fields = nil }
        }
        var entry: Entry? {
            didSet { fields = nil }
        }
        // The row as it was read, until it changes: most rows are written as they were read.
        private var fields: FieldReader?

        init(_ id: String, result: SourceRecord? = nil, entry: Entry? = nil) {
            self.id = id
            self.result = result
            self.entry = entry
        }
    }

    /// An entry of the index.
    struct Entry: Sendable {
        /// Digest of everything that determines the entry; see `EntryKey`.
        var key: ContentDigest
        /// Length of its text in bytes. What is between two entries is determined by their ids.
        var length: Int
        // Names and files, undecoded.
        private let files: FieldReader

        init(key: ContentDigest, length: Int, files: [(name: String, file: File)]) {
            var writer = FieldWriter()
            for (name, file) in files {
                writer.write(name)
                file.write(to: &writer)
            }
            self.init(key: key, length: length, files: writer.fields)
        }

        init(key: ContentDigest, length: Int, files: FieldReader) {
            self.key = key
            self.length = length
            self.files = files
        }
    }
}

extension Ledger.Entry {
    /// Whether all files can be decoded.
    var isIntact: Bool {
        var reader = files
        do {
            while !reader.isAtEnd { _ = (try reader.readName(), try Ledger.File(from: &reader)) }
            return true
        } catch {
            return false
        }
    }

    /// Calls `body` with each file, up to the first that cannot be decoded.
    func forEachFile(_ body: (String, Ledger.File) -> Void) {
        var reader = files
        do {
            while !reader.isAtEnd { body(try reader.readName(), try Ledger.File(from: &reader)) }
        } catch {
            // No version of Alcedo wrote this.
        }
    }

    /// Names of the files, or `nil` if one of them does not have the status from right after it was written.
    ///
    /// - Throws: `FileSystemError` if the status of a file cannot be read.
    func namesOfFilesAsWritten(in directory: String, _ statuses: inout StatusReader) throws -> [String]? {
        var names: [String] = []
        var reader = files
        do {
            while !reader.isAtEnd {
                let name = try reader.readName()
                guard let status = try Ledger.File(from: &reader).status,
                    try statuses.status(of: directory + "/" + name) == status
                else { return nil }
                names.append(name)
            }
        } catch is FieldReader.Malformed {
            return nil
        }
        return names
    }
}

// MARK: - Coding

extension Ledger.Row {
    func write(to writer: inout FieldWriter) {
        if let fields { return writer.append(fields) }
        writer.write(id)
        writer.writeOptional(result) { $1.write(to: &$0) }
        writer.writeOptional(entry) { $1.write(to: &$0) }
    }

    /// - Throws: `FieldReader.Malformed`.
    init(
        from reader: inout FieldReader, recipes: [ContentDigest: RecipeDescription], hasOrigin: Bool
    ) throws {
        let start = reader
        self.init(
            try reader.readString(),
            result: try reader.readOptional {
                try SourceRecord(from: &$0, recipes: recipes, hasOrigin: hasOrigin)
            },
            entry: try reader.readOptional { try Ledger.Entry(from: &$0) })
        fields = start.upTo(reader)
    }
}

extension Ledger.Entry {
    fileprivate func write(to writer: inout FieldWriter) {
        writer.write(key)
        writer.write(length)
        writer.write(files)
    }

    fileprivate init(from reader: inout FieldReader) throws {
        self.init(
            key: try reader.readDigest(), length: try reader.readInt(in: RecordBounds.bytes),
            files: try reader.readFields())
    }
}

extension Ledger.File {
    func write(to writer: inout FieldWriter) {
        writer.write(digest)
        writer.write(bytes)
        writer.writeOptional(formerly) { $0.write($1) }
        writer.writeOptional(status) { $1.write(to: &$0) }
        writer.writeOptional(orphanedSince) { $0.write($1) }
        writer.write(isFound)
    }

    init(from reader: inout FieldReader) throws {
        self.init(
            digest: try reader.readDigest(), bytes: try reader.readInt(in: RecordBounds.bytes),
            formerly: try reader.readOptional { try $0.readDigest() },
            status: try reader.readOptional { try FileStatus(from: &$0) },
            orphanedSince: try reader.readOptional { try $0.readInt(in: RecordBounds.seconds) },
            isFound: try reader.readBool())
    }
}

extension FileStatus {
    func write(to writer: inout FieldWriter) {
        writer.write(Int(kind.rawValue))
        writer.write(size)
        writer.write(modified)
        writer.write(changed)
        writer.write(inode)
    }

    init(from reader: inout FieldReader) throws {
        guard let raw = UInt8(exactly: try reader.readInt()), let kind = Kind(rawValue: raw) else {
            throw FieldReader.Malformed()
        }
        self.init(
            kind: kind, size: try reader.readInt(in: RecordBounds.bytes),
            modified: try reader.readInt(in: RecordBounds.nanoseconds),
            changed: try reader.readInt(in: RecordBounds.nanoseconds),
            inode: try reader.readUInt64())
    }
}
