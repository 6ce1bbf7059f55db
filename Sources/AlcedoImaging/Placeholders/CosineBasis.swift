import Foundation

/// The waves that BlurHash and ThumbHash measure a picture with: for each frequency one factor per pixel of a row or
/// column, from half a turn over the whole side upwards.
struct CosineBasis {
    /// `waves[frequency][pixel]`.
    let waves: [[Double]]

    /// Below so many pixels the waves are taken in several places of each pixel, as if the picture had been enlarged by
    /// a whole factor. In one place they alias: a single pixel would look like stripes.
    private static let leastSide = 32
    /// From here on waves taken at the beginning of a part and in its middle are the same to the last digit of a hash.
    private static let mostParts = 64

    /// - Parameters:
    ///   - frequencies: How many, that of 0 included.
    ///   - side: How many pixels.
    ///   - phase: Where in a pixel the wave is taken: 0 for its beginning, 0.5 for its middle.
    ///   - original: How many pixels the side had before the picture was reduced; the waves are then those of the
    ///     pixels that each pixel was made from.
    init(frequencies: Int, side: Int, phase: Double, original: Int = 0) {
        let parts = max((Self.leastSide + side - 1) / side, min((original + side / 2) / side, Self.mostParts))
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
