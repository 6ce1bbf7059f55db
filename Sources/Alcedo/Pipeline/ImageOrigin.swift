/// Where a result came from.
public enum ImageOrigin: String, Hashable, Sendable, CaseIterable {
    /// Nothing was looked at: the last build's result still holds.
    case unchanged
    /// The finished variant was in the memory tier.
    case memory
    /// The finished variant was in the disk cache.
    case variant
    /// It was made anew from an original that was in the cache.
    case original
    /// It was made anew from bytes that its provider gave: a local file, a data URI, a type of your own.
    case provider
    /// Its original was asked for again and had not changed; it may have been finished before.
    case revalidated
    /// Its original was downloaded.
    case downloaded
    /// Its original could not be asked for again; the copy at hand was used.
    case stale
}

extension ImageOrigin {
    /// What is said of a finished picture that was there: how its original was looked after comes first, as it says
    /// whether the picture is the newest.
    func forCached(_ tier: ImageOrigin) -> ImageOrigin {
        switch self {
        case .revalidated, .stale: self
        default: tier
        }
    }
}
