import AlcedoBase
import AlcedoCache

/// Remembers that the cache cannot be written, so that the work goes on without it and the user hears of it once.
final class CacheTrouble: Sendable {
    private let first = Locked<String?>(nil)

    /// The first complaint, if there was one.
    var reason: String? { first.withLock { $0 } }

    func note(_ error: any Error) {
        first.withLock {
            if $0 == nil { $0 = Self.reason(for: error) }
        }
    }

    // Without the names of files inside the cache: they say nothing to anybody, and what is told names the cache.
    private static func reason(for error: any Error) -> String {
        switch error {
        case CacheError.refused(let error): error.reason
        case CacheError.inTheWay(let path): "\(path) is not a folder"
        case let error as FileSystemError: error.reason
        default: String(describing: error)
        }
    }
}
