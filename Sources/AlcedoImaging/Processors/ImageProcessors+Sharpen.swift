import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.Sharpen: ImageProcessor {
    /// Sharpens each frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        try image.sharpened(sigma: sigma * context.density, amount: amount, threshold: threshold)
    }
}
