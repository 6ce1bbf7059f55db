import AlcedoManifest

/// How the work of a manifest divides among shards, and what is missing of each.
package struct ShardPlan: Hashable, Sendable {
    /// One shard.
    package struct Part: Hashable, Sendable {
        /// The shard.
        package var shard: BuildOptions.Shard
        /// Sources that it makes alone.
        package var sources = 0
        /// Sources of which other shards make some outputs.
        package var parts = 0
        /// Files and inline pictures, as far as their sources are loaded.
        package var outputs = 0
        /// How many of the outputs are not in the cache.
        package var missing = 0
        /// Sources whose outputs are in the cache, but not their placeholders.
        package var placeholders = 0
        /// Sources that have to be loaded first.
        package var loads = 0
        /// Estimated part of all work, cached or not, from 0 to 1.
        package var share = 0.0
    }

    /// All shards in their order.
    package var shards: [Part] = []
    /// Number of sources, including those that fail.
    package var sources = 0
    /// The estimated work of the slowest shard, divided by that of an average one.
    package var unevenness = 1.0
    /// Known failures, in the manifest's order.
    package var failures: [BuildFailure] = []

    /// Whether some shard has something to load or to make.
    package var hasWork: Bool {
        shards.contains { $0.missing > 0 || $0.placeholders > 0 || $0.loads > 0 }
    }
    /// Whether there are no known failures, apart from those that the manifest tolerates.
    package var isComplete: Bool { failures.allSatisfy(\.isTolerated) }

    /// Returns the sum of a count over all shards.
    package func total(_ count: KeyPath<Part, Int>) -> Int { shards.reduce(0) { $0 + $1[keyPath: count] } }
}
