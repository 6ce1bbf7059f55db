public import AlcedoBase
public import AlcedoCache
public import AlcedoManifest

extension SiteCache {
    /// Contents and history of a cache.
    public struct Status: Hashable, Sendable {
        /// One kind of cache entry.
        public struct Kind: Hashable, Sendable {
            /// Name of the kind.
            public var name: String
            /// Number of files.
            public var entries: Int
            /// Size in bytes.
            public var bytes: Int
        }

        /// A build that had something to do.
        public struct Build: Hashable, Sendable {
            /// End of the build.
            public var date: Date
            /// Its use of the cache.
            public var statistics: CacheStatistics
        }

        /// A trimming that removed something, or that was started by a build.
        public struct Trimming: Hashable, Sendable {
            /// End of the trimming.
            public var date: Date
            /// Number of originals, variants and records removed.
            public var entries: Int
            /// Their size in bytes.
            public var bytes: Int
        }

        /// Path of the cache.
        public var directory: String
        /// Contents by kind.
        public var kinds: [Kind]
        /// Format versions found in the cache, the current one first.
        public var formats: [String]
        /// Originals, variants and records that the last builds used, which are never trimmed.
        public var inUse: Amount
        /// Time of the last store or use, to the hour.
        public var lastUse: Date?
        /// The last build that had something to do; other builds leave no trace.
        public var lastBuild: Build?
        /// The last trimming.
        public var lastTrimming: Trimming?
        /// Limits set by the manifest.
        public var limits: CacheLimits
        /// The shared cache behind it, if any.
        public var remote: Manifest.RemoteCache?

        init(
            directory: String, limits: CacheLimits, remote: Manifest.RemoteCache?, store: DiskStore
        ) throws {
            self.remote = remote
            self.directory = directory
            self.limits = limits
            kinds = try store.usage().map { Kind(name: $0.kind, entries: $0.entries, bytes: $0.bytes) }
            formats = try store.formats()
            let (last, used) = try store.lastUse(keeping: CacheRoots.digests(in:))
            lastUse = last
            inUse = Amount(entries: used.entries, bytes: used.bytes)
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

        /// Number of files of all kinds.
        public var entries: Int { kinds.reduce(0) { $0 + $1.entries } }
        /// Size of all kinds in bytes.
        public var bytes: Int { kinds.reduce(0) { $0.addingClamped($1.bytes) } }
    }
}
