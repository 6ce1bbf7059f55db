/// How round a corner is.
public enum CornerRadius: Hashable, Sendable, Codable {
    /// CSS pixels; times the density in device pixels.
    case pixels(Double)
    /// A part of the picture's shorter side, 0…1. A half makes a square picture a disc.
    case fraction(Double)

    /// Names the radius exactly, for the identity of a picture: `px:` or `fraction:` and the sixteen hexadecimal
    /// digits of the number's IEEE 754 bits, which are the same on every machine. `-0` counts as `0`.
    public var identifier: String {
        switch self {
        case .pixels(let value): "px:" + Self.bits(of: value)
        case .fraction(let value): "fraction:" + Self.bits(of: value)
        }
    }

    /// The radius in device pixels.
    ///
    /// - Parameters:
    ///   - width: Device pixels across.
    ///   - height: Device pixels down, of one frame.
    ///   - density: Device pixels per CSS pixel.
    /// - Returns: A number that is not below 0; a radius that is not a number gives 0.
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
