import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.Resize: ImageProcessor {
    /// Resizes each frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        let layout = geometry.layout(for: image.size)
        let whole = try image.rendered()
        let origin =
            try layout.cropOrigin
            ?? whole.analysed().interestingOrigin(for: layout, entropy: geometry.position == .entropy)
        // Compute only the kept part: the scaled picture may be far larger.
        let part = CropRectangle(origin: origin, size: layout.kept)
        let kept = try whole.resampled(to: [ResampleTarget(layout.scaled, part: part)])[0]
        guard layout.isPadded else { return kept }
        return try kept.embedded(in: layout.canvas, at: layout.canvasOrigin, background: nil)
    }
}
