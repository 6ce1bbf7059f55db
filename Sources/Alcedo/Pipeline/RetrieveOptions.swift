public import AlcedoCache

/// How a picture is looked for. The names and their meaning are Kingfisher's.
public struct RetrieveOptions: Hashable, Sendable {
    /// Asks the source again and makes the variant anew, whatever is cached; the results are cached.
    public var forceRefresh = false
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

/// What a pipeline tells while it works on one picture.
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
