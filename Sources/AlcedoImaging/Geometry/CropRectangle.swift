/// A part of a picture, in whole pixels.
public struct CropRectangle: Hashable, Sendable {
    /// The top left corner.
    public var origin: PixelPoint
    /// How large it is.
    public var size: PixelSize

    /// Describes a part.
    public init(origin: PixelPoint, size: PixelSize) {
        self.origin = origin
        self.size = size
    }

    /// The part of `picture` that a crop to `size` keeps, where `anchor` says which point of the two coincides.
    ///
    /// An anchor of (0, 0) is the top left corner, (1, 1) the bottom right; values outside are taken as the nearest
    /// within. A size beyond the picture is cut to it. As in Kingfisher's `CroppingImageProcessor`, with the corner
    /// rounded half up to whole pixels.
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

    /// The corner that puts `focus` in the middle, or as near to it as the picture's edges allow.
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

    /// Where the position lies, `nil` for those that depend on the pixels.
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

    /// Whether it is one of the eight that win over a focal point.
    public var isCompassPoint: Bool { anchor != nil && self != .center }
}
