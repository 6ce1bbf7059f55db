import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes
import CVipsShims

extension SRGBColor {
    /// Whether the color is gray.
    var isGray: Bool { red == green && green == blue }
}

extension PixelImage {
    /// Converts to 8-bit sRGB, or to 8-bit gray if the picture is gray, through the embedded profile if there is one.
    /// CMYK without a profile goes through libvips's own. Alpha is kept.
    ///
    /// - Parameter warn: Called if the embedded profile cannot be used and is ignored.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    public func toSRGB(warn: (String) -> Void = { _ in }) throws -> PixelImage {
        let image = try withFittingProfile(warn: warn)
        if image !== self { return try image.toSRGB(warn: warn) }
        let needsProfile = hasOwnColours
        if isEightBitDisplay, !needsProfile { return try withoutProfile() }
        guard hasAlpha else { return try colourToSRGB(useProfile: needsProfile, warn: warn) }
        // Alpha skips the color conversion; only its depth changes.
        let alpha = try derived("alpha") { alcedo_image_bands(handle, info.bands - 1, 1, $0) }.to8Bit()
            // Otherwise joining the bands would restore the profile.
            .withoutProfile()
        let colour = try derived("colour") { alcedo_image_bands(handle, 0, info.bands - 1, $0) }
            .colourToSRGB(useProfile: needsProfile, warn: warn)
        return try colour.derived("alpha") { alcedo_image_join_bands(colour.handle, alpha.handle, $0) }
    }

    /// Converts to 8-bit gray or RGB in the picture's own colors; anything else becomes sRGB.
    func toEightBit() throws -> PixelImage {
        if isEightBitDisplay { return self }
        let isDisplay = info.space == ALCEDO_SPACE_RGB || info.space == ALCEDO_SPACE_GREY
        return isDisplay && info.format == ALCEDO_FORMAT_U16 ? try to8Bit() : try toSRGB()
    }

    /// Whether samples are 8-bit gray or RGB, with or without alpha.
    var isEightBitDisplay: Bool {
        guard is8Bit, info.space == ALCEDO_SPACE_RGB || info.space == ALCEDO_SPACE_GREY else { return false }
        return bands - (hasAlpha ? 1 : 0) == (isGray ? 1 : 3)
    }

    /// Whether the picture can be premultiplied and resampled without conversion.
    var isResizable: Bool { info.format != ALCEDO_FORMAT_OTHER && info.space != ALCEDO_SPACE_OTHER }

    func withoutProfile() throws -> PixelImage {
        guard info.has_profile != 0 else { return self }
        let plain = try derived("colour profile") { alcedo_image_forget(handle, "icc-profile-data", $0) }
        plain.direct = direct
        return plain
    }

    /// Replaces the profile of a picture that was just opened.
    func withProfile(_ profile: UnsafeRawBufferPointer) -> PixelImage {
        alcedo_image_give_profile(handle, profile.baseAddress, profile.count)
        let named = PixelImage(owning: retainedHandle(), frameHeight: frameHeight, timing: self)
        named.direct = direct
        return named
    }

    /// Takes the curve of a profile for colors in a gray picture, and drops a profile meant for another kind of picture, such as a gray scan's in a color picture: libvips would read
    /// one channel through it and lose the others, and a file with it is invalid.
    ///
    /// - Parameter warn: Called if a profile is ignored.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    func withFittingProfile(warn: (String) -> Void) throws -> PixelImage {
        let kinds = [ALCEDO_SPACE_RGB: "RGB ", ALCEDO_SPACE_GREY: "GRAY", ALCEDO_SPACE_CMYK: "CMYK"]
        // The data color space in the profile's header (ICC.1:2010, 7.2.6). A profile too short for one fails later.
        guard let wanted = kinds[info.space], let profile = blob("icc-profile-data"), profile.count >= 128
        else {
            return self
        }
        let kind = profile[16..<20]
        if kind.elementsEqual(wanted.utf8) { return self }
        if isGray, kind.elementsEqual("RGB ".utf8),
            let fitting = profile.withUnsafeBytes({ ColorCoding.grayProfile(of: ByteView($0)) })
        {
            let plain = try withoutProfile()
            return fitting.withUnsafeBytes { plain.withProfile($0) }
        }
        let name = String(
            String.UnicodeScalarView(kind.filter { (0x21...0x7E).contains($0) }.map(Unicode.Scalar.init)))
        warn(
            "the embedded colour profile cannot be used and is ignored (it is for \(name) pictures, and this one is "
                + "\(wanted == "RGB " ? "RGB" : wanted))")
        return try withoutProfile()
    }

    private func colourToSRGB(useProfile: Bool, warn: (String) -> Void) throws -> PixelImage {
        let isCMYK = info.space == ALCEDO_SPACE_CMYK
        if useProfile {
            do {
                let source = try isGray ? inThreeChannels() : self
                let colour = try source.derived("colour profile") {
                    alcedo_image_profile_to_srgb(source.handle, 0, $0)
                }
                // A gray picture through a gray profile has three equal channels; any of them is the picture.
                return isGray ? try colour.grayBand() : colour
            } catch ImagingError.process(_, let reason) {
                warn("the embedded colour profile cannot be used and is ignored (\(reason))")
            }
        }
        if isCMYK { return try derived("colour") { alcedo_image_profile_to_srgb(handle, 1, $0) } }
        if info.space == ALCEDO_SPACE_OTHER, bands > 3 {
            return try derived("colour") { alcedo_image_bands(handle, 0, 3, $0) }.formulaToSRGB()
        }
        return try formulaToSRGB()
    }

    /// A gray picture as one of colors with the curve of its profile, for which LittleCMS computes each value; for a gray
    /// profile it interpolates between few, and dark grays differ by up to seven.
    private func inThreeChannels() throws -> PixelImage {
        guard let profile = blob("icc-profile-data"),
            let fitting = profile.withUnsafeBytes({ ColorCoding.profile(ofGray: ByteView($0)) })
        else { return self }
        let two = try derived("colour") { alcedo_image_join_bands(handle, handle, $0) }
        let three = try derived("colour") { alcedo_image_join_bands(two.handle, handle, $0) }
        let named = try three.derived("colour") { alcedo_image_name(three.handle, 0, $0) }.withoutProfile()
        return fitting.withUnsafeBytes { named.withProfile($0) }
    }

    private func formulaToSRGB() throws -> PixelImage {
        try derived("colour") { alcedo_image_to_srgb(handle, bands < 3 ? 1 : 0, $0) }.to8Bit()
    }

    private func grayBand() throws -> PixelImage {
        let band = try derived("colour") { alcedo_image_bands(handle, 1, 1, $0) }
        return try band.derived("colour") { alcedo_image_to_srgb(band.handle, 1, $0) }
    }

    /// Keeps one of three equal channels, and alpha, with the profile.
    func withGrayBand() throws -> PixelImage {
        let band = try keeping(1, alpha: hasAlpha ? bands - 1 : nil)
        return try band.derived("colour") { alcedo_image_name(band.handle, 1, $0) }
    }

    private func to8Bit() throws -> PixelImage {
        if is8Bit { return self }
        let narrow = try derived("depth") { alcedo_image_to_u8(handle, $0) }
        // The interpretation must follow, or the next step takes 8-bit white for nearly black.
        return try narrow.derived("depth") { alcedo_image_name_display(narrow.handle, $0) }
    }

    /// Expands gray to three color channels. A gray profile does not fit them, so the picture becomes sRGB.
    func withColourBands() throws -> PixelImage {
        guard isGray else { return self }
        let grey = info.has_profile != 0 ? try toSRGB() : self
        return try grey.derived("colour") { alcedo_image_to_srgb(grey.handle, 0, $0) }
    }

    /// Returns the first bands, and one other as alpha.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    func keeping(_ count: Int, alpha: Int?) throws -> PixelImage {
        let colour = try derived("samples") { alcedo_image_bands(handle, 0, Int32(count), $0) }
        guard let alpha else { return colour }
        let band = try derived("alpha") { alcedo_image_bands(handle, Int32(alpha), 1, $0) }
        return try colour.derived("alpha") { alcedo_image_join_bands(colour.handle, band.handle, $0) }
    }

    /// Adds an opaque alpha channel if there is none.
    func withAlpha() throws -> PixelImage {
        hasAlpha ? self : try derived("alpha") { alcedo_image_add_alpha(handle, $0) }
    }

    /// Drops the alpha channel; transparent pixels show the color beneath.
    func withoutAlpha() throws -> PixelImage {
        hasAlpha ? try derived("alpha") { alcedo_image_bands(handle, 0, info.bands - 1, $0) } : self
    }

    /// Multiplies colors by alpha, so that all invisible pixels are equal.
    func withPremultipliedSamples() throws -> PixelImage {
        try derived("premultiply") { alcedo_image_premultiply(handle, $0) }
    }

    /// Runs `body` on the picture with premultiplied alpha. Otherwise the color of invisible pixels would leak into
    /// visible ones wherever pixels are mixed.
    func withPremultipliedAlpha(_ body: (PixelImage) throws -> PixelImage) throws -> PixelImage {
        guard hasAlpha else { return try body(self) }
        let mixed = try body(derived("premultiply") { alcedo_image_premultiply(handle, $0) })
        return try mixed.derived("unpremultiply") { alcedo_image_unpremultiply(mixed.handle, $0) }
    }

    /// Runs `body`, which resamples, on premultiplied floats. Overshoot is clamped only after dividing by alpha, so
    /// that colors are preserved at every edge.
    func resampledWithAlpha(_ body: (PixelImage) throws -> PixelImage) throws -> PixelImage {
        guard hasAlpha else { return try body(self) }
        let mixed = try body(derived("premultiply") { alcedo_image_premultiply_to_float(handle, $0) })
        return try mixed.derived("unpremultiply") {
            alcedo_image_unpremultiply_from_float(mixed.handle, is8Bit ? 0 : 1, $0)
        }
    }

    /// Flattens the picture onto a color. An opaque color leaves no alpha channel.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when libvips fails.
    public func flattened(onto colour: SRGBColor) throws -> PixelImage {
        guard hasAlpha else { return self }
        let (image, colour) = try ready(for: colour)
        let samples = image.samples(of: colour)
        let laid = try image.derived("background") {
            alcedo_image_over_colour(image.handle, samples, Int32(colour.alpha), $0)
        }
        return colour.alpha == 255 ? try laid.withoutAlpha() : laid
    }

    /// Returns the channels of `colour`, which is in the picture's own values, for a picture like this one.
    func samples(of colour: SRGBColor) -> [UInt8] {
        isGray ? [colour.red] : [colour.red, colour.green, colour.blue]
    }

    /// Whether the picture carries a profile other than sRGB, so that its values mean other colors.
    var hasOwnColours: Bool { info.has_profile != 0 && !hasSRGBProfile }

    /// Whether the embedded profile is the common sRGB one, which changes nothing.
    private var hasSRGBProfile: Bool {
        guard let profile = blob("icc-profile-data"), profile.count >= 128 else { return false }
        // Manufacturer and model in the profile's header (ICC.1:2010, 7.2): the HP/IEC profile in use everywhere.
        return profile[48..<52].elementsEqual("IEC ".utf8) && profile[52..<56].elementsEqual("sRGB".utf8)
    }
}
