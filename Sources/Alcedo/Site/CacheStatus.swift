import AlcedoBase
public import AlcedoCache
public import Foundation

/// What a cache holds.
public struct CacheStatus: Hashable, Sendable {
    /// One kind of thing in it.
    public struct Kind: Hashable, Sendable {
        /// What it is.
        public var name: String
        /// How many files.
        public var entries: Int
        /// Bytes.
        public var bytes: Int
    }

    /// A build that had something to do.
    public struct Build: Hashable, Sendable {
        /// When it ended.
        public var date: Date
        /// What it asked of the cache.
        public var statistics: CacheStatistics
    }

    /// A trimming that removed something, or that a build did by itself.
    public struct Trimming: Hashable, Sendable {
        /// When it ended.
        public var date: Date
        /// Originals, variants and records that it removed.
        public var entries: Int
        /// Their bytes.
        public var bytes: Int
    }

    /// Where it is.
    public var directory: String
    /// By kind.
    public var kinds: [Kind]
    /// The versions of the format that are found there, the present one first.
    public var formats: [String]
    /// Originals, variants and records that the last builds used, and their bytes: no trimming removes them.
    public var inUse: CacheAmount
    /// When something in it was last stored or used, to the hour.
    public var lastUse: Date?
    /// The last build that had something to do: one that has nothing to do leaves no trace.
    public var lastBuild: Build?
    /// The last trimming.
    public var lastTrimming: Trimming?
    /// What the manifest allows it.
    public var limits: CacheLimits

    init(directory: String, limits: CacheLimits, store: DiskStore) throws {
        self.directory = directory
        self.limits = limits
        kinds = try store.usage().map { Kind(name: $0.kind, entries: $0.entries, bytes: $0.bytes) }
        formats = try store.formats()
        let (last, used) = try store.lastUse(keeping: CacheRoots.digests(in:))
        lastUse = last
        inUse = CacheAmount(entries: used.entries, bytes: used.bytes)
        let history = CacheHistory(from: store)
        lastBuild = history.built.map { seconds in
            var statistics = CacheStatistics()
            statistics.hits = history.hits
            statistics.misses = history.misses
            statistics.bad = history.bad
            statistics.stored = history.stored
            statistics.storedBytes = history.storedBytes
            return Build(date: Date(timeIntervalSince1970: Double(seconds)), statistics: statistics)
        }
        lastTrimming = history.trimmed.map { seconds in
            Trimming(
                date: Date(timeIntervalSince1970: Double(seconds)), entries: history.trimmedEntries,
                bytes: history.trimmedBytes)
        }
    }

    /// How many files, of all kinds.
    public var entries: Int { kinds.reduce(0) { $0 + $1.entries } }
    /// Bytes, of all kinds.
    public var bytes: Int { kinds.reduce(0) { $0 + $1.bytes } }
}
