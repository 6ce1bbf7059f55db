import AlcedoBase
import Foundation

/// A small file that knows its own name and notices damage: a header, its name, its payload, and the SHA-256 of all.
enum CheckedFile {
    private static let header = "alcedo-checked-1"

    static func wrap(_ payload: Data, name: ContentDigest) -> Data {
        var writer = FieldWriter()
        writer.write(header)
        writer.write(name)
        writer.write(payload)
        writer.write(writer.digest)
        return writer.data
    }

    static func unwrap(_ data: Data, name: ContentDigest) -> Data? {
        guard data.count > 32 else { return nil }
        let body = data.prefix(data.count - 32)
        guard let checksum = ContentDigest(bytes: data.suffix(32)), ContentDigest(hashing: body) == checksum
        else {
            return nil
        }
        var reader = FieldReader(body)
        do {
            guard try reader.readString() == header, try reader.readDigest() == name else { return nil }
            let payload = try reader.readData()
            return reader.isAtEnd ? payload : nil
        } catch {
            return nil
        }
    }
}
