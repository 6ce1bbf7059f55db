public import Foundation

/// Finds the colour that covers most of a picture.
///
/// Each channel is cut into 16 steps, which gives 4,096 bins; the fullest bin wins, and the result is the mean of
/// the pixels in it. (sharp's `dominant` has the same bins and gives the bin's centre, up to 8 of 255 away.)
public enum DominantColor {
    /// The colour that covers most of some pixels.
    ///
    /// A pixel counts as much as it is opaque: one with alpha 0 not at all, whatever colour lies below. Of bins
    /// equally full the one with the least red wins, then the least green, then the least blue, so the result
    /// never depends on the order of the pixels.
    ///
    /// - Parameters:
    ///   - pixels: 8-bit samples, the channels of a pixel side by side, with straight alpha. Bytes after the last
    ///     whole pixel are ignored.
    ///   - channels: Samples per pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha. Of more the first four
    ///     count.
    /// - Returns: An opaque colour, or ``Color/transparent`` when there is no pixel that can be seen.
    public static func of(pixels: Data, channels: Int) -> Color {
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
        // Strictly greater: of equals the first, which is the darkest, is kept.
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
        var mean: Color {
            guard weight > 0 else { return .transparent }
            func component(_ sum: Int) -> UInt8 { UInt8((2 * sum + weight) / (2 * weight)) }
            return Color(red: component(red), green: component(green), blue: component(blue))
        }
    }
}
