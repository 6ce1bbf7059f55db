import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// Conversions for pictures in other colors than sRGB: their values mean something else, so an sRGB color or picture
/// has to be converted before it is applied to them.
extension PixelImage {
    /// Returns the picture in 8 bits, in color unless `color` is gray, and `color` in the picture's own values.
    ///
    /// A color outside the profile's gamut becomes the nearest one inside. If the profile cannot convert colors to
    /// values (a scanner's need not), or cannot be used at all, the picture is converted to sRGB.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    func ready(for color: SRGBColor) throws -> (image: PixelImage, color: SRGBColor) {
        var image = try toEightBit()
        if !color.isGray { image = try image.withColourBands() }
        // The values of an invisible color do not matter.
        guard image.hasOwnColours, color.alpha > 0 else { return (image, color) }
        do {
            return (image, try image.numbers(of: color))
        } catch ImagingError.process {
            return (try image.toSRGB(), color)
        }
    }

    /// Converts an 8-bit sRGB picture with three colors that is to be laid on this one, which has the same bands.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    func ready(for front: PixelImage) throws -> (image: PixelImage, front: PixelImage) {
        guard hasOwnColours else { return (self, front) }
        do {
            return (self, try front.converted(toProfileOf: self))
        } catch ImagingError.process {
            return (try toSRGB(), front)
        }
    }

    /// Changes the picture in sRGB and converts it back to its own colors. Colors outside sRGB are lost.
    ///
    /// - Throws: What `body` throws, and ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    func inSRGB(_ body: (PixelImage) throws -> PixelImage) throws -> PixelImage {
        let own = try toEightBit().withColourBands()
        guard own.hasOwnColours else { return try body(own) }
        let changed = try body(own.toSRGB())
        do {
            return try changed.converted(toProfileOf: own)
        } catch ImagingError.process {
            return changed
        }
    }

    /// Whether the picture's profile is sRGB under another name: colors from the whole space, and dark ones, where
    /// curves differ, have the same values in both except for rounding.
    var hasNumbersOfSRGB: Bool {
        guard hasOwnColours, !isGray, !isCMYK else { return !hasOwnColours }
        var samples = Data()
        for number in 0..<216 {
            for share in [number / 36, number / 6 % 6, number % 6] { samples.append(UInt8(share * 51)) }
        }
        for grey in 0..<40 { samples.append(contentsOf: [UInt8](repeating: UInt8(grey), count: 3)) }
        do {
            let size = PixelSize(width: samples.count / 3, height: 1)
            let numbers = try PixelImage(pixels: samples, size: size, layout: .rgb8).converted(
                toProfileOf: self
            )
            .pixels()
            return numbers.count == samples.count
                && zip(numbers, samples).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
        } catch {
            // A profile that cannot convert colors to values is not sRGB.
            return false
        }
    }

    private func numbers(of color: SRGBColor) throws -> SRGBColor {
        let dot = try PixelImage(
            pixels: Data([color.red, color.green, color.blue]), size: PixelSize(width: 1, height: 1),
            layout: .rgb8)
        let samples = try dot.converted(toProfileOf: self).pixels()
        guard let first = samples.first, let last = samples.last, samples.count == (isGray ? 1 : 3) else {
            throw ImagingError.process(
                step: "colour profile", reason: "it returns \(samples.count) numbers for a colour")
        }
        return SRGBColor(
            red: first, green: samples[samples.startIndex + samples.count / 2], blue: last, alpha: color.alpha
        )
    }

    /// Converts 8-bit sRGB of three colors to another picture's profile, which the result carries. Alpha is kept.
    private func converted(toProfileOf other: PixelImage) throws -> PixelImage {
        let opaque = try withoutAlpha()
        let colour = try opaque.derived("colour profile") {
            alcedo_image_srgb_to_profile(opaque.handle, other.handle, $0)
        }
        guard hasAlpha else { return colour }
        let alpha = try derived("alpha") { alcedo_image_bands(handle, info.bands - 1, 1, $0) }
        return try colour.derived("alpha") { alcedo_image_join_bands(colour.handle, alpha.handle, $0) }
    }
}
