package import AlcedoBase

/// What the last build that changed files found in their place, kept for reports only and not read by builds.
///
/// A build that changes nothing leaves it as it is, so that it can be looked at later. After a first build there is none.
package struct LastChange: Hashable, Sendable, Codable {
    /// One file as it was.
    package struct File: Hashable, Sendable, Codable {
        package var variant: String
        /// `avif`, `webp`, `jpeg`…
        package var format: String
        package var width: Int
        package var height: Int
        /// Device pixels per CSS pixel, for variants with densities.
        package var density: Double?
        package var bytes: Int
        /// The score that a target led to.
        package var score: Double?

        package init(
            variant: String, format: String, width: Int, height: Int, density: Double?, bytes: Int,
            score: Double?
        ) {
            self.variant = variant
            self.format = format
            self.width = width
            self.height = height
            self.density = density
            self.bytes = bytes
            self.score = score
        }
    }

    /// An image with its files as they were; without any, if it is new.
    package struct Image: Hashable, Sendable, Codable {
        package var id: String
        package var files: [File]

        package init(id: String, files: [File]) {
            self.id = id
            self.files = files
        }
    }

    /// The images that were changed, added or removed, by the bytes of their ids.
    package var before: [Image]
    /// Whether the change was published. Otherwise what comes later belongs to it.
    package var isPublished: Bool
    /// End of the build, in nanoseconds since 1970.
    package var moment: Int

    private static let schema = "alcedo-change-1"

    /// Name of the state file for an output directory.
    package static func name(forOutput path: String) -> String {
        "change-" + ContentDigest(hashing: path).hex.prefix(16)
    }

    package init(before: [Image], isPublished: Bool, moment: Int) {
        self.before = before
        self.isPublished = isPublished
        self.moment = moment
    }

    /// Adds what was there before an earlier change that was not published.
    package mutating func precede(by earlier: LastChange) {
        guard !earlier.isPublished else { return }
        let ids = Set(earlier.before.map(\.id))
        before = (before.filter { !ids.contains($0.id) } + earlier.before)
            .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
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
