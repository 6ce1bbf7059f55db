import AlcedoContainers
package import AlcedoRecipes

/// The radii of a picture's four corners, in device pixels.
package struct CornerRadii: Hashable, Sendable {
    /// At the top left.
    package var topLeft: Double
    /// At the top right.
    package var topRight: Double
    /// At the bottom right.
    package var bottomRight: Double
    /// At the bottom left.
    package var bottomLeft: Double

    /// Creates radii in pixels. Negative and NaN radii count as 0.
    package init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// Creates one radius for the chosen corners and 0 for the others.
    package init(_ radius: Double, corners: ImageCorners = .all) {
        self.init(
            topLeft: corners.contains(.topLeft) ? radius : 0,
            topRight: corners.contains(.topRight) ? radius : 0,
            bottomRight: corners.contains(.bottomRight) ? radius : 0,
            bottomLeft: corners.contains(.bottomLeft) ? radius : 0)
    }

    /// Returns the radii scaled to fit a box of this size.
    ///
    /// If two radii together exceed the side they share, all four are scaled down by the same factor until none overlap
    /// (CSS Backgrounds and Borders Level 3, section 4.5).
    package func fitted(width: Int, height: Int) -> CornerRadii {
        // Larger radii make no difference, and infinity would break the arithmetic below.
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
