import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.Tint: ImageProcessor {
    /// Mixes each pixel with the color.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        try image.mixed(with: color, amount: Double(color.alpha) / 255)
    }
}

extension ImageProcessors.Overlay: ImageProcessor {
    /// Mixes each pixel with the color.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        try image.mixed(with: color, amount: Double(color.alpha) / 255 * (1 - fraction))
    }
}
