import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.Blur: ImageProcessor {
    /// Blurs each frame, with premultiplied alpha.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        try image.blurred(sigma: sigma * context.density)
    }
}
