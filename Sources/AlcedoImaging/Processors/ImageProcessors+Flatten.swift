import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.Flatten: ImageProcessor {
    /// Flattens each frame onto the color.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        try image.flattened(onto: color)
    }
}
