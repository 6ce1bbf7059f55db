/// Options for the retrieval of a picture. Names and meanings follow Kingfisher.
public struct RetrieveOptions: Hashable, Sendable {
    /// Whether to load the source and make the variant again, ignoring the cache. The results are cached.
    public var forceRefresh = false
    /// When the cached copy of a remote source is revalidated.
    public var revalidation = RetrieveOptions.Revalidation.never
    /// Whether the cached copy is used if revalidation fails; the result is then `stale`. Does not apply with
    /// ``forceRefresh``, nor to requests that the configuration refuses to send, which are errors.
    public var usesStaleOnError = true
    /// Expected content of a remote source. A matching original in the cache is used without a request; if every URL of
    /// the source returns other bytes, the result is an error (``PipelineError/changed(expected:actual:)``).
    public var expected: ContentPin?
    /// Whether the cache must have a record that ``expected`` came from this source and not from another one.
    var requiresProvenance = false
    /// Whether to use the cache alone, without network access or image processing. A provider still supplies its bytes,
    /// because the cache is keyed by content, not by name.
    public var onlyFromCache = false
    /// Whether to keep the result in memory only and write nothing to disk, not even the original.
    public var cacheMemoryOnly = false

    /// Creates the default options.
    public init() {}
}

extension RetrieveOptions {
    /// When the cached copy of a remote source is revalidated with its server.
    ///
    /// The request carries the copy's `ETag` and `Last-Modified`; the server sends the picture only if it has changed.
    public enum Revalidation: String, Hashable, Sendable, CaseIterable {
        /// Never: a cached copy is always used.
        case never
        /// When the copy is no longer fresh (RFC 9111, 4.2).
        case whenStale
        /// On every retrieval.
        case always
    }
}

/// Steps of the work on one picture. A skipped step, such as loading a picture that is in memory, sends no event.
public enum RetrieveProgress: Hashable, Sendable {
    /// The source is being read or loaded.
    case loading
    /// The source has been loaded; its size in bytes.
    case loaded(bytes: Int)
    /// Pixels are being made.
    case processing
    /// The picture is finished and, unless the options forbid it, in the cache.
    case finished(ImageOrigin)
}
