import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.Blend: ImageProcessor {
    /// Blends into each frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``, also when the other picture cannot be decoded.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        switch content {
        case .color(let color):
            let front = try PixelImage.plain(color, size: PixelSize(width: 1, height: 1))
            let blended = try image.blended(
                with: front, at: PixelPoint(x: 0, y: 0), mode: mode, opacity: opacity, tiles: true)
            return removesTransparency ? try blended.withoutAlpha() : blended
        case .image(let data, let placement):
            var front = try OverlayPicture(data).image(
                placement, in: image.size, density: context.density)
            if let radius = placement.radius {
                front = try ImageProcessors.RoundCorner(radius: radius).process(front, context: context)
            }
            let origin = Self.origin(
                of: front.size, in: image.size, placement, density: context.density)
            return try image.blended(
                with: front, at: origin, mode: mode, opacity: opacity, tiles: placement.tiles)
        }
    }
}
