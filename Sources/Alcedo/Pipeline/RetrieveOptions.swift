public import AlcedoCache

/// How a picture is looked for. The names and their meaning are Kingfisher's.
public struct RetrieveOptions: Hashable, Sendable {
    /// Asks the source again and makes the variant anew, whatever is cached; the results are cached.
    public var forceRefresh = false
    /// Loads nothing from the network and makes no pixels. A provider is still asked for its bytes: they, and not its
    /// name, say what is in the cache.
    public var onlyFromCache = false
    /// Keeps the result in memory and not on the disk.
    public var cacheMemoryOnly = false
    /// How long the result stays in memory; `nil` for the memory tier's own setting.
    public var memoryExpiration: StorageExpiration?

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
