public import AlcedoBase
import AlcedoCache
public import AlcedoManifest

/// Result of a build.
public struct BuildReport: Hashable, Sendable {
    /// Sources processed, including failed ones.
    public var sources = 0
    /// Published files and inline pictures.
    public var variants = 0
    /// Variants reused from the last build without consulting the cache.
    public var unchanged = 0
    /// Variants that came from the cache.
    public var cached = 0
    /// Variants that were made.
    public var made = 0
    /// Bytes of all sources.
    public var bytesIn = 0
    /// Bytes of all variants.
    public var bytesOut = 0
    /// Files written to the output directory, not counting the index.
    public var filesWritten = 0
    /// Files deleted from the output directory.
    public var filesDeleted = 0
    /// Whether the Swift file with the accessors was written.
    public var wroteSwift = false
    /// Whether nothing was written: no output, index, Swift file or cache entry.
    public var wroteNothing = false
    /// Whether the output directory and the index now match the manifest.
    public var isPublished = false
    /// Duration in seconds.
    public var seconds = 0.0
    /// Failures, in the manifest's order.
    public var failures: [BuildFailure] = []
    /// Use of the shared cache, if there is one.
    public var remoteCache: RemoteCache?
    /// Path of the index, whether or not it was written.
    public var index = ""
    /// The size of the part, if only a shard's was made.
    public var share: Share?

    /// Creates an empty report.
    public init() {}

    /// Whether there were no failures, apart from those that the manifest tolerates.
    public var isComplete: Bool { failures.allSatisfy(\.isTolerated) }
}

extension BuildReport {
    /// The part of a build that a shard makes.
    public struct Share: Hashable, Sendable {
        /// The shard.
        public var shard: BuildOptions.Shard
        /// Sources that the shard makes alone.
        public var sources = 0
        /// Sources of which other shards make some outputs.
        public var parts = 0
        /// Sources of all shards.
        public var ofSources: Int
    }
}

/// Progress event of a build, sent on any thread.
public enum BuildEvent: Hashable, Sendable {
    /// The build has started, with this number of sources.
    case started(sources: Int)
    /// What the sandbox of workers consists of, and the parts that the kernel does not have, in words.
    case sandbox(String, missing: String?)
    /// The build is waiting for another one that holds the output directory.
    case waiting(output: String)
    /// A source is finished.
    case source(id: String, origin: ImageOrigin, variants: Int, made: Int)
    /// A source has failed.
    case failed(BuildFailure)
    /// The pin of a remote source changed, because its bytes did.
    case repinned(id: String, from: ContentPin, to: ContentPin)
    /// The lock file was written.
    case locked(LockChange)
    /// A warning for the user.
    case warning(Diagnostic)
    /// Publication is about to start, with this number of files.
    case publishing(files: Int)
}
