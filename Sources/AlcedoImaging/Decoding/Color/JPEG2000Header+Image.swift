import AlcedoContainers
import AlcedoRecipes
import CVipsShims

extension JPEG2000Header {
    /// Returns a picture opened by libvips in RGB or grey of full range, with the profile of its container.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    func applied(to opened: PixelImage) throws -> PixelImage {
        if let curves = paletteCurves { return try opened.recolored(ColorTransform(curves: curves)) }
        var image = opened
        if let depth, ![8, 16].contains(depth), depth < 16 {
            // libvips shifts the bits up and leaves the lower ones 0.
            let white = (1 << depth - 1) << ((depth < 8 ? 8 : 16) - depth)
            image = try image.derived("range") {
                alcedo_image_expand_range(image.handle, 0, Int32(image.bands), 0, Int32(white), $0)
            }
        }
        if isYCC, !isConvertedByDecoder, image.bands >= 3 { image = try image.recolored(.fromYCC) }
        guard let profile, image.info.has_profile == 0 else { return image }
        return image.withProfile(profile)
    }
}

extension ColorTransform {
    /// From sYCC (IEC 61966-2-1, annex G), with chroma about 128.
    fileprivate static let fromYCC = ColorTransform(matrix: [
        1, 0, 1.402, -1.402 * 128, 1, -0.344136, -0.714136, 1.058272 * 128, 1, 1.772, 0, -1.772 * 128,
    ])
}
