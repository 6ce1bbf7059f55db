/// An sRGB color with straight (not premultiplied) alpha.
public struct SRGBColor: Hashable, Sendable, Codable {
    /// 0…255.
    public var red: UInt8
    /// 0…255.
    public var green: UInt8
    /// 0…255.
    public var blue: UInt8
    /// 0 transparent … 255 opaque.
    public var alpha: UInt8

    /// Creates a color from components, 0…255.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// The color if it is opaque, otherwise `nil`.
    package var ifOpaque: SRGBColor? { alpha == 255 ? self : nil }
}
