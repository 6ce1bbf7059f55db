import CVipsShims
public import Foundation

/// Writes one of the built-in formats.
public struct FormatSerializer: CacheSerializer, Hashable, Encodable {
    /// The format.
    public let format: OutputFormat
    /// How much it may lose.
    public let quality: ImageQuality
    /// How hard the encoder tries, on libvips's scale; `nil` where it has no such setting.
    public let effort: Int?
    /// Further settings.
    public let options: EncoderOptions
    /// The most bytes of a file.
    public let budget: ByteBudget?
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
        options = encoding.options[format] ?? EncoderOptions()
        budget = encoding.budget
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
        if let budget { parts.append("bytes=\(String(budget.bytes)),\(String(budget.leastQuality))") }
        parts.append("metadata=\(metadata.rawValue)")
        if keepsPosition { parts.append("position") }
        if minimal { parts.append("minimal") }
        return "alcedo.\(format.rawValue)?" + parts.joined(separator: "&") + options.identifier(for: format)
    }

    /// Encodes a picture and gives it what the policy keeps of the source's metadata.
    ///
    /// Written are EXIF, except into GIF, and XMP. The XMP is made from the fields that were read: in the source's
    /// own packet a position may stand anywhere. IPTC's older form is not written; readers take XMP for it.
    ///
    /// - Throws: ``ImagingError/encode(format:reason:)``.
    public func data(with image: Image, context: SerializationContext) throws -> Data {
        try data(with: image, context: context, original: nil)
    }

    /// The same, or the source's own file where that is as small or smaller.
    ///
    /// - Parameter original: The source's file with the same picture and no metadata; see ``OriginalFile``.
    /// - Throws: ``ImagingError/encode(format:reason:)``.
    func data(with image: Image, context: SerializationContext, original: Data?) throws -> Data {
        // Without its profile a picture in other colours would look wrong, so a minimal one is in sRGB.
        let image = minimal ? try image.toSRGB() : image
        if let original {
            let original = try described(original, image, context)
            if original.count <= budget?.bytes ?? .max {
                let made = try data(with: image, quality: quality, context: context)
                return original.count <= made.count ? original : made
            }
        }
        guard let budget else { return try data(with: image, quality: quality, context: context) }
        return try data(with: image.rendered(), within: budget, context: context)
    }

    /// The best quality whose file is small enough, up to the one that was asked for.
    ///
    /// Files grow with quality, but not strictly: the result is within the budget in any case, and hardly ever is
    /// there a better one.
    private func data(
        with image: Image, within budget: ByteBudget, context: SerializationContext
    ) throws -> Data {
        let best = try data(with: image, quality: quality, context: context)
        if best.count <= budget.bytes { return best }
        guard case .lossy(let most) = quality else {
            throw ImagingError.encode(
                format: format,
                reason:
                    "\(best.count) bytes are more than the \(budget.bytes) that 'max-bytes' allows, and it is "
                    + "written without loss; raise it, lower the size\(Self.fewerColors(format)), or ask for a "
                    + "format with loss")
        }
        var found: Data?
        var smallest = best.count
        var (low, high) = (min(budget.leastQuality, most), most - 1)
        while low <= high {
            // The floor first: if that is too large, nothing else needs to be tried.
            let middle = smallest == best.count ? low : (low + high + 1) / 2
            let data = try data(with: image, quality: .lossy(middle), context: context)
            if data.count <= budget.bytes {
                found = data
                low = middle + 1
            } else {
                high = middle - 1
            }
            smallest = min(smallest, data.count)
            if found == nil { break }
        }
        guard let found else {
            throw ImagingError.encode(
                format: format,
                reason: "\(smallest) bytes at quality \(min(budget.leastQuality, most)) are more than the "
                    + "\(budget.bytes) that 'max-bytes' allows; raise it, or lower 'min-quality' or the size")
        }
        return found
    }

    private static func fewerColors(_ format: OutputFormat) -> String {
        format == .png || format == .gif ? " or 'colors' of '\(format.rawValue)'" : ""
    }

    private func data(
        with image: Image, quality: ImageQuality, context: SerializationContext
    ) throws -> Data {
        try described(
            image.encoded(as: format, quality: quality, effort: effort, options: options), image, context)
    }

    /// The file with what the policy keeps of the source's metadata.
    private func described(_ bytes: Data, _ image: Image, _ context: SerializationContext) throws -> Data {
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
    /// Whether the picture is written with the colours of sRGB: grey counts, and becomes sRGB where a format has no
    /// grey; CMYK stays CMYK in a JPEG.
    fileprivate func isSRGB(in format: OutputFormat) -> Bool {
        if isGray, format == .webp || format == .avif { return true }
        return blob("icc-profile-data") == nil && (format != .jpeg || info.space != ALCEDO_SPACE_CMYK)
    }
}
