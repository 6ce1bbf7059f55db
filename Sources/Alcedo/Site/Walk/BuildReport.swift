public import AlcedoBase
import AlcedoCache
public import AlcedoManifest

/// Result of a build.
public struct BuildReport: Hashable, Sendable {
    /// Sources processed, including failed ones.
    public var sources = 0
    /// Files of the sources. Each path in the output directory counts once, however many outputs or sources share it.
    ///
    /// The sum of ``unchanged``, ``cached``, ``made`` and ``same``. Pictures within the index and placeholders are no
    /// files.
    public var files = 0
    /// Files reused from the last build without consulting the cache.
    public var unchanged = 0
    /// Files that came from the cache.
    public var cached = 0
    /// Files that were made.
    public var made = 0
    /// Files with the picture of a file that was made, under another path.
    public var same = 0
    /// Of all files, those that are not published, because another format or width takes their place.
    public var leftOut = 0
    /// Pictures within the index that were made.
    public var inlineMade = 0
    /// Bytes of all sources.
    public var bytesIn = 0
    /// Bytes of all published files and pictures within the index.
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

    /// The consequence of failures for the output, and the way out, if there is one.
    package var consequence: String {
        if isPublished { return "" }
        if share != nil { return "; all else is in the cache" }
        let remedy = "; 'on-error: skip' in the manifest publishes the site without what failed"
        let canBeTolerated = failures.allSatisfy { $0.isTolerated || $0.canBeTolerated }
        return "; the output is as it was before" + (canBeTolerated ? remedy : "")
    }
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
    case source(id: String, origin: ImageOrigin, files: Int, made: Int)
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
