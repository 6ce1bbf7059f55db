import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

extension PixelImage {
    /// Changes the colors of every pixel; alpha is kept.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    func recolored(_ transform: ColorTransform) throws -> PixelImage {
        let image = try toEightBit().withColourBands()
        let matrix = transform.matrix.map(Float.init)
        let table = transform.curves.flatMap(\.self)
        return try image.derived("colour") { alcedo_image_recolour(image.handle, matrix, table, $0) }
    }

    /// Mixes every pixel with a color; alpha is kept.
    ///
    /// - Parameters:
    ///   - color: In sRGB; its alpha is ignored.
    ///   - amount: 0 leaves the picture unchanged, 1 gives the color.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    func mixed(with color: SRGBColor, amount: Double) throws -> PixelImage {
        let (image, color) = try toEightBit().withColourBands().ready(for: color)
        return try image.recolored(.mix(color, amount: amount))
    }

    /// Keeps the first of three equal channels as gray, and alpha.
    func withoutColour() throws -> PixelImage {
        guard !isGray else { return self }
        let grey = try firstBand(named: "grey")
        guard hasAlpha else { return grey }
        let alpha = try derived("alpha") { alcedo_image_bands(handle, info.bands - 1, 1, $0) }
        return try grey.derived("grey") { alcedo_image_join_bands(grey.handle, alpha.handle, $0) }
    }

    private func firstBand(named step: String) throws -> PixelImage {
        let band = try derived(step) { alcedo_image_bands(handle, 0, 1, $0) }
        return try band.derived(step) { alcedo_image_to_srgb(band.handle, 1, $0) }
    }

    /// Adds to each pixel its difference in lightness from its surroundings.
    ///
    /// - Parameters:
    ///   - sigma: How far the surroundings reach: the standard deviation of a Gaussian in pixels.
    ///   - amount: How much of the difference is added.
    ///   - threshold: Differences up to this, 0…255, are left alone.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    func sharpened(sigma: Double, amount: Double, threshold: Double) throws -> PixelImage {
        guard sigma > 0, amount != 0 else { return self }
        let image = try toEightBit().rendered()
        let soft = try image.blurred(sigma: sigma)
        return try image.derived("sharpen") {
            alcedo_image_sharpen(image.handle, soft.handle, amount, threshold, $0)
        }
    }
}
