import AlcedoBase

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
    private let statistics = Locked(CacheStatistics())

    var value: CacheStatistics { statistics.withLock { $0 } }

    func count(hit: Bool) {
        statistics.withLock { if hit { $0.hits += 1 } else { $0.misses += 1 } }
    }

    func countBad() {
        statistics.withLock { $0.bad += 1 }
    }

    func countStored(bytes: Int) {
        statistics.withLock {
            $0.stored += 1
            $0.storedBytes += bytes
        }
    }
}
