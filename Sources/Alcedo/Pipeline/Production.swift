import AlcedoBase
import AlcedoRecipes

/// Everything that is requested from one source.
struct ProductionOrder: Sendable {
    var content: SourceContent
    /// Returns the requests for a picture with these facts; they depend on its size.
    var requests: @Sendable (ImageFacts) -> [ImageRequest]
    /// Digest of everything that determines the result of `requests`.
    var requestsFingerprint: ContentDigest
    var placeholders: Set<PlaceholderKind> = []
    /// The outputs to make, if others are made elsewhere.
    var part: OutputPart?
    /// Whether an SVG source is an error.
    var refusesSVG = false
    /// Whether finished variants in the cache are used.
    var readsVariants = true
    /// Whether results are written to the disk cache.
    var writesDisk = true
    /// Whether missing pictures may be made; otherwise they are an error.
    var makesPixels = true
    /// Estimated duration in seconds; see `WorkEstimate`.
    var expected = 0.0
    /// Receives the steps that follow the loading of the source.
    var progress: @Sendable (RetrieveProgress) -> Void = { _ in }
    /// Identity of this order as a reader of its source.
    let reader = Reader()

    /// Distinguishes the order that reads a source from others with the same bytes.
    final class Reader: Sendable {}

    /// Digest that is equal for orders with the same results.
    var identity: ContentDigest {
        var writer = FieldWriter()
        writer.write(content.key)
        writer.write(requestsFingerprint)
        writer.writeList(placeholders.map(\.rawValue).sorted()) { $0.write($1) }
        writer.encode(part)
        writer.write(refusesSVG)
        writer.write(readsVariants)
        writer.write(writesDisk)
        writer.write(makesPixels)
        return writer.digest
    }
}

/// Results of an order.
struct Production: Sendable {
    /// One encoded file.
    struct File: Sendable {
        var id: ImageJob.OutputID
        /// Identifies it among all pictures of its source.
        var recipe: ContentDigest
        var record: VariantRecord
        /// Whether the file was already in the cache.
        var isCached: Bool
        /// The bytes, if they were just made and are not in the disk cache.
        var data: Data?
    }

    var facts: FactsRecord
    var requests: [ImageRequest]
    /// In the order of requests, and within a request in the order of its encodings.
    var files: [File]
    var placeholders: ImagePlaceholders?
    var failures: [Int: ImagingError]
    /// Whether the source was decoded.
    var wasDecoded: Bool
}
