import AlcedoBase
import AlcedoCache
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

    /// Where it is.
    public var directory: String
    /// By kind.
    public var kinds: [Kind]

    init(directory: String, store: DiskStore) throws {
        self.directory = directory
        kinds = try store.usage().map { Kind(name: $0.kind, entries: $0.entries, bytes: $0.bytes) }
    }

    /// How many files, of all kinds.
    public var entries: Int { kinds.reduce(0) { $0 + $1.entries } }
    /// Bytes, of all kinds.
    public var bytes: Int { kinds.reduce(0) { $0 + $1.bytes } }
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
        let directory = try self.directory(manifest, cacheDirectory, environment)
        return try CacheStatus(directory: directory, store: DiskStore(directory: directory))
    }

    /// Deletes every original and variant from the cache. What Alcedo knows of its output directories stays: it says
    /// which files there may be deleted when nothing asks for them any more.
    ///
    /// - Returns: What was in it.
    /// - Throws: ``ManifestMistakes``, or what the file system refuses.
    public static func clear(
        manifest: String, cacheDirectory: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> CacheStatus {
        let directory = try self.directory(manifest, cacheDirectory, environment)
        let store = DiskStore(directory: directory)
        let status = try CacheStatus(directory: directory, store: store)
        try store.clear(keepingState: true)
        return status
    }

    private static func directory(
        _ manifest: String, _ cacheDirectory: String?, _ environment: [String: String]
    ) throws -> String {
        if let cacheDirectory {
            if cacheDirectory.isEmpty {
                throw ManifestMistakes(diagnostics: [
                    Diagnostic(.error, "--cache-dir is empty; name a folder")
                ])
            }
            return Site.absolute(cacheDirectory)
        }
        return try Site(BuildOptions(manifest: manifest), environment: environment).cacheDirectory
    }
}
