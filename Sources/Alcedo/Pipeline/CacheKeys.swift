import AlcedoBase
import AlcedoCache
import AlcedoImaging

/// The keys under which the pipeline files things. None has a path, a date or an address of a picture in it, except
/// ``remote(_:)``, which maps an address to the original it gave.
struct CacheKeys: Sendable {
    /// Everything besides a job that decides its bytes.
    var engine: ContentDigest
    /// A tolerant decode of a cut-off file gives other pixels than none, so it is filed apart.
    var truncation: TruncationPolicy

    /// Changes when ``FactsRecord`` does, or what is read of a source into it.
    private static let factsSchema = 2

    /// Changes when ``RemoteRecord`` does.
    private static let remoteSchema = 2

    func facts(of source: ContentDigest) -> CacheKey {
        key("facts", source) { $0.write(Self.factsSchema) }
    }

    func variant(of source: ContentDigest, recipe: ContentDigest) -> CacheKey {
        key("variant", source) { $0.write(recipe) }
    }

    func placeholders(of source: ContentDigest, recipe: ContentDigest) -> CacheKey {
        key("placeholders", source) { $0.write(recipe) }
    }

    /// - Parameter identity: The address as the user wrote it, without secrets, or the key given in its place.
    static func remote(_ identity: String) -> CacheKey {
        CacheKey(domain: "remote") { writer in
            writer.write(remoteSchema)
            writer.write(identity)
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
