import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

extension PixelImage {
    /// Blends another picture into each frame, in the colors of this one.
    ///
    /// - Parameters:
    ///   - front: The other picture, of which the first frame is used.
    ///   - origin: The position of its top left corner, which may lie outside.
    ///   - tiles: Whether it is repeated in all directions.
    ///   - opacity: 0…1.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    func blended(
        with front: PixelImage, at origin: PixelPoint, mode: ImageProcessors.BlendMode, opacity: Double,
        tiles: Bool = false
    ) throws -> PixelImage {
        let (back, front) = try toEightBit().withColourBands().withAlpha()
            .ready(for: front.frame(0).toSRGB().withColourBands().withAlpha())
        let blended = try back.derived("blend") { out in
            alcedo_image_blend(
                back.handle, front.handle, Int32(origin.x), Int32(origin.y), tiles ? 1 : 0,
                Int32(frameHeight),
                mode.code, opacity, out)
        }
        return hasAlpha || mode.mayAddTransparency ? blended : try blended.withoutAlpha()
    }

    /// Returns a picture of one color.
    static func plain(_ color: SRGBColor, size: PixelSize) throws -> PixelImage {
        let dot = try PixelImage(
            pixels: Data([color.red, color.green, color.blue, color.alpha]),
            size: PixelSize(width: 1, height: 1), layout: .rgba8)
        return try dot.embedded(in: size, at: PixelPoint(x: 0, y: 0), background: color)
    }
}

extension ImageProcessors.BlendMode {
    fileprivate var code: alcedo_blend_mode {
        switch self {
        case .clear: ALCEDO_BLEND_CLEAR
        case .source: ALCEDO_BLEND_SOURCE
        case .over: ALCEDO_BLEND_OVER
        case .in: ALCEDO_BLEND_IN
        case .out: ALCEDO_BLEND_OUT
        case .atop: ALCEDO_BLEND_ATOP
        case .destination: ALCEDO_BLEND_DEST
        case .destinationOver: ALCEDO_BLEND_DEST_OVER
        case .destinationIn: ALCEDO_BLEND_DEST_IN
        case .destinationOut: ALCEDO_BLEND_DEST_OUT
        case .destinationAtop: ALCEDO_BLEND_DEST_ATOP
        case .xor: ALCEDO_BLEND_XOR
        case .add: ALCEDO_BLEND_ADD
        case .saturate: ALCEDO_BLEND_SATURATE
        case .multiply: ALCEDO_BLEND_MULTIPLY
        case .screen: ALCEDO_BLEND_SCREEN
        case .overlay: ALCEDO_BLEND_OVERLAY
        case .darken: ALCEDO_BLEND_DARKEN
        case .lighten: ALCEDO_BLEND_LIGHTEN
        case .colorDodge: ALCEDO_BLEND_COLOUR_DODGE
        case .colorBurn: ALCEDO_BLEND_COLOUR_BURN
        case .hardLight: ALCEDO_BLEND_HARD_LIGHT
        case .softLight: ALCEDO_BLEND_SOFT_LIGHT
        case .difference: ALCEDO_BLEND_DIFFERENCE
        case .exclusion: ALCEDO_BLEND_EXCLUSION
        }
    }
}
