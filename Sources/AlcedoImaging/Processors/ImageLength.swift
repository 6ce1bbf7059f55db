/// A length along one side of a picture.
public enum ImageLength: Hashable, Sendable, Codable {
    /// CSS pixels; multiplied by the density for device pixels.
    case pixels(Double)
    /// A fraction of the side, 0…1.
    case fraction(Double)

    /// Exact identifier of the length.
    public var identifier: String {
        switch self {
        case .pixels(let value): "px:" + ImageProcessors.exact(value)
        case .fraction(let value): "fraction:" + ImageProcessors.exact(value)
        }
    }

    /// Returns the length in device pixels, rounded half up, at least 1.
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
        return max(1, Int(min(max(value, 0), Double(PixelSize.longestSide)) + 0.5))
    }
}
