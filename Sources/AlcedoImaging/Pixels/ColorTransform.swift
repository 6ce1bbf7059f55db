import Foundation

/// A change of colours that looks at one pixel at a time: a matrix, then a curve for each channel.
///
/// Samples are 0…255, as sRGB stores them.
struct ColorTransform {
    /// Three rows of four: what red, green, blue and 1 contribute to a channel.
    var matrix: [Double]
    /// What becomes of the 256 values of each channel afterwards.
    var curves: [[UInt8]]

    /// Changes nothing.
    init(matrix: [Double] = identity, curves: [[UInt8]] = Array(repeating: Array(0...255), count: 3)) {
        self.matrix = matrix
        self.curves = curves
    }

    static let identity: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

    /// The part of each channel in lightness (ITU-R BT.709).
    static let luma = [0.2126, 0.7152, 0.0722]

    /// Each channel mixed with one of a colour: 0 leaves it, 1 gives the colour.
    static func mix(_ color: Color, amount: Double) -> ColorTransform {
        let target = [color.red, color.green, color.blue].map(Double.init)
        var matrix = identity.map { $0 * (1 - amount) }
        for row in 0..<3 { matrix[4 * row + 3] = target[row] * amount }
        return ColorTransform(matrix: matrix)
    }

    /// The lightness of each pixel in all channels, mixed with its colour: 0 grey, 1 unchanged, above more colourful.
    static func saturation(_ amount: Double) -> [Double] {
        var matrix = identity.map { $0 * amount }
        for row in 0..<3 {
            for column in 0..<3 { matrix[4 * row + column] += luma[column] * (1 - amount) }
        }
        return matrix
    }

    /// The curve that multiplies light with `factor`.
    static func exposure(_ factor: Double) -> [UInt8] {
        (0...255).map { LinearLight.encode(LinearLight.decode($0) * factor) }
    }
}
