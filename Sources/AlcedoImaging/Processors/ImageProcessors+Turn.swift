import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.Rotate: ImageProcessor {
    /// Rotates each frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        if let turns = quarterTurns { return try image.oriented([1, 6, 3, 8][turns]) }
        let canvas = size(of: image.size, density: context.density)
        let turned = try image.toEightBit().withAlpha().rendered().turned(degrees: angle, canvas: canvas)
        return try background.map { try turned.flattened(onto: $0) } ?? turned
    }
}

extension ImageProcessors.Flip: ImageProcessor {
    /// Mirrors each frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        switch axis {
        case .horizontal: try image.oriented(2)
        case .both: try image.oriented(3)
        case .vertical: try image.oriented(4)
        }
    }
}
