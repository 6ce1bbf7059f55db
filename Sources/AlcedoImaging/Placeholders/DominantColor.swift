public import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

/// The color that covers most of a picture.
///
/// Each channel is cut into 16 steps, which gives 4,096 bins; the fullest bin wins, and the result is the mean of its
/// pixels. (sharp's `dominant` has the same bins but returns the bin's center, up to 8 of 255 away.)
public enum DominantColor {
    /// Returns the color that covers most of the given pixels.
    ///
    /// Pixels are weighted by opacity, so the color below an alpha of 0 does not count. Of equally full bins, the one
    /// with the least red wins, then the least green, then the least blue, so the result never depends on the order of
    /// the pixels.
    ///
    /// - Parameters:
    ///   - pixels: 8-bit samples, the channels of a pixel side by side, with straight alpha. Bytes after the last
    ///     whole pixel are ignored.
    ///   - channels: Samples per pixel: 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha. Further samples are ignored.
    /// - Returns: An opaque color, or ``/AlcedoRecipes/SRGBColor/transparent`` if no pixel is visible.
    public static func of(pixels: Data, channels: Int) -> SRGBColor {
        precondition(channels >= 1, "a pixel has at least one sample")
        var bins = [Bin](repeating: Bin(), count: 4096)
        pixels.withUnsafeBytes { samples in
            let isGrey = channels <= 2
            let alphaOffset = channels == 2 ? 1 : channels >= 4 ? 3 : nil
            for start in stride(from: 0, through: samples.count - channels, by: channels) {
                let weight = alphaOffset.map { Int(samples[start + $0]) } ?? 255
                if weight == 0 { continue }
                let red = Int(samples[start])
                let green = isGrey ? red : Int(samples[start + 1])
                let blue = isGrey ? red : Int(samples[start + 2])
                bins[(red >> 4) << 8 | (green >> 4) << 4 | blue >> 4].add(red, green, blue, weight: weight)
            }
        }
        // Strictly greater, so that the first of equal bins, the darkest, is kept.
        var winner = bins[0]
        for bin in bins where bin.weight > winner.weight { winner = bin }
        return winner.mean
    }

    private struct Bin {
        var weight = 0
        var red = 0
        var green = 0
        var blue = 0

        mutating func add(_ red: Int, _ green: Int, _ blue: Int, weight: Int) {
            self.weight += weight
            self.red += red * weight
            self.green += green * weight
            self.blue += blue * weight
        }

        // Rounded half up.
        var mean: SRGBColor {
            guard weight > 0 else { return .transparent }
            func component(_ sum: Int) -> UInt8 { UInt8((2 * sum + weight) / (2 * weight)) }
            return SRGBColor(red: component(red), green: component(green), blue: component(blue))
        }
    }
}

extension ImagePlaceholders {
    /// The color that covers most of the picture.
    public var dominantColor: SRGBColor? {
        get { self[.dominantColor]?.color }
        set { self[.dominantColor] = newValue.map(ImagePlaceholders.Value.color) }
    }
}
