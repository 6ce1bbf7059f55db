import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CCodecs
import CVipsShims

/// Color information of a source in places that libvips ignores. libvips reads embedded profiles only and takes
/// everything else as full-range sRGB.
struct SourceColors {
    /// `nil` if unspecified.
    let coding: ColorCoding?
    /// Whether ``coding`` takes precedence over a profile.
    private let overridesProfile: Bool
    private let hasLimitedGrey: Bool
    private let hasLimitedAlpha: Bool
    private let isMonochrome: Bool
    private let isPremultiplied: Bool
    private let tiff: TIFFLayout?
    /// The profile of a gray PNG.
    private let grayProfile: Data?
    private let jp2: JPEG2000Header?
    /// Types of the channels of a JPEG XL beyond its colors.
    private let extraChannels: [Int]

    /// Reads the header of a file.
    ///
    /// - Parameter page: The page of a TIFF, from 0.
    init(_ bytes: UnsafeRawBufferPointer, type: ImageType, page: Int) {
        var items: MediaItems?
        switch type {
        case .avif, .heic:
            items = MediaItems(bytes)
            coding = items.flatMap { ColorCoding($0) }
        case .png: coding = ColorCoding(png: bytes)
        case .jpeg: coding = ColorCoding(jpeg: bytes)
        case .jxl: coding = ColorCoding(jxl: ByteView(bytes))
        default: coding = nil
        }
        // The code points of a PNG take precedence over its profile (third edition, 4.3), and the profile of a JPEG XL
        // is derived from them. For AVIF and HEIC, Chromium also uses the profile.
        overridesProfile = type == .png || type == .jxl
        isMonochrome = items?.isMonochrome ?? false
        isPremultiplied = items?.isPremultiplied ?? false
        hasLimitedGrey = isMonochrome && coding?.isLimited ?? false
        hasLimitedAlpha = items?.hasLimitedAlpha ?? false
        grayProfile = type == .png ? PNGChunks.grayProfile(in: bytes).flatMap(Self.decompressed) : nil
        tiff = type == .tiff ? TIFFLayout(bytes, page: page) : nil
        jp2 = type == .jp2 ? JPEG2000Header(bytes) : nil
        extraChannels = type == .jxl ? JXLHeader(ByteView(bytes))?.extraChannels ?? [] : []
    }

    /// The part of a JPEG 2000 that is decoded in place of the file.
    var codestream: UnsafeRawBufferPointer? { jp2?.needsCodestream == true ? jp2?.codestream : nil }

    /// Why the picture cannot be shown as intended; `nil` if there is no known reason.
    var refusal: String? { tiff?.refusal }

    /// Whether its samples are sRGB unless a profile says otherwise.
    var isCodedAsSRGB: Bool { coding?.profile == nil }

    /// Returns the HDR colors of a newly opened picture; `nil` for all others.
    private func hdr(of image: PixelImage) -> ColorCoding? {
        if let coding, overridesProfile || image.info.has_profile == 0 { return coding.isHDR ? coding : nil }
        var named = image.blob("icc-profile-data")?.withUnsafeBytes { ColorCoding(profile: ByteView($0)) }
        named?.peak = coding?.peak
        return named
    }

    /// Returns a newly opened picture in full range, and in sRGB or with a profile that describes its colors.
    ///
    /// - Parameter toneMapped: Called with the name of an HDR transfer, which no profile expresses: it becomes sRGB.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    func applied(to opened: PixelImage, type: ImageType, toneMapped: (String) -> Void = { _ in }) throws
        -> PixelImage
    {
        var image = try LimitedRange.expanded(opened, grey: hasLimitedGrey, alpha: hasLimitedAlpha)
        if isPremultiplied, image.hasAlpha {
            image = try image.derived("alpha") { alcedo_image_unpremultiply(image.handle, $0) }
        }
        if let tiff { image = try tiff.applied(to: image) }
        if let jp2 { image = try jp2.applied(to: image) }
        if !extraChannels.isEmpty { image = try withoutExtraChannels(image) }
        if let hdr = hdr(of: image) {
            toneMapped(hdr.transfer == .pq ? "PQ" : "HLG")
            let isExpanded = hasLimitedGrey && image !== opened
            let (most, opaque) = Self.most(of: image, type: type, isExpanded: isExpanded)
            // AVIF and HEIC have been expanded to full range by now.
            let isLimited = hdr.isLimited && type == .png
            return try ToneMapping(hdr).applied(
                to: image, least: isLimited ? most * 16 / 255 : 0, most: isLimited ? most * 235 / 255 : most,
                opaque: opaque)
        }
        if image.info.is_float != 0 { return try Self.whole(image, type: type) }
        // libheif gives three equal channels.
        if isMonochrome, !image.isGray { image = try image.withGrayBand() }
        if let grayProfile, coding == nil, image.info.has_profile == 0 {
            let plain = try image.withoutProfile()
            return grayProfile.withUnsafeBytes { plain.withProfile($0) }
        }
        guard let coding, overridesProfile || image.info.has_profile == 0 else { return image }
        let plain = try image.withoutProfile()
        guard let profile = image.isGray ? coding.grayProfile : coding.profile else { return plain }
        return profile.withUnsafeBytes { plain.withProfile($0) }
    }

    /// Returns the colours of a JPEG XL and the alpha that its header declares. libvips asks libjxl for as many channels as
    /// the file has, and gets up to four: grey as one, two (with alpha), three or four, and RGB as three or four.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)`` if alpha or all pixels are missing.
    private func withoutExtraChannels(_ image: PixelImage) throws -> PixelImage {
        let colours = image.isGray ? 1 : 3
        let hasAlpha = extraChannels.contains(JXLHeader.alpha)
        guard image.bands != colours + (hasAlpha ? 1 : 0) else { return image }
        guard image.bands <= 4, !hasAlpha || image.bands == 4 else {
            throw ImagingError.decode(
                .unsupported,
                reason:
                    "it is a JPEG XL with \(extraChannels.count) channels beside its colours, which this version of "
                    + "libvips does not read; save it without those that are not alpha")
        }
        return try image.keeping(colours, alpha: hasAlpha ? 3 : nil)
    }

    /// Longer profiles are not read; those of printers have one to three megabytes.
    private static let longestProfile = 4 << 20

    private static func decompressed(_ profile: UnsafeRawBufferPointer) -> Data? {
        var data = Data(count: longestProfile)
        let count = data.withUnsafeMutableBytes {
            alcedo_png_profile(profile.baseAddress, profile.count, $0.baseAddress, $0.count)
        }
        return count > 0 ? data.prefix(count) : nil
    }

    /// Converts a floating-point picture to integers. A TIFF without a profile contains linear light (libvips calls it
    /// scRGB, and Photoshop writes it).
    private static func whole(_ image: PixelImage, type: ImageType) throws -> PixelImage {
        let colours = image.bands - (image.bands == 2 || image.bands == 4 ? 1 : 0)
        if type == .tiff, image.info.has_profile == 0 {
            let light = ColorCoding(primaries: .sRGB, transfer: .gamma(1))
            return try ToneMapping(light).applied(to: image, least: 0, most: 1, opaque: 1)
        }
        return try image.derived("depth") { alcedo_image_to_u16(image.handle, Int32(colours), $0) }
    }

    /// Returns the sample values of a signal of 1 and of full opacity.
    private static func most(of image: PixelImage, type: ImageType, isExpanded: Bool) -> (Double, Double) {
        if image.info.is_float != 0 { return (1, 1) }
        if image.is8Bit { return (255, 255) }
        guard type == .avif || type == .heic else { return (65_535, 65_535) }
        // libvips shifts the bits up and leaves the lower ones 0.
        let bits = Int(image.info.bits)
        let stored = Double(((1 << bits) - 1) << (16 - bits))
        return (isExpanded ? 65_535 : stored, stored)
    }
}
