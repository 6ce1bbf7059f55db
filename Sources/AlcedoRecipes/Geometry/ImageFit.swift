/// How a picture fits a requested box.
public enum ImageFit: String, Hashable, Sendable, CaseIterable, Codable {
    /// The largest size within the box, in the picture's own proportions.
    case inside
    /// Fills the box; the overhang is cropped.
    case cover
    /// Fits within the box; the rest of the box is padded.
    case contain
    /// Fills the box by stretching.
    case fill
    /// The smallest size that covers the box, without cropping.
    case outside
}

/// The part of a picture that is kept when `cover` crops it.
public enum CropPosition: String, Hashable, Sendable, CaseIterable, Codable {
    case center, north, northeast, east, southeast, south, southwest, west, northwest
    /// The part with faces, skin, rare or saturated colors, and detail that draw the eye.
    case attention
    /// The part with the most detail.
    case entropy
}

/// The point of a picture that a crop keeps in view, in fractions of its displayed size from the top left.
public struct FocalPoint: Hashable, Sendable, Codable {
    /// 0 at the left edge, 1 at the right.
    public var x: Double
    /// 0 at the top edge, 1 at the bottom.
    public var y: Double

    /// Creates a point from fractions, 0…1.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The middle.
    public static let center = FocalPoint(x: 0.5, y: 0.5)
}

/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable {
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// Creates a size in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
