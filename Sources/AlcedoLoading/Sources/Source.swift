public import AlcedoBase

/// The source of the bytes of one picture.
public enum Source: Sendable {
    /// An address that the HTTP loader fetches from.
    case network(RemoteResource)
    /// Anything else: a file, a data URI, bytes in memory, or your own type.
    case provider(any ImageDataProvider)

    /// The identity of the source among other sources, safe to print and independent of the bytes.
    public var cacheKey: String {
        switch self {
        case .network(let resource): resource.cacheKey ?? resource.name
        case .provider(let provider): provider.cacheKey
        }
    }

    /// The URL of the picture, if it has one. That of a network source may contain secrets.
    public var url: URL? {
        switch self {
        case .network(let resource): resource.url
        case .provider(let provider): provider.contentURL
        }
    }
}
