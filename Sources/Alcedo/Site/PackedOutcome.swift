import AlcedoBase

/// A ``SourceOutcome`` in the form in which the state keeps it, and what every build asks of it.
///
/// A build of many thousand sources takes most of them over as they are: those are neither taken apart nor put together
/// again, and are written as they were read.
struct PackedOutcome: Sendable {
    /// That of the source.
    let digest: ContentDigest
    /// How many the source has.
    let bytes: Int
    /// How many files there are, those within the index included.
    let fileCount: Int
    /// How many bytes those have together.
    let fileBytes: Int
    // The rest of the outcome.
    private let fields: FieldReader

    /// Packs an outcome.
    init(_ outcome: SourceOutcome) {
        digest = outcome.digest
        bytes = outcome.bytes
        let files = outcome.variants.lazy.flatMap(\.files)
        fileCount = files.count
        fileBytes = files.reduce(0) { $0 + $1.record.bytes }
        var writer = FieldWriter()
        outcome.write(to: &writer)
        // In as much room as they need: there are thousands of them.
        fields = FieldReader(Array(writer.bytes[...]))
    }

    /// All of it.
    /// - Throws: `FieldReader.Malformed` for bytes that nobody packed.
    func unpacked() throws(FieldReader.Malformed) -> SourceOutcome {
        var reader = fields
        do {
            let outcome = try SourceOutcome(digest: digest, bytes: bytes, from: &reader)
            if reader.isAtEnd { return outcome }
        } catch {
            // As below.
        }
        throw FieldReader.Malformed()
    }

    func write(to writer: inout FieldWriter) {
        writer.write(digest)
        writer.write(bytes)
        writer.write(fileCount)
        writer.write(fileBytes)
        writer.write(fields)
    }

    init(from reader: inout FieldReader) throws {
        digest = try reader.readDigest()
        bytes = try reader.readInt()
        fileCount = try reader.readInt()
        fileBytes = try reader.readInt()
        fields = try reader.readFields()
    }
}

extension PackedOutcome: Hashable {
    static func == (one: PackedOutcome, other: PackedOutcome) -> Bool {
        one.digest == other.digest && one.bytes == other.bytes && one.fileCount == other.fileCount
            && one.fileBytes == other.fileBytes && one.fields.hasSameRest(as: other.fields)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
