public import AlcedoBase
import Foundation

/// The relations of a record to other entries, so that trimming can remove them together.
public struct RecordLinks: Hashable, Sendable {
    /// The entry that the record is useless without.
    public var blob: ContentDigest?
    /// The digest of the bytes it describes, which need not be in the cache themselves.
    public var subject: ContentDigest?

    /// Creates the links of a record.
    public init(blob: ContentDigest? = nil, subject: ContentDigest? = nil) {
        self.blob = blob
        self.subject = subject
    }
}

/// The file format of a record.
struct RecordFile: Hashable {
    /// The expiration of a record.
    struct Expiry: Hashable {
        var moment: Date
        /// The time it was stored for, in seconds. `nil` for a fixed date that reading does not extend.
        var lifetime: Double?
    }

    var payload: Data
    var links = RecordLinks()
    /// `nil` for never.
    var expiry: Expiry?

    init(_ payload: Data, links: RecordLinks, expiry: Expiry?) {
        self.payload = payload
        self.links = links
        self.expiry = expiry
    }

    func data(name: ContentDigest) -> [UInt8] {
        var writer = FieldWriter()
        writer.writeOptional(links.blob) { $0.write($1) }
        writer.writeOptional(links.subject) { $0.write($1) }
        writer.writeOptional(expiry) { writer, expiry in
            writer.write(expiry.moment.timeIntervalSince1970)
            writer.writeOptional(expiry.lifetime) { $0.write($1) }
        }
        writer.write(payload)
        return CheckedFile.wrap(writer.bytes, name: name, as: .record)
    }

    /// Returns `nil` if the file is damaged or belongs to another name.
    init?(_ data: Data, name: ContentDigest) {
        self.init(FieldReader(data), name: name)
    }

    private init?(_ file: FieldReader, name: ContentDigest) {
        guard let (format, content, _) = CheckedFile.unwrap(file, name: name) else { return nil }
        // Before records had links, they were stored as plain files.
        guard format == .record else {
            payload = content.rest
            return
        }
        var reader = content
        do {
            links.blob = try reader.readOptional { try $0.readDigest() }
            links.subject = try reader.readOptional { try $0.readDigest() }
            expiry = try reader.readOptional { reader in
                Expiry(
                    moment: Date(timeIntervalSince1970: try reader.readDouble()),
                    lifetime: try reader.readOptional { try $0.readDouble() })
            }
            payload = try reader.readData()
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
    }

    func isExpired(at now: Date) -> Bool {
        if let expiry { expiry.moment <= now } else { false }
    }
}

extension StorageExpiration {
    /// Returns the stored form of the expiration of something stored at `now`.
    func expiry(from now: Date) -> RecordFile.Expiry? {
        switch self {
        case .never: nil
        case .seconds(let seconds): RecordFile.Expiry(moment: date(from: now), lifetime: seconds)
        case .days(let days): RecordFile.Expiry(moment: date(from: now), lifetime: Double(days) * 86_400)
        case .date, .expired: RecordFile.Expiry(moment: date(from: now), lifetime: nil)
        }
    }
}
