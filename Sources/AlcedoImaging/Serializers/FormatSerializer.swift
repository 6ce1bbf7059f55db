import CVipsShims
public import Foundation

/// Writes one of the built-in formats.
public struct FormatSerializer: CacheSerializer, Hashable {
    /// The format.
    public let format: OutputFormat
    /// How much it may lose.
    public let quality: ImageQuality
    /// How hard the encoder tries, on libvips's scale; `nil` where it has no such setting.
    public let effort: Int?
    /// Which descriptive data is carried along.
    public let metadata: MetadataPolicy
    /// Whether the position is carried along as well; only ever with all metadata.
    public let keepsPosition: Bool
    /// Whether everything that a viewer does not need is cut away.
    public let minimal: Bool

    /// Takes the settings that an encoding has for a format.
    public init(format: OutputFormat, encoding: ImageEncoding) {
        self.format = format
        quality = encoding.quality[format] ?? ImageEncoding.defaultQuality(for: format)
        let hasEffort = ImageEncoding.defaultEffort(for: format) != nil
        effort = hasEffort ? encoding.effort[format] ?? ImageEncoding.defaultEffort(for: format) : nil
        metadata = encoding.metadata
        keepsPosition = encoding.keepsPosition && encoding.metadata == .all
        minimal = encoding.minimal
    }

    /// `alcedo.webp?quality=80&effort=4&metadata=none`, `&position` where it stays, and `&minimal` for
    /// placeholders.
    public var identifier: String {
        var parts: [String] = []
        switch quality {
        case .lossy(let value): parts.append("quality=\(String(value))")
        case .lossless: parts.append("quality=lossless")
        }
        if let effort { parts.append("effort=\(String(effort))") }
        parts.append("metadata=\(metadata.rawValue)")
        if keepsPosition { parts.append("position") }
        if minimal { parts.append("minimal") }
        return "alcedo.\(format.rawValue)?" + parts.joined(separator: "&")
    }

    /// Encodes a picture and gives it what the policy keeps of the source's metadata.
    ///
    /// Written are EXIF, except into GIF, and XMP. The XMP is made from the fields that were read: in the source's
    /// own packet a position may stand anywhere. IPTC's older form is not written; readers take XMP for it.
    ///
    /// - Throws: ``ImagingError/encode(format:reason:)``.
    public func data(with image: Image, context: SerializationContext) throws -> Data {
        // Without its profile a picture in other colours would look wrong, so a minimal one is in sRGB.
        let image = minimal ? try image.toSRGB() : image
        let bytes = try image.encoded(as: format, quality: quality, effort: effort)
        if minimal || metadata == .none { return bytes }
        let exif = format == .gif ? nil : exif(context, isSRGB: image.isSRGB(in: format))
        let xmp = XMPWriter.packet(context.fields, policy: metadata)
        if exif == nil, xmp == nil { return bytes }
        do throws(ContainerError) {
            return try ContainerCleaner.inserting(exif: exif, xmp: xmp, into: bytes, format: format)
        } catch {
            throw ImagingError.encode(format: format, reason: error.reason)
        }
    }

    // The most that every format holds. A block that is longer is left out rather than cut: nobody knows which half
    // of it matters, and the names are in XMP as well.
    private static let longestEXIF = 65_533

    private func exif(_ context: SerializationContext, isSRGB: Bool) -> Data? {
        let blocks: [() -> Data?] = [
            {
                metadata == .all
                    ? ExifFilter.all(
                        from: context.metadata.exif, fields: context.fields, keepsPosition: keepsPosition,
                        isSRGB: isSRGB) : nil
            },
            { ExifFilter.copyright(context.fields) },
        ]
        return blocks.lazy.compactMap { $0() }.first { $0.count <= Self.longestEXIF }
    }
}

extension Image {
    /// Whether the picture is written with the colours of sRGB: grey counts, CMYK stays CMYK in a JPEG.
    fileprivate func isSRGB(in format: OutputFormat) -> Bool {
        blob("icc-profile-data") == nil && (format != .jpeg || info.space != ALCEDO_SPACE_CMYK)
    }
}
