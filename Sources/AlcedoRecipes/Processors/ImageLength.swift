/// A length in a picture.
public enum ImageLength: Hashable, Sendable, Codable {
    /// CSS pixels; multiplied by the density for device pixels.
    case pixels(Double)
    /// A fraction, 0…1: of the side in question, or of the shorter side for a radius.
    case fraction(Double)

    /// Exact identifier of the length: `px:` or `fraction:` and the number's IEEE 754 bits as sixteen hexadecimal
    /// digits, which are the same on every machine. `-0` counts as `0`.
    public var identifier: String {
        switch self {
        case .pixels(let value): "px:" + Self.bits(of: value)
        case .fraction(let value): "fraction:" + Self.bits(of: value)
        }
    }

    /// Returns the length of a side in device pixels, rounded half up, at least 1.
    ///
    /// - Parameters:
    ///   - side: The length of the side in device pixels.
    ///   - density: Device pixels per CSS pixel.
    public func devicePixels(of side: Int, density: Double) -> Int {
        let value = value(of: Double(side), density)
        return max(1, Int(min(max(value, 0), Double(PixelSize.longestSide)) + 0.5))
    }

    /// Returns a corner radius in device pixels. A fraction of 0.5 turns a square picture into a disc.
    ///
    /// - Parameters:
    ///   - width: Device pixels across.
    ///   - height: Device pixels down, of one frame.
    ///   - density: Device pixels per CSS pixel.
    /// - Returns: A number of at least 0; NaN gives 0.
    public func devicePixels(width: Int, height: Int, density: Double) -> Double {
        let value = value(of: Double(min(width, height)), density)
        return value > 0 ? value : 0
    }

    /// Returns a distance in device pixels, which may be negative, and need not be whole.
    package func shift(of side: Int, density: Double) -> Double { value(of: Double(side), density) }

    private func value(of side: Double, _ density: Double) -> Double {
        switch self {
        case .pixels(let pixels): pixels * density
        case .fraction(let fraction): fraction * side
        }
    }

    private static func bits(of value: Double) -> String {
        let digits = ImageProcessors.exact(value)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
