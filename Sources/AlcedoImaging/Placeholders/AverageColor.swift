import AlcedoContainers
public import AlcedoRecipes

/// The mean of a picture's colors in linear light, as seen from far away.
public enum AverageColor {
    /// Returns the mean color of a picture, or of an animation's first frame.
    ///
    /// Pixels are weighted by opacity. Every pixel is read, so reduce large pictures first.
    ///
    /// - Returns: An opaque color, or ``/AlcedoRecipes/SRGBColor/transparent`` if no pixel is visible.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when the pixels cannot be computed.
    public static func of(_ image: PixelImage) throws -> SRGBColor {
        of(try PlaceholderPixels(image))
    }

    static func of(_ pixels: PlaceholderPixels) -> SRGBColor {
        guard let mean = LinearMean(pixels) else { return .transparent }
        return SRGBColor(
            red: LinearLight.encode(mean.red), green: LinearLight.encode(mean.green),
            blue: LinearLight.encode(mean.blue))
    }
}

/// The mean of pixels in linear light, weighted by their opacity.
struct LinearMean {
    var red = 0.0
    var green = 0.0
    var blue = 0.0

    /// Returns `nil` if no pixel is visible.
    init?(_ pixels: PlaceholderPixels) {
        guard let counts = SampleCounts(pixels) else { return nil }
        red = counts.red.light
        green = counts.green.light
        blue = counts.blue.light
    }
}

/// Weighted count of each value in each channel. Unlike a running sum, it cannot depend on the order of the pixels.
struct SampleCounts {
    /// The counts of one channel as fractions of the total.
    struct Channel {
        fileprivate(set) var shares = [Double](repeating: 0, count: 256)

        /// The mean in linear light, 0…1.
        var light: Double { mean { LinearLight.decode($0) } }
        /// The mean of the stored values, 0…255.
        var value: Double { mean { Double($0) } }

        /// Returns the mean of `function` over the values.
        func mean(_ function: (UInt8) -> Double) -> Double {
            (0...255).reduce(0) { $0 + function(UInt8($1)) * shares[$1] }
        }
    }

    private(set) var red = Channel()
    private(set) var green = Channel()
    private(set) var blue = Channel()

    /// Returns `nil` if no pixel is visible.
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

extension ImagePlaceholders {
    /// The mean of the picture's colors.
    public var averageColor: SRGBColor? {
        get { self[.averageColor]?.color }
        set { self[.averageColor] = newValue.map(ImagePlaceholders.Value.color) }
    }
}
