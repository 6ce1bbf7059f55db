public import AlcedoBase
public import AlcedoCache
public import AlcedoImaging
public import Foundation

/// How a picture is looked for. The names and their meaning are Kingfisher's.
public struct RetrieveOptions: Hashable, Sendable {
    /// Asks the source again and makes the variant anew, whatever is cached; the results are cached.
    public var forceRefresh = false
    /// Asks nothing but the cache: no provider, no network, no pixels.
    public var onlyFromCache = false
    /// Keeps the result in memory and not on the disk.
    public var cacheMemoryOnly = false
    /// How long the result stays in memory; `nil` for the memory tier's own setting.
    public var memoryExpiration: StorageExpiration?

    /// The usual look-up.
    public init() {}
}

/// A finished picture, and where it came from.
public struct RetrievedImage: Hashable, Sendable {
    /// The encoded bytes.
    public var data: Data
    /// The digest of `data`.
    public var digest: ContentDigest
    /// The format of `data`.
    public var format: OutputFormat
    /// Pixels across.
    public var width: Int
    /// Pixels down, of one frame.
    public var height: Int
    /// How many frames it has.
    public var frames: Int
    /// Where it came from.
    public var origin: ImageOrigin
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
