/// A part of a picture, in whole pixels.
public struct CropRectangle: Hashable, Sendable {
    /// The top left corner.
    public var origin: PixelPoint
    /// The size.
    public var size: PixelSize

    /// Creates a rectangle.
    public init(origin: PixelPoint, size: PixelSize) {
        self.origin = origin
        self.size = size
    }

    /// Creates the rectangle that a crop of `picture` to `size` keeps, where the two coincide at `anchor`.
    ///
    /// An anchor of (0, 0) is the top left corner, (1, 1) the bottom right; other values are clamped. The size is
    /// limited to the picture. As in Kingfisher's `CroppingImageProcessor`, but the corner is rounded half up.
    public init(_ size: PixelSize, in picture: PixelSize, anchor: FocalPoint) {
        let size = PixelSize(
            width: min(max(1, size.width), picture.width), height: min(max(1, size.height), picture.height))
        self.init(origin: Self.origin(of: size, in: picture, anchor: anchor), size: size)
    }

    static func origin(of size: PixelSize, in picture: PixelSize, anchor: FocalPoint) -> PixelPoint {
        PixelPoint(
            x: offset(min(max(anchor.x, 0), 1) * Double(picture.width - size.width)),
            y: offset(min(max(anchor.y, 0), 1) * Double(picture.height - size.height)))
    }

    /// Returns the corner that centers `focus`, or comes as close as the picture's edges allow.
    static func origin(of size: PixelSize, in picture: PixelSize, around focus: FocalPoint) -> PixelPoint {
        func corner(_ at: Double, _ side: Int, _ whole: Int) -> Int {
            let wanted = offset(min(max(at, 0), 1) * Double(whole) - Double(side) / 2)
            return min(max(wanted, 0), whole - side)
        }
        return PixelPoint(
            x: corner(focus.x, size.width, picture.width), y: corner(focus.y, size.height, picture.height))
    }

    private static func offset(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }
}

extension CropPosition {
    static let centerAnchor = FocalPoint.center

    /// The position's point, or `nil` if it depends on the pixels.
    public var anchor: FocalPoint? {
        switch self {
        case .center: Self.centerAnchor
        case .north: FocalPoint(x: 0.5, y: 0)
        case .northeast: FocalPoint(x: 1, y: 0)
        case .east: FocalPoint(x: 1, y: 0.5)
        case .southeast: FocalPoint(x: 1, y: 1)
        case .south: FocalPoint(x: 0.5, y: 1)
        case .southwest: FocalPoint(x: 0, y: 1)
        case .west: FocalPoint(x: 0, y: 0.5)
        case .northwest: FocalPoint(x: 0, y: 0)
        case .attention, .entropy: nil
        }
    }

    /// Whether the position is one of the eight that override a focal point.
    public var isCompassPoint: Bool { anchor != nil && self != .center }
}
