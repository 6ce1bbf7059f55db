public import AlcedoBase

/// A source that could not be finished.
public struct BuildFailure: Error, Hashable, Sendable {
    /// Where the manifest, or the list it names, speaks of it.
    public var location: SourceLocation
    /// Its id.
    public var source: String
    /// The variant that failed, if it was only one.
    public var variant: String?
    /// The part of the way in which it failed.
    public var phase: PipelinePhase
    /// Why, and what to do about it.
    public var reason: String
    /// Whether the site is published without it, or with what it was before.
    public var isTolerated: Bool

    /// Describes a failure.
    public init(
        location: SourceLocation, source: String, variant: String? = nil, phase: PipelinePhase,
        reason: String,
        isTolerated: Bool
    ) {
        self.location = location
        self.source = source
        self.variant = variant
        self.phase = phase
        self.reason = reason
        self.isTolerated = isTolerated
    }
}

extension BuildFailure: CustomStringConvertible {
    /// `images.yml:12:5: error: photos/a.jpg: decode: the file ends too early`.
    public var description: String {
        let severity = isTolerated ? "warning" : "error"
        let name = variant.map { "\(source) (\($0))" } ?? source
        return "\(location): \(severity): \(name): \(phase.rawValue): \(reason)"
    }
}

/// What a build did.
public struct BuildReport: Hashable, Sendable {
    /// Sources that the build looked after, those that failed included.
    public var sources = 0
    /// Files that pages can ask for, and inline pictures.
    public var variants = 0
    /// Variants that were taken over from the last build without a look into the cache.
    public var unchanged = 0
    /// Variants that came from the cache.
    public var cached = 0
    /// Variants that were made.
    public var made = 0
    /// Bytes of all sources.
    public var bytesIn = 0
    /// Bytes of all variants.
    public var bytesOut = 0
    /// Files written into the output directory, without the index.
    public var filesWritten = 0
    /// Files deleted from the output directory.
    public var filesDeleted = 0
    /// Whether the Swift file with the accessors was written.
    public var wroteSwift = false
    /// Whether nothing at all was written: neither output, nor index, nor Swift file, nor cache.
    public var wroteNothing = false
    /// Whether the output directory and the index are those of this manifest now.
    public var isPublished = false
    /// Seconds.
    public var seconds = 0.0
    /// What could not be finished, in the manifest's order.
    public var failures: [BuildFailure] = []
    /// Where the index is, or would have been.
    public var index = ""

    /// Nothing done yet.
    public init() {}

    /// Whether everything that was asked for is there, apart from failures that the manifest tolerates.
    public var isComplete: Bool { failures.allSatisfy(\.isTolerated) }
}

/// What a build tells while it runs, on any thread.
public enum BuildEvent: Hashable, Sendable {
    /// So many sources are going to be looked after.
    case started(sources: Int)
    /// Another build holds the output directory; this one waits for it.
    case waiting(output: String)
    /// A source is finished.
    case source(id: String, origin: ImageOrigin, variants: Int, made: Int)
    /// A source is not going to be finished.
    case failed(BuildFailure)
    /// A remote source has other bytes now than those to which it was pinned.
    case repinned(id: String, from: ContentPin, to: ContentPin)
    /// The lock file was written.
    case locked(LockChange)
    /// Something to tell the user that stops nothing.
    case warning(Diagnostic)
    /// So many files are about to be put into the output directory.
    case publishing(files: Int)
}
