public import AlcedoBase
import Foundation

/// What a record has to do with other things in the cache, so that trimming knows what belongs together.
public struct RecordLinks: Hashable, Sendable {
    /// The entry without which the record is of no use.
    public var blob: ContentDigest?
    /// What it is about: bytes that need not be in the cache themselves.
    public var subject: ContentDigest?

    /// Describes a record.
    public init(blob: ContentDigest? = nil, subject: ContentDigest? = nil) {
        self.blob = blob
        self.subject = subject
    }
}

/// A record as it stands on the disk.
struct RecordFile: Hashable {
    /// When it stops being kept.
    struct Expiry: Hashable {
        var moment: Date
        /// How long it was stored for. `nil` for a moment that reading does not move.
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

    /// `nil` for damage, and for the record of another name.
    init?(_ data: Data, name: ContentDigest) {
        self.init(FieldReader(data), name: name)
    }

    private init?(_ file: FieldReader, name: ContentDigest) {
        guard let (format, content, _) = CheckedFile.unwrap(file, name: name) else { return nil }
        // Before records had links, they were plain files.
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
    /// What is filed with something that is stored at `now`.
    func expiry(from now: Date) -> RecordFile.Expiry? {
        switch self {
        case .never: nil
        case .seconds(let seconds): RecordFile.Expiry(moment: date(from: now), lifetime: seconds)
        case .days(let days): RecordFile.Expiry(moment: date(from: now), lifetime: Double(days) * 86_400)
        case .date, .expired: RecordFile.Expiry(moment: date(from: now), lifetime: nil)
        }
    }
}
