/// A corner radius.
public enum CornerRadius: Hashable, Sendable, Codable {
    /// CSS pixels; multiplied by the density for device pixels.
    case pixels(Double)
    /// A fraction of the picture's shorter side, 0…1. 0.5 turns a square picture into a disc.
    case fraction(Double)

    /// Exact identifier of the radius: `px:` or `fraction:` and the number's IEEE 754 bits as sixteen hexadecimal
    /// digits, which are the same on every machine. `-0` counts as `0`.
    public var identifier: String {
        switch self {
        case .pixels(let value): "px:" + Self.bits(of: value)
        case .fraction(let value): "fraction:" + Self.bits(of: value)
        }
    }

    /// Returns the radius in device pixels.
    ///
    /// - Parameters:
    ///   - width: Device pixels across.
    ///   - height: Device pixels down, of one frame.
    ///   - density: Device pixels per CSS pixel.
    /// - Returns: A number of at least 0; NaN gives 0.
    public func devicePixels(width: Int, height: Int, density: Double) -> Double {
        let value: Double
        switch self {
        case .pixels(let pixels): value = pixels * density
        case .fraction(let fraction): value = fraction * Double(min(width, height))
        }
        return value > 0 ? value : 0
    }

    private static func bits(of value: Double) -> String {
        let digits = String((value == 0 ? 0 : value).bitPattern, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
