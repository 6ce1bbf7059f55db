package import AlcedoBase

/// The relations of a record to other entries, so that trimming can remove them together.
package struct RecordLinks: Hashable, Sendable {
    /// The entry that the record is useless without.
    package var blob: ContentDigest?
    /// The digest of the bytes it describes, which need not be in the cache themselves.
    package var subject: ContentDigest?

    /// Creates the links of a record.
    package init(blob: ContentDigest? = nil, subject: ContentDigest? = nil) {
        self.blob = blob
        self.subject = subject
    }
}

/// The file format of a record.
struct RecordFile: Hashable {
    var payload: Data
    var links: RecordLinks

    init(_ payload: Data, links: RecordLinks) {
        self.payload = payload
        self.links = links
    }

    func data(name: ContentDigest) -> [UInt8] {
        CheckedFile.wrap(name: name, as: .record, reserving: payload.count + 128) { writer in
            writer.writeOptional(links.blob) { $0.write($1) }
            writer.writeOptional(links.subject) { $0.write($1) }
            // Reserved: an earlier version could store an expiration here.
            writer.write(false)
            writer.write(payload)
        }
    }

    /// Returns `nil` if the file is damaged or belongs to another name.
    init?(_ data: Data, name: ContentDigest) {
        guard var reader = CheckedFile.unwrap(FieldReader(data), name: name, as: .record)?.payload else {
            return nil
        }
        do {
            links = RecordLinks(
                blob: try reader.readOptional { try $0.readDigest() },
                subject: try reader.readOptional { try $0.readDigest() })
            guard try !reader.readBool() else { return nil }
            payload = try reader.readData()
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}
