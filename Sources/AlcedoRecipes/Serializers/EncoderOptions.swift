extension EncoderOptions {
    /// The resolution at which an encoder stores colors.
    public enum ChromaSubsampling: String, Hashable, Sendable, CaseIterable, Codable {
        /// A quarter of the resolution: smaller, and rarely visible in photographs.
        case quarter = "4:2:0"
        /// Full resolution: for thin red lines, text and drawings.
        case full = "4:4:4"
    }
}

/// Settings of one format beyond quality and effort. Settings that a format lacks are ignored.
public struct EncoderOptions: Hashable, Sendable, Codable {
    /// JPEG: whether to write a progressive file. 2 to 3% smaller and twice the time.
    public var progressive = false
    /// JPEG and AVIF: the resolution of colors.
    public var chroma = EncoderOptions.ChromaSubsampling.quarter
    /// PNG and GIF: the maximum number of colors, 2, 4, 16 or 256; `nil` for all of them (GIF: 256).
    public var colors: Int?
    /// PNG and GIF with few colors: the strength of the dithering that hides the steps between them, 0…1.
    public var dither = 1.0
    /// WebP: whether to alter pixels slightly so that they compress better losslessly; the quality limits the change.
    public var nearLossless = false

    /// A setting, as a manifest names it.
    package enum Setting: String, Sendable, CaseIterable {
        case progressive, chroma, colors, dither
        case nearLossless = "near-lossless"
    }

    /// Creates the default settings.
    public init() {}

    /// Returns the exact settings that `format` has and that differ from the default; empty if none do.
    func identifier(for format: OutputFormat) -> String {
        let settings = format.traits.settings
        var parts: [String] = []
        if settings.contains(.progressive), progressive { parts.append("&progressive") }
        if settings.contains(.chroma), chroma != .quarter { parts.append("&chroma=\(chroma.rawValue)") }
        if settings.contains(.colors), let colors {
            parts.append("&colors=\(String(colors))&dither=\(ImageProcessors.exact(dither))")
        }
        if settings.contains(.nearLossless), nearLossless { parts.append("&nearlossless") }
        return parts.joined()
    }
}

/// A limit on the size of a file.
public struct ByteBudget: Hashable, Sendable, Codable {
    /// Maximum number of bytes.
    public var bytes: Int
    /// Lowest quality that may be used to meet the limit, 1…100.
    public var minQuality: Int

    /// Creates a budget.
    public init(bytes: Int, minQuality: Int = 30) {
        self.bytes = bytes
        self.minQuality = minQuality
    }
}
