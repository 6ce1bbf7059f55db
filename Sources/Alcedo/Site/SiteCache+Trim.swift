public import AlcedoCache
public import Foundation

extension SiteCache {
    /// Removes from the cache what was used least recently, until it is within limits, and what nobody needs at all.
    /// What the last build of each output used stays, and so does what builds at work may have found.
    ///
    /// - Parameters:
    ///   - manifest: The manifest whose cache is meant. It need not exist when `cacheDirectory` is given.
    ///   - cacheDirectory: Takes the place of what the manifest says.
    ///   - limits: Each that is not `nil` takes the place of the manifest's.
    ///   - unused: Whether everything goes that no build of late used.
    /// - Returns: Where the cache is, the limits that held, and what was done.
    /// - Throws: ``ManifestMistakes``, or a `FileSystemError`.
    public static func trim(
        manifest: String, cacheDirectory: String?, limits: CacheLimits = CacheLimits(), unused: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> (directory: String, limits: CacheLimits, trimming: CacheTrimming) {
        let place = try place(manifest, cacheDirectory, environment)
        var limits = limits
        limits.maxSize = limits.maxSize ?? place.limits.maxSize
        limits.maxAge = limits.maxAge ?? place.limits.maxAge
        let store = DiskStore(directory: place.directory)
        let trimming = try store.trim(limits, unused: unused, keeping: CacheRoots.digests(in:))
        if trimming.removedEntries > 0 {
            var history = CacheHistory(from: store)
            history.note(trimming, at: Date())
            try history.save(in: store)
        }
        return (place.directory, limits, trimming)
    }

    /// Reads everything in the cache again and removes what is damaged.
    ///
    /// - Returns: Where the cache is, and what was found.
    /// - Throws: ``ManifestMistakes``, or a `FileSystemError`.
    public static func verify(
        manifest: String, cacheDirectory: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> (directory: String, verification: CacheVerification) {
        let directory = try place(manifest, cacheDirectory, environment).directory
        return (directory, try DiskStore(directory: directory).verify())
    }
}
