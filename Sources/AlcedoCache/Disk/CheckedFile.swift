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

    static func wrap(_ payload: Data, name: ContentDigest, as format: Format = .plain) -> Data {
        var writer = FieldWriter()
        writer.write(format.rawValue)
        writer.write(name)
        writer.write(payload)
        writer.write(writer.digest)
        return writer.data
    }

    static func unwrap(_ data: Data, name: ContentDigest) -> (format: Format, payload: Data)? {
        guard data.count > 32 else { return nil }
        let body = data.prefix(data.count - 32)
        guard let checksum = ContentDigest(bytes: data.suffix(32)), ContentDigest(hashing: body) == checksum
        else {
            return nil
        }
        var reader = FieldReader(body)
        do {
            guard let format = Format(rawValue: try reader.readString()), try reader.readDigest() == name
            else {
                return nil
            }
            let payload = try reader.readData()
            return reader.isAtEnd ? (format, payload) : nil
        } catch {
            return nil
        }
    }
}
