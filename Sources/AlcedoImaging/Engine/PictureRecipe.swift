import AlcedoBase

/// Canonical form of everything that determines the pixels of one request.
///
/// Numbers are resolved for this picture, so that requests that mean the same in different terms (a width of 800, a
/// width of 400 at density 2) share one file.
struct PictureRecipe {
    /// Raised when the meaning of a field changes, or when the engine makes other pixels from the same fields.
    private static let schema = 3
    /// Raised when a placeholder algorithm changes, or the form of the cache's record.
    private static let placeholderSchema = 4

    /// What the pixels are made from, and how.
    private struct Pixels: Encodable {
        let derivation: Derivation
        let layout: ResizeLayout
        /// What a crop is decided on, where it depends on the pixels.
        let analysis: Derivation?
        /// Before, a background that shows through was laid around a `contain` twice.
        let isLaidOnce: Bool
        let request: ImageRequest.Identity
    }

    /// The sizes that lead from the source to a level.
    private struct Derivation: Encodable {
        let shrink: Int
        let sizes: [PixelSize]

        init(_ level: Int, _ levels: LevelPlan) {
            shrink = levels.decoderShrink
            sizes = levels.derivation(of: level)
        }
    }

    private var fields = FieldWriter()

    init(_ request: ImageRequest, index: Int, levels: LevelPlan, facts: ImageFacts) {
        let layout = levels.layouts[index]
        let alpha = request.background?.alpha ?? 0
        fields.write("alcedo picture")
        fields.write(Self.schema)
        fields.encode(
            Pixels(
                derivation: Derivation(levels.requestLevels[index], levels), layout: layout,
                analysis: layout.needsAnalysis ? Derivation(levels.analysisLevel ?? 0, levels) : nil,
                isLaidOnce: layout.isPadded && (1..<255).contains(alpha),
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
        } else {
            fields.write(serializer.identifier)
            fields.write(format.rawValue)
        }
        return fields.digest
    }

    static func placeholder(levels: LevelPlan) -> ContentDigest {
        var fields = FieldWriter()
        fields.write("alcedo placeholders")
        fields.write(placeholderSchema)
        fields.encode(Derivation(levels.placeholderLevel, levels))
        return fields.digest
    }
}
