import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.RoundCorner: ImageProcessor {
    /// Rounds the corners of each frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        guard isRound else { return try background.map { try image.flattened(onto: $0) } ?? image }
        let size = image.size
        let pixels = radius.devicePixels(width: size.width, height: size.height, density: context.density)
        let coverage = CornerMask.coverage(
            width: size.width, height: size.height, radii: CornerRadii(pixels, corners: corners))
        let rounded = try image.masked(by: coverage)
        return try background.map { try rounded.flattened(onto: $0) } ?? rounded
    }
}
