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
    /// Whether everything that a viewer does not need is cut away.
    public let minimal: Bool

    /// Takes the settings that an encoding has for a format.
    public init(format: OutputFormat, encoding: ImageEncoding) {
        self.format = format
        quality = encoding.quality[format] ?? ImageEncoding.defaultQuality(for: format)
        let hasEffort = ImageEncoding.defaultEffort(for: format) != nil
        effort = hasEffort ? encoding.effort[format] ?? ImageEncoding.defaultEffort(for: format) : nil
        metadata = encoding.metadata
        minimal = encoding.minimal
    }

    /// `alcedo.webp?quality=80&effort=4&metadata=none`, and `&minimal` for placeholders.
    public var identifier: String {
        var parts: [String] = []
        switch quality {
        case .lossy(let value): parts.append("quality=\(String(value))")
        case .lossless: parts.append("quality=lossless")
        }
        if let effort { parts.append("effort=\(String(effort))") }
        parts.append("metadata=\(metadata.rawValue)")
        if minimal { parts.append("minimal") }
        return "alcedo.\(format.rawValue)?" + parts.joined(separator: "&")
    }

    /// Encodes a picture and gives it what the policy keeps of the source's metadata.
    ///
    /// Kept is EXIF, which GIF and JPEG XL cannot carry here. XMP and IPTC may hold a position in places nobody
    /// filters yet, so they are left out.
    ///
    /// - Throws: ``ImagingError/encode(format:reason:)``.
    public func data(with image: Image, context: SerializationContext) throws -> Data {
        // Without its profile a picture in other colours would look wrong, so a minimal one is in sRGB.
        let image = minimal ? try image.toSRGB() : image
        let exif = kept(of: context.metadata)
        let bytes = try image.encoded(
            as: format, quality: quality, effort: effort, exif: format == .avif ? exif : nil)
        switch format {
        case .jpeg, .png, .webp:
            guard let exif else { return bytes }
            do throws(ContainerError) {
                return try ContainerCleaner.inserting(exif: exif, into: bytes, format: format)
            } catch {
                throw ImagingError.encode(format: format, reason: error.reason)
            }
        case .avif, .jxl, .gif: return bytes
        }
    }

    private func kept(of source: SourceMetadata) -> Data? {
        guard let exif = source.exif, !minimal else { return nil }
        switch metadata {
        case .none: return nil
        case .copyright: return ExifFilter.copyright(from: exif)
        case .all: return ExifFilter.all(from: exif)
        }
    }
}
