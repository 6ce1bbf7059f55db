import AlcedoBase

/// Canonical form of everything that determines the pixels of one request.
///
/// Numbers are resolved for this picture, so that requests that mean the same in different terms (a width of 800, a
/// width of 400 at density 2) share one file.
struct PictureRecipe {
    /// Raised when the meaning of a field changes, or when the engine makes other pixels from the same fields.
    private static let schema = 3
    /// Raised when a placeholder algorithm changes.
    private static let placeholderSchema = 3

    private var fields = FieldWriter()

    init(_ request: ImageRequest, index: Int, levels: LevelPlan, facts: ImageFacts) {
        let layout = levels.layouts[index]
        fields.write("alcedo picture")
        fields.write(Self.schema)
        Self.write(
            levels.derivation(of: levels.requestLevels[index]), shrink: levels.decoderShrink, to: &fields)
        write(layout.kept)
        write(layout.canvas)
        write(layout.canvasOrigin)
        if let origin = layout.cropOrigin {
            fields.write("at")
            write(origin)
        } else {
            fields.write(request.geometry.position.rawValue)
            let analysis = levels.derivation(of: levels.analysisLevel ?? 0)
            Self.write(analysis, shrink: levels.decoderShrink, to: &fields)
        }
        if facts.isAnimated { fields.write(request.animation.rawValue) }
        fields.write(request.color.rawValue)
        fields.writeList(request.processors) { $0.write($1.identifier) }
        if !request.processors.isEmpty { fields.write(request.density) }
        // Earlier versions applied the background twice around a `contain`. The field renews the digests.
        if layout.isPadded, let background = request.background, (1..<255).contains(background.alpha) {
            fields.write("laid once")
        }
        fields.writeOptional(request.background) { fields, color in
            for component in [color.red, color.green, color.blue, color.alpha] {
                fields.write(Int(component))
            }
        }
    }

    /// Returns the recipe of one file.
    func digest(format: OutputFormat, encoding: ImageEncoding) -> ContentDigest {
        var fields = fields
        fields.write(FormatSerializer(format: format, encoding: encoding).identifier)
        return fields.digest
    }

    static func placeholder(levels: LevelPlan) -> ContentDigest {
        var fields = FieldWriter()
        fields.write("alcedo placeholders")
        fields.write(placeholderSchema)
        write(levels.derivation(of: levels.placeholderLevel), shrink: levels.decoderShrink, to: &fields)
        return fields.digest
    }

    private static func write(_ derivation: [PixelSize], shrink: Int, to fields: inout FieldWriter) {
        fields.write(shrink)
        fields.writeList(derivation) { fields, size in
            fields.write(size.width)
            fields.write(size.height)
        }
    }

    private mutating func write(_ size: PixelSize) {
        fields.write(size.width)
        fields.write(size.height)
    }

    private mutating func write(_ point: PixelPoint) {
        fields.write(point.x)
        fields.write(point.y)
    }
}
