public import Foundation

/// The requested small stand-ins for a picture that is still loading.
public struct ImagePlaceholders: Hashable, Sendable, Codable {
    /// The color that covers most of the picture.
    public var dominantColor: Color?
    /// The mean of the picture's colors.
    public var averageColor: Color?
    /// The main colors, largest area first; empty if nothing is visible.
    public var palette: [Color]?
    /// The BlurHash.
    public var blurhash: String?
    /// The bytes of the ThumbHash.
    public var thumbhash: Data?

    /// Creates placeholders from those available.
    public init(
        dominantColor: Color? = nil, averageColor: Color? = nil, palette: [Color]? = nil,
        blurhash: String? = nil, thumbhash: Data? = nil
    ) {
        self.dominantColor = dominantColor
        self.averageColor = averageColor
        self.palette = palette
        self.blurhash = blurhash
        self.thumbhash = thumbhash
    }

    /// The kinds that are present.
    public var kinds: Set<PlaceholderKind> {
        var kinds: Set<PlaceholderKind> = []
        if dominantColor != nil { kinds.insert(.dominantColor) }
        if averageColor != nil { kinds.insert(.averageColor) }
        if palette != nil { kinds.insert(.palette) }
        if blurhash != nil { kinds.insert(.blurhash) }
        if thumbhash != nil { kinds.insert(.thumbhash) }
        return kinds
    }

    /// Returns these placeholders, with missing kinds taken from `others`.
    public func merging(_ others: ImagePlaceholders) -> ImagePlaceholders {
        ImagePlaceholders(
            dominantColor: dominantColor ?? others.dominantColor,
            averageColor: averageColor ?? others.averageColor, palette: palette ?? others.palette,
            blurhash: blurhash ?? others.blurhash, thumbhash: thumbhash ?? others.thumbhash)
    }

    /// Returns only the placeholders of the given kinds.
    public func only(_ kinds: Set<PlaceholderKind>) -> ImagePlaceholders {
        ImagePlaceholders(
            dominantColor: kinds.contains(.dominantColor) ? dominantColor : nil,
            averageColor: kinds.contains(.averageColor) ? averageColor : nil,
            palette: kinds.contains(.palette) ? palette : nil,
            blurhash: kinds.contains(.blurhash) ? blurhash : nil,
            thumbhash: kinds.contains(.thumbhash) ? thumbhash : nil)
    }
}
