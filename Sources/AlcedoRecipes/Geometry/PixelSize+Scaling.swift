/// Returns `value * numerator / denominator`, rounded half up, at least 1. All arguments are positive.
func scaledSide(_ value: Int, _ numerator: Int, _ denominator: Int) -> Int {
    let product = value.multipliedFullWidth(by: numerator)
    if product.high == 0, product.low <= UInt(Int.max / 4) {
        let side = (2 * Int(product.low) + denominator) / (2 * denominator)
        return min(max(1, side), PixelSize.longestSide)
    }
    let side = Double(value) * (Double(numerator) / Double(denominator)) + 0.5
    return side < Double(PixelSize.longestSide) ? max(1, Int(side)) : PixelSize.longestSide
}

extension PixelSize {
    /// Maximum pixels per side in libvips (VIPS_MAX_COORD).
    package static let longestSide = 10_000_000

    /// Returns the proportional size at this width.
    package func scaled(toWidth width: Int) -> PixelSize {
        PixelSize(width: width, height: scaledSide(height, width, self.width))
    }

    /// Returns the proportional size at this height.
    package func scaled(toHeight height: Int) -> PixelSize {
        PixelSize(width: scaledSide(width, height, self.height), height: height)
    }

    /// Whether `self` is proportionally wider than `other`, or equally wide.
    private func isAtLeastAsWide(as other: PixelSize) -> Bool {
        // Full-width cross products cannot overflow.
        let left = width.multipliedFullWidth(by: other.height)
        let right = other.width.multipliedFullWidth(by: height)
        return left.high != right.high ? left.high > right.high : left.low >= right.low
    }

    /// Returns the largest proportional size within `box`.
    package func fitted(into box: PixelSize) -> PixelSize {
        isAtLeastAsWide(as: box) ? scaled(toWidth: box.width) : scaled(toHeight: box.height)
    }

    /// Returns the smallest proportional size that covers `box`.
    func filling(_ box: PixelSize) -> PixelSize {
        let size = isAtLeastAsWide(as: box) ? scaled(toHeight: box.height) : scaled(toWidth: box.width)
        return PixelSize(width: max(size.width, box.width), height: max(size.height, box.height))
    }

    /// Returns the largest size in `self`'s proportions that exceeds neither `self` nor any side of `size`.
    func shrunk(into size: PixelSize) -> PixelSize {
        if width <= size.width && height <= size.height { return self }
        return fitted(into: size)
    }

    /// Returns the smallest size in `self`'s proportions that covers `size`.
    func shrunk(around size: PixelSize) -> PixelSize {
        filling(size)
    }

    /// The size with its sides exchanged.
    package var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// Whether no side is shorter than `other`'s.
    package func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }
}
