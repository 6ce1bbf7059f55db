/// A length along one side of a picture.
public enum ImageLength: Hashable, Sendable, Codable {
    /// CSS pixels; times the density in device pixels.
    case pixels(Double)
    /// A part of the side, 0…1.
    case fraction(Double)

    /// Names the length exactly, for the identity of a picture.
    public var identifier: String {
        switch self {
        case .pixels(let value): "px:" + ImageProcessors.exact(value)
        case .fraction(let value): "fraction:" + ImageProcessors.exact(value)
        }
    }

    /// The length in device pixels, rounded half up, at least 1.
    ///
    /// - Parameters:
    ///   - side: The length of the side in device pixels.
    ///   - density: Device pixels per CSS pixel.
    public func devicePixels(of side: Int, density: Double) -> Int {
        let value: Double
        switch self {
        case .pixels(let pixels): value = pixels * density
        case .fraction(let fraction): value = fraction * Double(side)
        }
        // Beyond that no picture goes.
        return max(1, Int(min(max(value, 0), Double(PixelSize.longestSide)) + 0.5))
    }
}
