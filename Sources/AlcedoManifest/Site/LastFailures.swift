package import AlcedoBase

/// Failures of the last build into an output, kept for reports only and not read by builds.
///
/// The file exists only while something fails; a build without failures removes it.
package struct LastFailures: Hashable, Sendable, Codable {
    /// A failure and the time of its build.
    package struct Said: Hashable, Sendable, Codable {
        package var failure: BuildFailure
        /// End of the build that reported it, in nanoseconds since 1970. With `--only`, later builds may have run.
        package var moment: Int
    }

    /// Failures, in the manifest's order.
    package var said: [Said]
    /// Whether the last build published the rest. Otherwise the output is from an earlier build.
    package var isPublished: Bool
    /// End of the last build, in nanoseconds since 1970.
    package var moment: Int

    private static let schema = "alcedo-failures-4"

    /// Name of the state file for an output directory.
    package static func name(forOutput path: String) -> String {
        "failures-" + ContentDigest(hashing: path).hex.prefix(16)
    }

    package init(_ failures: [BuildFailure], isPublished: Bool, moment: Int) {
        said = failures.map { Said(failure: $0, moment: moment) }
        self.isPublished = isPublished
        self.moment = moment
    }

    /// Reads what a store has remembered; `nil` if that is nothing, damaged, or of another version.
    ///
    /// The failures are only displayed, and the next build that fails replaces them.
    package init?(stored fields: FieldReader?) {
        guard let fields else { return nil }
        do {
            try self.init(fields)
        } catch {
            return nil
        }
    }

    package var bytes: [UInt8] {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.encode(self)
        return writer.bytes
    }

    /// - Throws: `FieldReader.Malformed`.
    init(_ fields: FieldReader) throws {
        var reader = fields
        guard try reader.readString() == Self.schema else { throw FieldReader.Malformed() }
        self = try reader.decode()
    }
}
