import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoLoading

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

    /// The key of a picture on the network: that which was given, or else its address with the headers that are sent,
    /// as they are when everything is expanded. Other values are another picture.
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
