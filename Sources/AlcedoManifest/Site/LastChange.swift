package import AlcedoBase

/// What was published before the last build that changed the index, kept for reports only and not read by builds.
///
/// A build that changes nothing leaves it as it is, so that it can be looked at later. After a first build there is none.
package struct LastChange: Hashable, Sendable, Codable {
    /// The index as it was, in the cache by this digest as long as nothing trims it.
    package var index: ContentDigest
    /// End of the build that replaced it, in nanoseconds since 1970.
    package var moment: Int

    private static let schema = "alcedo-change-1"

    /// Name of the state file for an output directory.
    package static func name(forOutput path: String) -> String {
        "change-" + ContentDigest(hashing: path).hex.prefix(16)
    }

    package init(index: ContentDigest, moment: Int) {
        self.index = index
        self.moment = moment
    }

    /// Reads what a store has remembered; `nil` if that is nothing, damaged, or of another version.
    package init?(stored fields: FieldReader?) {
        guard var reader = fields else { return nil }
        do {
            guard try reader.readString() == Self.schema else { return nil }
            self = try reader.decode()
        } catch {
            // It is only displayed, and the next change replaces it.
            return nil
        }
    }

    package var bytes: [UInt8] {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.encode(self)
        return writer.bytes
    }
}
