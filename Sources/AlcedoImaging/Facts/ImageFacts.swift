public import AlcedoBase

/// What is known of a source picture without its pixels: a pure function of its bytes.
public struct ImageFacts: Hashable, Sendable, Codable {
    /// The type of its bytes.
    public var type: ImageType
    /// Pixels across as displayed, after EXIF orientation.
    public var width: Int
    /// Pixels down as displayed, of one frame.
    public var height: Int
    /// The relation of its sides where whole pixels do not tell it: an SVG may be 120.6 by 33.4 pixels.
    public var proportions: PixelSize?
    /// How many frames it has; 1 for a still picture.
    public var frames: Int
    /// The EXIF orientation that still has to be applied, 1…8. AVIF and HEIC decoders have done it already: 1.
    public var orientation: Int
    /// Whether it has an alpha channel.
    public var hasAlpha: Bool
    /// Whether every pixel is opaque. `nil` while it has an alpha channel nobody has looked at yet.
    public var isOpaque: Bool?

    /// Describes a picture.
    public init(
        type: ImageType, width: Int, height: Int, frames: Int = 1, orientation: Int = 1,
        hasAlpha: Bool = false,
        isOpaque: Bool? = nil, proportions: PixelSize? = nil
    ) {
        self.type = type
        self.width = width
        self.height = height
        self.proportions = proportions
        self.frames = frames
        self.orientation = orientation
        self.hasAlpha = hasAlpha
        self.isOpaque = hasAlpha ? isOpaque : true
    }

    /// Whether it moves.
    public var isAnimated: Bool { frames > 1 }
}
