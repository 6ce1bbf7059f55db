import AlcedoBase

/// Canonical form of everything that determines the pixels of one request.
///
/// The other requests are none of it: every picture is made from the source's pixels alone. Numbers are resolved for this picture, so that requests that mean the same in different terms (a width of 800, a
/// width of 400 at density 2) share one file.
struct PictureRecipe {
    /// Raised when the meaning of a field changes, or when the engine makes other pixels from the same fields.
    private static let schema = 6
    /// Raised when a placeholder algorithm changes, or the form of the cache's record.
    private static let placeholderSchema = 5
    /// Raised when a source's own file is cleaned in another way.
    private static let originalSchema = 2

    private struct Pixels: Encodable {
        let layout: ResizeLayout
        let request: ImageRequest.Identity
    }

    private var fields = FieldWriter()

    init(_ request: ImageRequest, layout: ResizeLayout, facts: ImageFacts) {
        fields.write("alcedo picture")
        fields.write(Self.schema)
        fields.encode(
            Pixels(
                layout: layout,
                request: ImageRequest.Identity(Self.whatMatters(of: request, layout, facts))))
    }

    /// The request without what does not decide the pixels of this picture, or is written in another form.
    private static func whatMatters(
        of request: ImageRequest, _ layout: ResizeLayout, _ facts: ImageFacts
    ) -> ImageRequest {
        var request = request
        // The layout is what it comes to, but for a crop that is still to be found.
        let position = request.geometry.position
        request.geometry = ResizeGeometry()
        if layout.needsAnalysis { request.geometry.position = position }
        // It only turns the lengths within steps into pixels.
        if request.processors.isEmpty { request.density = 1 }
        if !facts.isAnimated { request.animation = .keep }
        // They decide bytes, not pixels; each file adds its own.
        request.encodings = []
        return request
    }

    /// Returns the recipe of one file.
    func digest(format: OutputFormat, encoding: ImageEncoding) -> ContentDigest {
        var fields = fields
        let serializer = encoding.serializer(for: format)
        if let builtIn = serializer as? FormatSerializer {
            fields.encode(builtIn)
            if case .target(let target) = builtIn.quality { fields.write(target.identifier) }
        } else {
            fields.write(serializer.identifier)
            fields.write(format.rawValue)
        }
        return fields.digest
    }

    /// The recipe of a source's own file, which no other setting changes.
    static func original(_ format: OutputFormat, _ encoding: ImageEncoding) -> ContentDigest {
        var fields = FieldWriter()
        fields.write("alcedo original")
        fields.write(originalSchema)
        fields.write(format.rawValue)
        fields.write(encoding.format == .verbatim)
        fields.write(encoding.metadata.rawValue)
        fields.write(encoding.keepsPosition)
        fields.writeOptional(encoding.budget?.bytes) { $0.write($1) }
        return fields.digest
    }

    /// The recipe of all placeholders, which the source alone determines.
    static var placeholder: ContentDigest {
        var fields = FieldWriter()
        fields.write("alcedo placeholders")
        fields.write(placeholderSchema)
        return fields.digest
    }
}
