/// The radii of a picture's four corners, in device pixels.
public struct CornerRadii: Hashable, Sendable {
    /// At the top left.
    public var topLeft: Double
    /// At the top right.
    public var topRight: Double
    /// At the bottom right.
    public var bottomRight: Double
    /// At the bottom left.
    public var bottomLeft: Double

    /// Takes pixels; a radius below 0 or that is not a number is 0.
    public init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// Gives the chosen corners one radius and the others none.
    public init(_ radius: Double, corners: ImageCorners = .all) {
        self.init(
            topLeft: corners.contains(.topLeft) ? radius : 0,
            topRight: corners.contains(.topRight) ? radius : 0,
            bottomRight: corners.contains(.bottomRight) ? radius : 0,
            bottomLeft: corners.contains(.bottomLeft) ? radius : 0)
    }

    /// The radii that fit a box of this size.
    ///
    /// Where two radii together are longer than the side they share, all four are scaled down alike until none
    /// overlap (CSS Backgrounds and Borders Level 3, section 4.5).
    public func fitted(width: Int, height: Int) -> CornerRadii {
        // No radius beyond this makes a difference, and infinities would not survive the arithmetic below.
        let most = 1e9
        func sane(_ radius: Double) -> Double { radius > 0 ? min(radius, most) : 0 }
        var radii = CornerRadii(
            topLeft: sane(topLeft), topRight: sane(topRight), bottomRight: sane(bottomRight),
            bottomLeft: sane(bottomLeft))
        let sides = [
            (Double(width), radii.topLeft + radii.topRight),
            (Double(width), radii.bottomLeft + radii.bottomRight),
            (Double(height), radii.topLeft + radii.bottomLeft),
            (Double(height), radii.topRight + radii.bottomRight),
        ]
        let scale = sides.reduce(1) { $1.1 > $1.0 ? min($0, $1.0 / $1.1) : $0 }
        if scale < 1 {
            radii.topLeft *= scale
            radii.topRight *= scale
            radii.bottomRight *= scale
            radii.bottomLeft *= scale
        }
        return radii
    }
}
