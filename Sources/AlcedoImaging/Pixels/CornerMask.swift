package import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// The shape of a picture with rounded corners, as the opacity of each pixel.
package enum CornerMask {
    /// Returns how much of each pixel lies inside a box with rounded corners.
    ///
    /// The value is the exact area under a circular arc, from its integral rather than from samples. Only the corners
    /// are computed.
    ///
    /// - Parameters:
    ///   - width: Pixels across.
    ///   - height: Pixels down, of one frame.
    ///   - radii: In pixels. Radii that do not fit are scaled as in CSS; see `CornerRadii.fitted(width:height:)`.
    /// - Returns: `width * height` bytes, row by row, 0 outside … 255 inside; empty if either side is below 1.
    package static func coverage(width: Int, height: Int, radii: CornerRadii) -> Data {
        guard width > 0, height > 0 else { return Data() }
        let fitted = radii.fitted(width: width, height: height)
        var made: [Double: CornerTile] = [:]
        func tile(_ radius: Double) -> CornerTile {
            if let tile = made[radius] { return tile }
            let tile = CornerTile(radius: radius)
            made[radius] = tile
            return tile
        }
        let topLeft = tile(fitted.topLeft)
        let topRight = tile(fitted.topRight)
        let bottomRight = tile(fitted.bottomRight)
        let bottomLeft = tile(fitted.bottomLeft)

        var mask = Data(repeating: 255, count: width * height)
        mask.withUnsafeMutableBytes { mask in
            // With small or fractional radii, up to four arcs may cut one pixel. They cut different parts of it, so the
            // cuts add up.
            func fill(x: Int, y: Int) {
                let right = width - 1 - x
                let bottom = height - 1 - y
                let cut =
                    (topLeft.cut(x, y) + bottomRight.cut(right, bottom))
                    + (topRight.cut(right, y) + bottomLeft.cut(x, bottom))
                mask[y * width + x] = UInt8(max(0, 255 * (1 - cut) + 0.5))
            }
            for y in 0..<min(height, topLeft.size) {
                for x in 0..<min(width, topLeft.size) { fill(x: x, y: y) }
            }
            for y in 0..<min(height, topRight.size) {
                for x in max(0, width - topRight.size)..<width { fill(x: x, y: y) }
            }
            for y in max(0, height - bottomRight.size)..<height {
                for x in max(0, width - bottomRight.size)..<width { fill(x: x, y: y) }
            }
            for y in max(0, height - bottomLeft.size)..<height {
                for x in 0..<min(width, bottomLeft.size) { fill(x: x, y: y) }
            }
        }
        return mask
    }
}

/// The part of each pixel near the corner that one arc cuts off, 0…1.
private struct CornerTile {
    /// Pixels across and down.
    let size: Int
    private let cuts: [Float]

    // The arc's center is (radius, radius), the corner is (0, 0).
    init(radius: Double) {
        size = Int(radius.rounded(.up))
        var cuts = [Float](repeating: 0, count: size * size)
        for y in 0..<size {
            // Compute one half and mirror it, so that rounding cannot make them differ.
            for x in y..<size {
                let cut = Float(Self.cut(x: Double(x), y: Double(y), radius: radius))
                // The arc only recedes: the rest of the row is inside.
                if cut == 0 { break }
                cuts[y * size + x] = cut
                cuts[x * size + y] = cut
            }
        }
        self.cuts = cuts
    }

    func cut(_ x: Int, _ y: Int) -> Float {
        x < size && y < size ? cuts[y * size + x] : 0
    }

    // The part of the pixel with its corner at (x, y) that lies beyond the arc, within the square 0…radius.
    private static func cut(x: Double, y: Double, radius: Double) -> Double {
        // Distances from the center, growing towards the corner.
        let near = (u: max(0, radius - x - 1), v: max(0, radius - y - 1))
        let far = (u: radius - x, v: radius - y)
        let square = radius * radius
        if far.u * far.u + far.v * far.v <= square { return 0 }
        let area = (far.u - near.u) * (far.v - near.v)
        if near.u * near.u + near.v * near.v >= square { return area }
        // Inside is v <= sqrt(r² - u²), which falls with u: at first above the pixel, then in it, then below.
        let above = min(max((max(0, square - far.v * far.v)).squareRoot(), near.u), far.u)
        let below = min(max((max(0, square - near.v * near.v)).squareRoot(), near.u), far.u)
        let inside =
            (above - near.u) * (far.v - near.v)
            + (integral(below, radius) - integral(above, radius)) - (below - above) * near.v
        return min(max(area - inside, 0), area)
    }

    // The area below the circle from 0 to u.
    private static func integral(_ u: Double, _ radius: Double) -> Double {
        let square = radius * radius
        return (u * (max(0, square - u * u)).squareRoot() + square * asin(min(1, u / radius))) / 2
    }
}
