/// How much of the colours' resolution an encoder keeps.
public enum ChromaSubsampling: String, Hashable, Sendable, CaseIterable, Codable {
    /// A quarter: smaller, and rarely to be seen in photographs.
    case quarter = "4:2:0"
    /// All of it: for thin red lines, text and drawings.
    case full = "4:4:4"
}

/// Settings of one format beyond quality and effort. What a format does not have is ignored.
public struct EncoderOptions: Hashable, Sendable, Codable {
    /// JPEG: whether the picture comes as a coarse whole first. 2 to 3 % smaller and twice the time.
    public var progressive = false
    /// JPEG and AVIF: the resolution of colours.
    public var chroma = ChromaSubsampling.quarter
    /// PNG and GIF: the most colours, 2, 4, 16 or 256; `nil` for all of them (GIF: 256).
    public var colors: Int?
    /// PNG and GIF with few colours: how much their pattern hides the steps between them, 0…1.
    public var dither = 1.0
    /// WebP: whether pixels are changed a little so that they compress better without loss; quality says how little.
    public var nearLossless = false

    /// The settings that hold where nothing is said.
    public init() {}

    /// Names those settings that `format` has and that are not as usual, exactly; empty if all are.
    func identifier(for format: OutputFormat) -> String {
        var parts: [String] = []
        if format == .jpeg, progressive { parts.append("&progressive") }
        if format == .jpeg || format == .avif, chroma != .quarter {
            parts.append("&chroma=\(chroma.rawValue)")
        }
        if format == .png || format == .gif, let colors {
            parts.append("&colors=\(String(colors))&dither=\(ImageProcessors.exact(dither))")
        }
        if format == .webp, nearLossless { parts.append("&nearlossless") }
        return parts.joined()
    }
}

/// The most bytes that a file may have.
public struct ByteBudget: Hashable, Sendable, Codable {
    /// The most bytes.
    public var bytes: Int
    /// How far quality may be lowered to meet it, 1…100.
    public var leastQuality: Int

    /// Takes the bounds.
    public init(bytes: Int, leastQuality: Int = 30) {
        self.bytes = bytes
        self.leastQuality = leastQuality
    }
}
