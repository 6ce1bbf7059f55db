import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// The waves against which BlurHash and ThumbHash measure a picture: for each frequency one factor per pixel of a row
/// or column, starting at half a period per side.
struct CosineBasis {
    /// `waves[frequency][pixel]`.
    let waves: [[Double]]

    /// Minimum pixels for sampling a wave once per pixel. Shorter sides sample several places per pixel, as if the
    /// picture were enlarged by a whole factor. One place would alias: a single pixel would look like stripes.
    private static let minSide = 32
    /// Maximum places per pixel. From here on, waves at the beginning and in the middle of a part give the same hash.
    private static let maxParts = 64

    /// - Parameters:
    ///   - frequencies: The number of frequencies, including 0.
    ///   - side: The number of pixels.
    ///   - phase: The place in a pixel at which the wave is evaluated: 0 for its beginning, 0.5 for its middle.
    ///   - original: The number of pixels before a reduction. The waves are then those of the original pixels.
    init(frequencies: Int, side: Int, phase: Double, original: Int = 0) {
        let parts = max((Self.minSide + side - 1) / side, min((original + side / 2) / side, Self.maxParts))
        waves = (0..<frequencies).map { frequency in
            (0..<side).map { pixel in
                let sum = (0..<parts).reduce(0.0) { sum, part in
                    let place = Double(pixel * parts + part) + phase
                    return sum + cos(.pi * Double(frequency) * place / Double(side * parts))
                }
                return sum / Double(parts)
            }
        }
    }
}
