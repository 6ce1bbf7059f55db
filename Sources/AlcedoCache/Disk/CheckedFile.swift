import AlcedoBase

/// A small file that detects damage: a header, the name of the file, the payload, and the SHA-256 of all three.
enum CheckedFile {
    /// The format of the payload: the first field of the file.
    enum Format: String {
        /// Bytes as given.
        case plain = "alcedo-checked-1"
        /// A `RecordFile`.
        case record = "alcedo-record-1"
    }

    /// Wraps a payload of about `count` bytes that `body` writes.
    static func wrap(
        name: ContentDigest, as format: Format = .plain, reserving count: Int,
        _ body: (inout FieldWriter) -> Void
    ) -> [UInt8] {
        var writer = FieldWriter()
        // Room for the name, the digest at the end, and three counts.
        writer.reserve(count + 256)
        writer.write(format.rawValue)
        writer.write(name)
        writer.writeCounted(body)
        writer.write(writer.digest)
        return writer.bytes
    }

    /// Returns the payload of a checked file, or `nil` if the file is damaged or of another name or format.
    static func unwrap(
        _ file: FieldReader, name: ContentDigest, as format: Format = .plain
    ) -> (payload: FieldReader, checksum: ContentDigest)? {
        guard var reader = file.droppingLast(32) else { return nil }
        do {
            var checksum = file
            try checksum.skip(reader.count)
            let digest = try checksum.readDigest()
            guard digest == reader.digestOfRest, try reader.readString() == format.rawValue,
                try reader.readDigest() == name
            else { return nil }
            let payload = try reader.readFields()
            return reader.isAtEnd ? (payload, digest) : nil
        } catch {
            return nil
        }
    }
}
