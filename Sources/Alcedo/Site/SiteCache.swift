import AlcedoBase
import AlcedoCache
public import Foundation

/// So much of a cache.
public struct CacheAmount: Hashable, Sendable {
    /// How many files.
    public var entries: Int
    /// Bytes.
    public var bytes: Int

    /// What builds remember is not counted: it is no picture and stays when a cache is emptied.
    init(_ usage: [CacheUsage]) {
        let counted = usage.filter { $0.kind != "state" }
        entries = counted.reduce(0) { $0 + $1.entries }
        bytes = counted.reduce(0) { $0 + $1.bytes }
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

/// The cache of a manifest, looked at from outside a build.
public enum SiteCache {
    /// Says where the cache is and what is in it.
    ///
    /// - Parameters:
    ///   - manifest: The manifest whose cache is meant. It need not exist when `cacheDirectory` is given.
    ///   - cacheDirectory: Takes the place of what the manifest says.
    /// - Throws: ``ManifestMistakes``, or a `FileSystemError`.
    public static func status(
        manifest: String, cacheDirectory: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> CacheStatus {
        let place = try place(manifest, cacheDirectory, environment)
        return try CacheStatus(
            directory: place.directory, limits: place.limits, store: DiskStore(directory: place.directory))
    }

    /// A cache from which something could not be deleted.
    public struct NotCleared: Error, Hashable, Sendable, CustomStringConvertible {
        /// Where it is.
        public var directory: String
        /// What was deleted.
        public var deleted: CacheAmount
        /// What is still there.
        public var left: CacheAmount
        /// The first refusal.
        public var reason: String

        /// `the cache /site/.alcedo could not be emptied: cannot delete …: Permission denied; 4 of 12 files are left`
        public var description: String {
            let all = left.entries + deleted.entries
            let count = left.entries == 0 ? "" : "; \(left.entries) of \(all) files are left"
            return "the cache \(directory) could not be emptied: \(reason)\(count); give permission, "
                + "or delete the folder by hand"
        }
    }

    /// Deletes every original and variant from the cache. What Alcedo knows of its output directories stays: it says
    /// which files there may be deleted when nothing asks for them any more.
    ///
    /// - Returns: What was deleted.
    /// - Throws: ``ManifestMistakes``, or ``NotCleared`` when something could not be deleted; everything else has been.
    public static func clear(
        manifest: String, cacheDirectory: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> (directory: String, deleted: CacheAmount) {
        let directory = try place(manifest, cacheDirectory, environment).directory
        let store = DiskStore(directory: directory)
        let before = CacheAmount(try store.usage())
        do {
            try store.clear(keepingState: true)
        } catch {
            let left = CacheAmount(try store.usage())
            throw NotCleared(
                directory: directory, deleted: before - left, left: left, reason: error.description)
        }
        return (directory, before - CacheAmount(try store.usage()))
    }

    /// Where the cache is, and what the manifest allows it, as far as there is a manifest.
    static func place(
        _ manifest: String, _ cacheDirectory: String?, _ environment: [String: String]
    ) throws -> (directory: String, limits: CacheLimits) {
        if let cacheDirectory {
            if cacheDirectory.isEmpty {
                throw ManifestMistakes(diagnostics: [
                    Diagnostic(.error, "--cache-dir is empty; name a folder")
                ])
            }
            let read = ManifestReader.read(path: manifest, environment: environment).manifest
            return (Site.absolute(cacheDirectory), read?.cacheLimits ?? CacheLimits())
        }
        let site = try Site(BuildOptions(manifest: manifest), environment: environment)
        return (site.cacheDirectory, site.manifest.cacheLimits)
    }
}
