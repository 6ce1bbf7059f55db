import AlcedoBase
import AlcedoCache
import Foundation

/// Remembers that the cache cannot be written, so that the work goes on without it and the user hears of it once.
final class CacheTrouble: Sendable {
    // Every access is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var first: String?

    /// The first complaint, if there was one.
    var reason: String? { lock.withLock { first } }

    func note(_ error: any Error) {
        lock.withLock {
            if first == nil { first = Self.reason(for: error) }
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
