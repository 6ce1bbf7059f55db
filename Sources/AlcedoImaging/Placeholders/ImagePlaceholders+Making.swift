extension ImagePlaceholders {
    /// Computes placeholders, of an animation from its first frame.
    ///
    /// - Parameters:
    ///   - kinds: Which.
    ///   - original: The size of the picture that the small one shows.
    ///   - level: The whole picture, small. Asked for when a kind needs it.
    ///   - samples: Pixels of its own, none of them mixed from others; where they lie does not matter.
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
