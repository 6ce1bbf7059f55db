/// Origin of a result.
public enum ImageOrigin: String, Hashable, Sendable, CaseIterable {
    /// The last build's result is still valid, so the cache was not consulted.
    case unchanged
    /// The finished variant was in the memory tier.
    case memory
    /// The finished variant was in the disk cache.
    case variant
    /// The variant was made from an original in the cache.
    case original
    /// The variant was made from the bytes of a provider: a local file, a data URI or a custom type.
    case provider
    /// The original was revalidated and had not changed; the variant may have been in the cache.
    case revalidated
    /// The original was downloaded.
    case downloaded
    /// The original could not be revalidated, so the cached copy was used.
    case stale
}

extension ImageOrigin {
    /// Origin of a variant found in the given cache tier. `revalidated` and `stale` take precedence, since they say how
    /// up to date the picture is.
    func forCached(_ tier: ImageOrigin) -> ImageOrigin {
        switch self {
        case .revalidated, .stale: self
        default: tier
        }
    }
}
