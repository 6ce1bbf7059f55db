public import AlcedoBase
import AlcedoCache
import AlcedoManifest

extension SiteCache {
    /// Number and size of cache entries.
    public struct Amount: Hashable, Sendable {
        /// Number of files.
        public var entries: Int
        /// Size in bytes.
        public var bytes: Int

        /// Does not count build state, which stays when the cache is cleared.
        init(_ usage: [CacheUsage]) {
            let counted = usage.filter { $0.kind != "state" }
            entries = counted.reduce(0) { $0 + $1.entries }
            bytes = counted.reduce(0) { $0.addingClamped($1.bytes) }
        }

        init(entries: Int, bytes: Int) {
            self.entries = entries
            self.bytes = bytes
        }

        static func - (left: Self, right: Self) -> Self {
            var difference = left
            difference.entries = max(0, left.entries - right.entries)
            difference.bytes = max(0, left.bytes - right.bytes)
            return difference
        }
    }
}

/// Maintenance of a manifest's cache outside of a build.
public enum SiteCache {
    /// Returns the path and contents of the cache.
    ///
    /// - Parameters:
    ///   - manifest: Manifest of the cache. It need not exist if `cacheDirectory` is given.
    ///   - cacheDirectory: Overrides the manifest's `cache`.
    /// - Throws: `ManifestMistakes`, or `SiteError.disk`.
    public static func status(
        manifest: String, cacheDirectory: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> Status {
        let place = try place(manifest, cacheDirectory, environment)
        return try SiteError.filing {
            try Status(
                directory: place.directory, limits: place.limits, remote: place.remote,
                store: DiskStore(directory: place.directory))
        }
    }

    /// Deletes every original and variant from the cache. Records of output directories stay, because they determine
    /// which files in these may be deleted later.
    ///
    /// - Returns: The path of the cache, and the amount deleted.
    /// - Throws: `ManifestMistakes`, or `SiteError.cacheNotCleared` if something could not be deleted; everything
    ///   else has been.
    public static func clear(
        manifest: String, cacheDirectory: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> (directory: String, deleted: Amount) {
        let directory = try place(manifest, cacheDirectory, environment).directory
        let store = DiskStore(directory: directory)
        return try SiteError.filing {
            let before = Amount(try store.usage())
            do {
                try store.clear(keepingState: true)
            } catch let error as FileSystemError {
                let left = Amount(try store.usage())
                let deleted = before - left
                throw SiteError.cacheNotCleared(
                    directory: directory, left: left.entries, of: left.entries + deleted.entries,
                    reason: error.description)
            }
            return (directory, before - Amount(try store.usage()))
        }
    }

    /// Returns the path of the cache, and the limits and the shared cache of the manifest, if there is one.
    static func place(
        _ manifest: String, _ cacheDirectory: String?, _ environment: [String: String]
    ) throws -> (directory: String, limits: CacheLimits, remote: Manifest.RemoteCache?) {
        if let cacheDirectory {
            if cacheDirectory.isEmpty {
                throw ManifestMistakes(diagnostics: [
                    Diagnostic(.error, "--cache-dir is empty; name a folder")
                ])
            }
            let read = ManifestReader.read(path: manifest, environment: environment).manifest
            return (Site.absolute(cacheDirectory), read?.cacheLimits ?? CacheLimits(), read?.remoteCache)
        }
        let site = try Site(BuildOptions(manifest: manifest), environment: environment)
        return (site.cacheDirectory, site.manifest.cacheLimits, site.manifest.remoteCache)
    }
}
