/// The mean of a picture's colours, as the eye sees them from far away: mixed in linear light.
public enum AverageColor {
    /// The mean colour of a picture, of an animation that of its first frame.
    ///
    /// A pixel counts as much as it is opaque. Every pixel is looked at: reduce large pictures before.
    ///
    /// - Returns: An opaque colour, or ``Color/transparent`` when there is no pixel that can be seen.
    /// - Throws: ``ImagingError/process(step:reason:)`` when the pixels cannot be computed.
    public static func of(_ image: Image) throws -> Color {
        of(try PlaceholderPixels(image))
    }

    static func of(_ pixels: PlaceholderPixels) -> Color {
        guard let mean = LinearMean(pixels) else { return .transparent }
        return Color(
            red: LinearLight.encode(mean.red), green: LinearLight.encode(mean.green),
            blue: LinearLight.encode(mean.blue))
    }
}

/// The mean of pixels in linear light, weighted by their opacity.
struct LinearMean {
    var red = 0.0
    var green = 0.0
    var blue = 0.0

    /// `nil` when no pixel can be seen.
    init?(_ pixels: PlaceholderPixels) {
        var weights = 0
        // How often each sample occurs, not a running sum: so the order of the pixels can have no effect.
        var reds = [Int](repeating: 0, count: 256)
        var greens = reds
        var blues = reds
        pixels.forEach { _, red, green, blue, alpha in
            weights += Int(alpha)
            reds[Int(red)] += Int(alpha)
            greens[Int(green)] += Int(alpha)
            blues[Int(blue)] += Int(alpha)
        }
        guard weights > 0 else { return nil }
        for sample in 0...255 {
            let light = LinearLight.decode(UInt8(sample)) / Double(weights)
            red += light * Double(reds[sample])
            green += light * Double(greens[sample])
            blue += light * Double(blues[sample])
        }
    }
}
