import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.ColorControls: ImageProcessor {
    var transform: ColorTransform {
        var matrix = ColorTransform.saturation(saturation).map { $0 * contrast }
        for row in 0..<3 { matrix[4 * row + 3] = 255 * (0.5 + (brightness - 0.5) * contrast) }
        let curve = exposure == 0 ? Array(0...255) : ColorTransform.exposure(pow(2, exposure))
        return ColorTransform(matrix: matrix, curves: Array(repeating: curve, count: 3))
    }

    /// Changes each pixel.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        try image.recolored(transform)
    }
}

extension ImageProcessors.BlackWhite: ImageProcessor {
    /// Reduces the picture to one channel of lightness.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        // The result is gray without a profile, so compute it in sRGB.
        try image.toSRGB().recolored(ImageProcessors.ColorControls(saturation: 0, exposure: 0.7).transform)
            .withoutColour()
    }
}
