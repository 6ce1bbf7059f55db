public import AlcedoBase

/// The name of an entry: a digest of every input that determines it.
public struct CacheKey: Hashable, Sendable {
    // Part of every key: raised when the meaning of keys changes, so that no old entry matches a new key.
    private static let schema = 1

    /// SHA-256 over the schema, the domain and the fields.
    public let digest: ContentDigest

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - domain: The kind of entry. Keys of different domains never collide.
    ///   - fields: Writes every input that determines the entry. Fields are length-prefixed, so different lists of
    ///     fields give different keys.
    package init(domain: String, _ fields: (inout FieldWriter) -> Void) {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.write(domain)
        fields(&writer)
        digest = writer.digest
    }
}
