import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.Text: ImageProcessor {
    /// Writes the text on each frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``, also when no font has a character, or when the text does not
    ///   fit.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        let text = content.rendered(context.metadata, escaping: usesMarkup)
        guard text.contains(where: { !$0.isWhitespace }) else { return image }
        return try TextPainter(step: self, text: text, size: image.size, density: context.density)
            .painted(
                on: image)
    }
}
