import AlcedoBase
import AlcedoCache
import AlcedoLoading
import AlcedoRecipes

/// Cache keys of the pipeline. No key depends on a path, a date or a URL, except ``remote(_:)``, which maps a URL to
/// the original downloaded from it.
struct CacheKeys: Sendable {
    /// Everything besides the job itself that determines its bytes.
    var engine: ContentDigest
    /// Part of the key, because a truncated file decodes under one policy and fails under the other.
    var truncation: TruncationPolicy

    /// Raised when the format of `FactsRecord` changes, or what is read from a source into it.
    private static let factsSchema = 3

    /// Raised when the format of `RemoteRecord` changes.
    private static let remoteSchema = 3

    func facts(of source: ContentDigest) -> CacheKey {
        key("facts", source) { $0.write(Self.factsSchema) }
    }

    func variant(of source: ContentDigest, recipe: ContentDigest) -> CacheKey {
        key("variant", source) { $0.write(recipe) }
    }

    func placeholders(of source: ContentDigest, recipe: ContentDigest) -> CacheKey {
        key("placeholders", source) { $0.write(recipe) }
    }

    /// Key of a remote picture: the user's `cache-key`, or the expanded URL and request headers. Different values mean
    /// a different picture.
    static func remote(_ resource: RemoteResource) -> CacheKey {
        CacheKey(domain: "remote") { writer in
            writer.write(remoteSchema)
            writer.writeOptional(resource.cacheKey) { $0.write($1) }
            if resource.cacheKey == nil { writer.writeList(resource.requests.prefix(1)) { $0.write($1) } }
        }
    }

    private func key(_ domain: String, _ source: ContentDigest, _ fields: (inout FieldWriter) -> Void)
        -> CacheKey
    {
        CacheKey(domain: domain) { writer in
            writer.write(engine)
            writer.write(truncation == .allow)
            writer.write(source)
            fields(&writer)
        }
    }
}
