import AlcedoBase
import AlcedoCache
import AlcedoImaging
import Foundation

/// Everything that is wanted of one source at a time.
struct ProductionOrder: Sendable {
    var content: SourceContent
    /// Gives the requests for a picture with these facts; they depend on its size.
    var requests: @Sendable (ImageFacts) -> [ImageRequest]
    /// Decides what `requests` gives.
    var requestsFingerprint: ContentDigest
    var placeholders: Set<PlaceholderKind> = []
    /// Whether a source that turns out to be SVG is an error.
    var refusesSVG = false
    /// Whether finished variants in the cache are used.
    var readsVariants = true
    /// Whether results are written to the disk cache.
    var writesDisk = true
    /// How long variants stay there.
    var expiration: StorageExpiration = .never
    /// What finding them does to that.
    var extending: ExpirationExtending = .cacheTime
    /// Whether pixels may be made, or the cache has to have everything.
    var makesPixels = true
    /// How long it should take, in seconds; see ``WorkEstimate``.
    var expected = 0.0
    /// Receives the steps that come after the source is there.
    var progress: @Sendable (RetrieveProgress) -> Void = { _ in }
    /// Who reads the source, if somebody has to.
    let reader = Reader()

    /// Tells the one who reads a source from others with the same bytes.
    final class Reader: Sendable {}

    /// Equal for orders that give the same results.
    var identity: ContentDigest {
        var writer = FieldWriter()
        writer.write(content.digest)
        writer.write(requestsFingerprint)
        writer.writeList(placeholders.map(\.rawValue).sorted()) { $0.write($1) }
        writer.write(refusesSVG)
        writer.write(readsVariants)
        writer.write(writesDisk)
        writer.write(makesPixels)
        writer.write(expiration)
        writer.write(extending)
        return writer.digest
    }
}

/// What came of an order.
struct Production: Sendable {
    /// One encoded file.
    struct File: Sendable {
        var id: OutputID
        var key: ContentDigest
        var record: VariantRecord
        /// Whether it was in the cache already.
        var isCached: Bool
        /// The bytes, when they were made just now and the disk cache does not have them.
        var data: Data?
    }

    var facts: FactsRecord
    var requests: [ImageRequest]
    /// By request, and within it in the order of its encodings.
    var files: [File]
    var placeholders: ImagePlaceholders?
    var failures: [Int: ImagingError]
    /// Whether the source was decoded.
    var wasDecoded: Bool
}
