public import AlcedoBase

/// The name under which something is kept: a digest of everything that decides it.
public struct CacheKey: Hashable, Sendable {
    // Part of every key: raised when the meaning of keys changes, so that no old entry is taken for a new one.
    private static let schema = 1

    /// SHA-256 over the schema, the domain and the fields.
    public let digest: ContentDigest

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - domain: What kind of thing it names: keys of different domains never meet.
    ///   - fields: Writes everything that decides the thing. Fields are length-prefixed, so no two lists of fields
    ///     give the same key.
    public init(domain: String, _ fields: (inout FieldWriter) -> Void) {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.write(domain)
        fields(&writer)
        digest = writer.digest
    }
}
