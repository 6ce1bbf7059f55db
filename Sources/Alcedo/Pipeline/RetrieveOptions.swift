public import AlcedoCache

/// How a picture is looked for. The names and their meaning are Kingfisher's.
public struct RetrieveOptions: Hashable, Sendable {
    /// Asks the source again and makes the variant anew, whatever is cached; the results are cached.
    public var forceRefresh = false
    /// When the server of a remote source is asked whether the copy in the cache still holds.
    public var revalidation = Revalidation.never
    /// Whether a copy that should have been asked for again is used when that fails. The result says `stale` then. Not
    /// with ``forceRefresh``, and not where nothing may be sent: what the configuration refuses is an error.
    public var usesStaleOnError = true
    /// What a remote source has to be. An original that is in the cache is used without a question, and other bytes
    /// are an error (``PipelineError/changed(expected:actual:)``), at each of the source's addresses.
    public var expected: ContentPin?
    /// Whether the cache has to know that this very source gave ``expected``, and not any other.
    var wantsProof = false
    /// Loads nothing from the network and makes no pixels. A provider is still asked for its bytes: they, and not its
    /// name, say what is in the cache.
    public var onlyFromCache = false
    /// Keeps the result in memory and writes nothing to the disk, no original either.
    public var cacheMemoryOnly = false
    /// How long the result stays in memory; `nil` for the memory tier's own setting.
    public var memoryExpiration: StorageExpiration?
    /// What finding the result in memory does to the moment at which it expires there.
    public var memoryAccessExtendingExpiration: ExpirationExtending = .cacheTime
    /// How long the result, and its original if that was downloaded, stay on the disk; `nil` for ever, that is until
    /// they are trimmed. What has been on the disk before keeps its own time.
    public var diskExpiration: StorageExpiration?
    /// What finding something on the disk does to the moment at which it expires there, if it does.
    public var diskAccessExtendingExpiration: ExpirationExtending = .cacheTime

    /// The usual look-up.
    public init() {}
}

/// When the server of a remote source is asked about a copy that is in the cache.
///
/// It is asked with the copy's `ETag` and `Last-Modified`, and sends the picture only if it is another one.
public enum Revalidation: String, Hashable, Sendable, CaseIterable {
    /// Not at all: a copy is good as long as it is there.
    case never
    /// When it is older than the server allows (RFC 9111, 4.2).
    case whenStale
    /// Each time.
    case always
}

/// Steps of the work on one picture. Those that are left out, such as loading what is in memory, send no event.
public enum RetrieveProgress: Hashable, Sendable {
    /// The source is being read or loaded.
    case loading
    /// The source is there; it has so many bytes.
    case loaded(bytes: Int)
    /// Pixels are being made.
    case processing
    /// The picture is finished and, unless it was not to be, in the cache.
    case finished(ImageOrigin)
}
