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
            if first == nil { first = String(describing: error) }
        }
    }
}
