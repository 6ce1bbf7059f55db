public import Foundation

/// Where the bytes of one picture come from.
public enum Source: Sendable {
    /// An address that the HTTP loader fetches.
    case network(RemoteResource)
    /// Anything else: a file, a data URI, bytes at hand, or a type of your own.
    case provider(any ImageDataProvider)

    /// The identity of the source among other sources, safe to print. It says nothing about the bytes.
    public var cacheKey: String {
        switch self {
        case .network(let resource): resource.cacheKey ?? resource.name
        case .provider(let provider): provider.cacheKey
        }
    }

    /// Where the picture is, if it is anywhere. The address of a network source may hold secrets.
    public var url: URL? {
        switch self {
        case .network(let resource): resource.url
        case .provider(let provider): provider.contentURL
        }
    }
}
