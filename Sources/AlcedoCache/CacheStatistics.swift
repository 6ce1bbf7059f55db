import Foundation

/// What was asked of a cache.
public struct CacheStatistics: Hashable, Sendable {
    /// Entries that were asked for and found.
    public var hits = 0
    /// Entries that were asked for and not found.
    public var misses = 0
    /// Entries that were damaged and have been removed; each is also a miss.
    public var bad = 0
    /// Entries that were stored.
    public var stored = 0
    /// Bytes of the entries that were stored.
    public var storedBytes = 0

    /// Nothing asked yet.
    public init() {}
}

/// Counts for several threads.
final class Counters: Sendable {
    // Every access is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var statistics = CacheStatistics()

    var value: CacheStatistics { lock.withLock { statistics } }

    func count(hit: Bool) {
        lock.withLock { if hit { statistics.hits += 1 } else { statistics.misses += 1 } }
    }

    func countBad() {
        lock.withLock { statistics.bad += 1 }
    }

    func countStored(bytes: Int) {
        lock.withLock {
            statistics.stored += 1
            statistics.storedBytes += bytes
        }
    }
}
