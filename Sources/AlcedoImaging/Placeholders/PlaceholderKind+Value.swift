import AlcedoContainers
import AlcedoRecipes

extension PlaceholderKind {
    /// Computes the placeholder of this kind.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when pixels cannot be computed.
    func value(of picture: PlaceholderInput) throws -> ImagePlaceholders.Value {
        switch self {
        case .dominantColor: .color(DominantColor.of(pixels: try picture.samples().rgba, channels: 4))
        case .averageColor:
            .color(
                try AverageColor.of(
                    samples: picture.samples(), small: picture.small, original: picture.original))
        case .palette: .colors(Palette.of(try picture.small()))
        case .blurhash: .text(BlurHash.of(try picture.small(), original: picture.original))
        case .thumbhash: .data(ThumbHash.of(try picture.small()))
        }
    }
}
