import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.Crop: ImageProcessor {
    /// Crops each frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        try image.cropped(to: part(of: image.size, density: context.density))
    }
}

extension ImageProcessors.Circle: ImageProcessor {
    /// Crops and rounds each frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        let square = size(of: image.size, density: context.density)
        let part = CropRectangle(square, in: image.size, anchor: anchor)
        return try corners.process(image.cropped(to: part), context: context)
    }
}
