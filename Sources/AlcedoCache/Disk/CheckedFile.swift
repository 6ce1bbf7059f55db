import AlcedoBase
import Foundation

/// A small file that knows its own name and notices damage: a header, its name, its payload, and the SHA-256 of all.
enum CheckedFile {
    /// What is in the payload: the first field of the file.
    enum Format: String {
        /// Bytes as they were given.
        case plain = "alcedo-checked-1"
        /// A ``RecordFile``.
        case record = "alcedo-record-1"
    }

    static func wrap(_ payload: [UInt8], name: ContentDigest, as format: Format = .plain) -> [UInt8] {
        wrap(name: name, as: format, reserving: payload.count) { $0.append(FieldReader(payload)) }
    }

    /// The same for a payload of about so many bytes that `body` writes.
    static func wrap(
        name: ContentDigest, as format: Format = .plain, reserving count: Int,
        _ body: (inout FieldWriter) -> Void
    ) -> [UInt8] {
        var writer = FieldWriter()
        // A name, a digest at the end, and three counts.
        writer.reserve(count + 256)
        writer.write(format.rawValue)
        writer.write(name)
        writer.writeCounted(body)
        writer.write(writer.digest)
        return writer.bytes
    }

    /// The payload of such a file; `nil` for any other, and for damage.
    static func unwrap(
        _ file: FieldReader, name: ContentDigest
    ) -> (format: Format, payload: FieldReader, checksum: ContentDigest)? {
        guard var reader = file.droppingLast(32) else { return nil }
        do {
            var checksum = file
            try checksum.skip(reader.count)
            let digest = try checksum.readDigest()
            guard digest == reader.digestOfRest,
                let format = Format(rawValue: try reader.readString()), try reader.readDigest() == name
            else {
                return nil
            }
            let payload = try reader.readFields()
            return reader.isAtEnd ? (format, payload, digest) : nil
        } catch {
            return nil
        }
    }
}
