import AlcedoBase

/// Counts of the requests to a cache.
public struct CacheStatistics: Hashable, Sendable {
    /// Requested entries that were found.
    public var hits = 0
    /// Requested entries that were not found.
    public var misses = 0
    /// Damaged entries that were found, and removed if possible; reading one is also a miss.
    public var bad = 0
    /// Stored entries.
    public var stored = 0
    /// Bytes of the stored entries.
    public var storedBytes = 0

    /// Creates statistics with all counts at 0.
    public init() {}
}

/// Thread-safe statistics.
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
