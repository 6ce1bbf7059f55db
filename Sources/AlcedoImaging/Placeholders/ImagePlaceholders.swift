public import Foundation

/// Small stand-ins for a picture that is still loading, those that were asked for.
public struct ImagePlaceholders: Hashable, Sendable, Codable {
    /// The colour that covers most of it.
    public var dominantColor: Color?
    /// The mean of its colours.
    public var averageColor: Color?
    /// Its main colours, those that cover most first; empty when nothing of it can be seen.
    public var palette: [Color]?
    /// The BlurHash.
    public var blurhash: String?
    /// The bytes of the ThumbHash.
    public var thumbhash: Data?

    /// Takes those that there are.
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

    /// Which of them are there.
    public var kinds: Set<PlaceholderKind> {
        var kinds: Set<PlaceholderKind> = []
        if dominantColor != nil { kinds.insert(.dominantColor) }
        if averageColor != nil { kinds.insert(.averageColor) }
        if palette != nil { kinds.insert(.palette) }
        if blurhash != nil { kinds.insert(.blurhash) }
        if thumbhash != nil { kinds.insert(.thumbhash) }
        return kinds
    }

    /// These, and of the kinds that are missing those of `others`.
    public func merging(_ others: ImagePlaceholders) -> ImagePlaceholders {
        ImagePlaceholders(
            dominantColor: dominantColor ?? others.dominantColor,
            averageColor: averageColor ?? others.averageColor, palette: palette ?? others.palette,
            blurhash: blurhash ?? others.blurhash, thumbhash: thumbhash ?? others.thumbhash)
    }

    /// Only those of some kinds.
    public func only(_ kinds: Set<PlaceholderKind>) -> ImagePlaceholders {
        ImagePlaceholders(
            dominantColor: kinds.contains(.dominantColor) ? dominantColor : nil,
            averageColor: kinds.contains(.averageColor) ? averageColor : nil,
            palette: kinds.contains(.palette) ? palette : nil,
            blurhash: kinds.contains(.blurhash) ? blurhash : nil,
            thumbhash: kinds.contains(.thumbhash) ? thumbhash : nil)
    }
}
