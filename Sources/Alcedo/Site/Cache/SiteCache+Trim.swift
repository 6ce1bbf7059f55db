public import AlcedoBase
public import AlcedoCache
import AlcedoManifest

extension SiteCache {
    /// Removes unneeded entries from the cache, and the least recently used ones until it is within its limits.
    /// Entries used by the last build of each output are kept, and so are entries that running builds may have found.
    ///
    /// - Parameters:
    ///   - manifest: Manifest of the cache. It need not exist if `cacheDirectory` is given.
    ///   - cacheDirectory: Overrides the manifest's `cache`.
    ///   - limits: Limits that are not `nil` override the manifest's.
    ///   - unused: Whether to remove everything that no recent build used, unless none has ended.
    /// - Returns: The path of the cache, the limits that applied, and the result.
    /// - Throws: `ManifestMistakes`, or `SiteError.disk`.
    public static func trim(
        manifest: String, cacheDirectory: String?, limits: CacheLimits = CacheLimits(), unused: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> (directory: String, limits: CacheLimits, trimming: DiskStore.Trimming) {
        let place = try place(manifest, cacheDirectory, environment)
        var limits = limits
        limits.maxSize = limits.maxSize ?? place.limits.maxSize
        limits.maxAge = limits.maxAge ?? place.limits.maxAge
        let store = DiskStore(directory: place.directory)
        let trimming = try SiteError.filing {
            // Where no build has ended, everything is unused, also what one that was interrupted or a shard has made.
            let hasBuilds = !Ledger.ids(in: store).isEmpty
            var trimming = try store.trim(
                limits, unused: unused && hasBuilds, keeping: CacheRoots.digests(in:))
            trimming.isUnfinished = unused && !hasBuilds && trimming.keptEntries > 0
            return trimming
        }
        if trimming.removedEntries > 0 {
            var history = CacheHistory(from: store)
            history.note(trimming, at: Date())
            try history.save(in: store)
        }
        return (place.directory, limits, trimming)
    }

    /// Rereads everything in the cache and removes damaged entries, and ledgers that no version of Alcedo wrote.
    ///
    /// - Returns: The path of the cache, and the result.
    /// - Throws: `ManifestMistakes`, or `SiteError.disk`.
    public static func verify(
        manifest: String, cacheDirectory: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> (directory: String, verification: DiskStore.Verification) {
        let directory = try place(manifest, cacheDirectory, environment).directory
        let store = DiskStore(directory: directory)
        var verification = try SiteError.filing { try store.verify() }
        for name in Ledger.forged(in: store) {
            verification.faults.append(
                store.discardState(
                    named: name, because: "it names files outside the output, or has impossible numbers"))
        }
        return (directory, verification)
    }
}
