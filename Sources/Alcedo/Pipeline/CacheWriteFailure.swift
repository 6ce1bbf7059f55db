import AlcedoBase
import AlcedoCache

/// Records the first failure to write the cache. Work continues without the cache, and the user gets a single warning.
final class CacheWriteFailure: Sendable {
    private let first = Locked<String?>(nil)

    /// Reason of the first failure, if any.
    var reason: String? { first.withLock { $0 } }

    func note(_ error: any Error) {
        first.withLock {
            if $0 == nil { $0 = Self.reason(for: error) }
        }
    }

    // Omits the names of files inside the cache, which mean nothing to the user; the message names the cache itself.
    private static func reason(for error: any Error) -> String {
        switch error {
        case CacheError.refused(let error): error.reason
        case CacheError.inTheWay(let path): "\(path) is not a folder"
        case let error as FileSystemError: error.reason
        default: String(describing: error)
        }
    }
}
