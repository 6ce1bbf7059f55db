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
        guard let counts = SampleCounts(pixels) else { return nil }
        red = counts.red.light
        green = counts.green.light
        blue = counts.blue.light
    }
}

/// How often each value occurs in each channel, weighted by opacity. Not running sums: so the order of the pixels can
/// have no effect.
struct SampleCounts {
    /// The counts of one channel as parts of all.
    struct Channel {
        fileprivate(set) var shares = [Double](repeating: 0, count: 256)

        /// The mean in linear light, 0…1.
        var light: Double { mean { LinearLight.decode($0) } }
        /// The mean of the values as they are stored, 0…255.
        var value: Double { mean { Double($0) } }

        /// The mean of what `function` makes of the values.
        func mean(_ function: (UInt8) -> Double) -> Double {
            (0...255).reduce(0) { $0 + function(UInt8($1)) * shares[$1] }
        }
    }

    private(set) var red = Channel()
    private(set) var green = Channel()
    private(set) var blue = Channel()

    /// `nil` when no pixel can be seen.
    init?(_ pixels: PlaceholderPixels) {
        var weights = 0
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
        let whole = Double(weights)
        red.shares = reds.map { Double($0) / whole }
        green.shares = greens.map { Double($0) / whole }
        blue.shares = blues.map { Double($0) / whole }
    }
}
