extension ImagePlaceholders {
    /// Computes placeholders, from the first frame of an animation.
    ///
    /// - Parameters:
    ///   - kinds: The kinds to compute.
    ///   - original: The size of the full picture.
    ///   - level: Returns the whole picture, small. Called only if a kind needs it.
    ///   - samples: Returns unaveraged pixels of the picture, in any order.
    /// - Throws: ``ImagingError/process(step:reason:)`` when pixels cannot be computed.
    init(
        _ kinds: Set<PlaceholderKind>, original: PixelSize, level: () throws -> Image,
        samples: () throws -> Image
    ) throws {
        self.init()
        if !kinds.isDisjoint(with: [.dominantColor, .averageColor]) {
            let own = try PlaceholderPixels(samples())
            if kinds.contains(.dominantColor) {
                dominantColor = DominantColor.of(pixels: own.rgba, channels: 4)
            }
            if kinds.contains(.averageColor) {
                averageColor = try AverageColor.of(
                    samples: own, small: { try PlaceholderPixels(level()) }, original: original)
            }
        }
        if kinds.isDisjoint(with: [.palette, .blurhash, .thumbhash]) { return }
        let pixels = try PlaceholderPixels(level())
        if kinds.contains(.palette) { palette = Palette.of(pixels) }
        if kinds.contains(.blurhash) { blurhash = BlurHash.of(pixels, original: original) }
        if kinds.contains(.thumbhash) { thumbhash = ThumbHash.of(pixels) }
    }
}
