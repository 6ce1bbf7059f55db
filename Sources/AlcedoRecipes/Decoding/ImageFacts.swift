public import AlcedoBase

/// Properties of a source picture without its pixels: a pure function of its bytes.
public struct ImageFacts: Hashable, Sendable, Codable {
    /// The type of the file.
    public var type: ImageType
    /// Width in pixels as displayed, after EXIF orientation.
    public var width: Int
    /// Height in pixels as displayed, of one frame.
    public var height: Int
    /// Number of frames; 1 for a still picture.
    public var frames: Int
    /// EXIF orientation yet to be applied, 1…8. Decoders of AVIF and HEIC apply it themselves, so theirs is 1.
    public var orientation: Int
    /// Whether it has an alpha channel.
    public var hasAlpha: Bool
    /// Whether every pixel is opaque; `nil` until the alpha channel has been inspected.
    public var isOpaque: Bool?
    /// Aspect ratio where whole pixels do not express it: an SVG may be 120.6 by 33.4 pixels.
    public var proportions: PixelSize?

    /// Creates facts of a picture.
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

    /// The size as displayed.
    public var displayedSize: PixelSize { PixelSize(width: width, height: height) }

    /// Whether the picture has more than one frame.
    public var isAnimated: Bool { frames > 1 }
}
