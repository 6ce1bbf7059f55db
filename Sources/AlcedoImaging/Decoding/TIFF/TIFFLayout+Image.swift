import AlcedoContainers
import AlcedoRecipes
import CVipsShims

extension TIFFLayout {
    /// Returns a picture opened by libvips with its colors and alpha only, in samples suitable for computation.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    func applied(to opened: PixelImage) throws -> PixelImage {
        // An alpha that libvips has not detected is not among its bands.
        if isLab { return try lab(opened).toSRGB() }
        var image = try withoutExtras(opened)
        if image.info.is_u32 != 0 {
            image = try image.derived("depth") { alcedo_image_to_u16(image.handle, Int32(colours), $0) }
        }
        if isYCbCr, image.is8Bit, image.bands >= 3 { image = try image.recolored(ycbcr) }
        return image
    }

    private func withoutExtras(_ image: PixelImage) throws -> PixelImage {
        // libvips resolves a palette to three bands, or to one if all its colors are gray.
        let own = image.bands - (samples - colours)
        guard samples > colours, own >= 1, samples - colours > 1 || alpha == nil else { return image }
        return try image.keeping(own, alpha: alpha.map { own + $0 - colours })
    }

    /// The conversion from YCbCr to RGB (TIFF 6.0, section 21).
    private var ycbcr: ColorTransform {
        func range(_ band: Int, _ full: Double) -> (scale: Double, offset: Double) {
            let (black, white) = (references[2 * band], references[2 * band + 1])
            let scale = white == black ? 1 : full / (white - black)
            return (scale, -black * scale)
        }
        let (y, cb, cr) = (range(0, 255), range(1, 127), range(2, 127))
        let (red, green, blue) = (luma[0], luma[1], luma[2])
        let (fromCr, fromCb) = (2 - 2 * red, 2 - 2 * blue)
        let weights = [
            [1, 0, fromCr],
            green == 0 ? [1, 0, 0] : [1, -blue * fromCb / green, -red * fromCr / green],
            [1, fromCb, 0],
        ]
        return ColorTransform(
            matrix: weights.flatMap { weights in
                let parts = zip(weights, [y, cb, cr])
                return parts.map { $0 * $1.scale } + [parts.reduce(0) { $0 + $1.0 * $1.1.offset }]
            })
    }

    /// Converts each encoding of CIELAB to linear light of sRGB (TIFF 6.0, section 23; Adobe's TIFF Technical Notes of 1995
    /// for ICCLAB; RFC 2301, 6.2.3 for ITULAB).
    private func lab(_ image: PixelImage) throws -> PixelImage {
        let hasAlpha = alpha == 3 && image.bands >= 4 && samples > 3
        let wide = !image.is8Bit
        var scale: [Float] = [100.0 / 255, 1, 1, 1]
        var offset: [Float] = [0, 0, 0, 0]
        switch photometric {
        case 8 where image.info.is_labs != 0: scale = [100.0 / 32_767, 1.0 / 256, 1.0 / 256, 1.0 / 257]
        case 8: break
        case 9 where wide:
            (scale, offset) = ([100.0 / 65_280, 1.0 / 256, 1.0 / 256, 1.0 / 257], [0, -128, -128, 0])
        case 9: offset = [0, -128, -128, 0]
        default:
            let most: Float = wide ? 65_535 : 255
            let half: Float = wide ? 256 : 1
            scale = [100 / most, 170 / most, 200 / most, 255 / most]
            offset = [0, -128 * half * 170 / most, -96 * half * 200 / most, 0]
        }
        // Alpha is truncated later; the offset keeps whole numbers whole despite rounding errors.
        offset[3] += 0.25
        let matrix = Chromaticities.lightOfSRGB(under: white).values.map(Float.init)
        return try image.derived("colour") {
            alcedo_image_lab_to_light(
                image.handle, hasAlpha ? 4 : 3, photometric == 8 ? 1 : 0, scale, offset, matrix, $0)
        }.withoutProfile()
    }
}
