package import AlcedoBase

/// What builds remember of an output for reports only. Builds do not read it, so that nothing depends on it.
package protocol ReportState: Codable {
    /// Raised when what is stored changes.
    static var schema: String { get }
    /// The beginning of the names of its files.
    static var prefix: String { get }
}

extension ReportState {
    /// Name of the state file for an output directory.
    package static func name(forOutput path: String) -> String {
        prefix + "-" + ContentDigest(hashing: path).hex.prefix(16)
    }

    /// Reads what a store has remembered; `nil` if that is nothing, damaged, or of another version.
    ///
    /// It is only displayed, and the next build that has something to remember replaces it.
    package init?(stored fields: FieldReader?) {
        guard let fields else { return nil }
        do {
            try self.init(fields)
        } catch {
            return nil
        }
    }

    /// - Throws: `FieldReader.Malformed`.
    init(_ fields: FieldReader) throws {
        var reader = fields
        guard try reader.readString() == Self.schema else { throw FieldReader.Malformed() }
        self = try reader.decode()
    }

    package var bytes: [UInt8] {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.encode(self)
        return writer.bytes
    }
}
