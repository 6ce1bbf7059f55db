import AlcedoBase

/// Serializer for the built-in formats.
package struct FormatSerializer: SerializerRecipe, Hashable, Encodable {
    /// The output format.
    package let format: OutputFormat
    /// The quality, on the encoder's scale, lossless, or a target.
    package let quality: ImageQuality
    /// The effort of the encoder, on libvips's scale; `nil` if it has no such setting.
    package let effort: Int?
    /// Further settings of the format.
    package let options: EncoderOptions
    /// The limit on the size of a file, if any.
    package let budget: ByteBudget?
    /// The metadata to carry over from the source.
    package let metadata: MetadataPolicy
    /// Whether to carry over the position as well; only with all metadata.
    package let keepsPosition: Bool
    /// Whether to remove everything that a viewer does not need.
    package let minimal: Bool

    /// Creates a serializer from the settings that an encoding has for a format.
    package init(format: OutputFormat, encoding: ImageEncoding) {
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

    /// `alcedo.webp?quality=80&effort=4&metadata=none`, with `&position` if it is kept and `&minimal` for placeholders.
    package var identifier: String {
        var parts: [String] = []
        switch quality {
        case .lossy(let value): parts.append("quality=\(String(value))")
        case .lossless: parts.append("quality=lossless")
        case .target(let target): parts.append("quality=\(target.identifier)")
        }
        if let effort { parts.append("effort=\(String(effort))") }
        if let budget { parts.append("bytes=\(String(budget.bytes)),\(String(budget.minQuality))") }
        parts.append("metadata=\(metadata.rawValue)")
        if keepsPosition { parts.append("position") }
        if minimal { parts.append("minimal") }
        return "alcedo.\(format.rawValue)?" + parts.joined(separator: "&") + options.identifier(for: format)
    }
}
