import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.Sepia: ImageProcessor {
    /// Changes each pixel.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        guard amount > 0 else { return image }
        let full = [
            0.393, 0.769, 0.189, 0,
            0.349, 0.686, 0.168, 0,
            0.272, 0.534, 0.131, 0,
        ]
        let matrix = zip(full, ColorTransform.identity).map { $0 * amount + $1 * (1 - amount) }
        return try image.inSRGB { try $0.recolored(ColorTransform(matrix: matrix)) }
    }
}

extension ImageProcessors.Duotone: ImageProcessor {
    /// Changes each pixel.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        let from = CIELAB(shadows)
        let to = CIELAB(highlights)
        let colors = (0...255).map { from.mixed(with: to, amount: Double($0) / 255).color }
        let transform = ColorTransform(
            matrix: ColorTransform.saturation(0),
            curves: [colors.map(\.red), colors.map(\.green), colors.map(\.blue)])
        return try image.inSRGB { try $0.recolored(transform) }
    }
}
