import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// A per-pixel change of colors: a matrix, then a curve for each channel.
///
/// Samples are 0…255, as sRGB stores them.
struct ColorTransform {
    /// Three rows of four: the weights of red, green, blue, and 1 in each channel.
    var matrix: [Double]
    /// A table of 256 values for each channel, applied after the matrix.
    var curves: [[UInt8]]

    /// Creates a transform, by default one that changes nothing.
    init(matrix: [Double] = identity, curves: [[UInt8]] = Array(repeating: Array(0...255), count: 3)) {
        self.matrix = matrix
        self.curves = curves
    }

    static let identity: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

    /// The weight of each channel in lightness (ITU-R BT.709).
    static let luma = [0.2126, 0.7152, 0.0722]

    /// Returns a mix with a color: 0 leaves pixels unchanged, 1 gives the color.
    static func mix(_ color: SRGBColor, amount: Double) -> ColorTransform {
        let target = [color.red, color.green, color.blue].map(Double.init)
        var matrix = identity.map { $0 * (1 - amount) }
        for row in 0..<3 { matrix[4 * row + 3] = target[row] * amount }
        return ColorTransform(matrix: matrix)
    }

    /// Returns a matrix that mixes each pixel with its lightness: 0 gray, 1 unchanged, above 1 more colorful.
    static func saturation(_ amount: Double) -> [Double] {
        var matrix = identity.map { $0 * amount }
        for row in 0..<3 {
            for column in 0..<3 { matrix[4 * row + column] += luma[column] * (1 - amount) }
        }
        return matrix
    }

    /// Returns a curve that multiplies light by `factor`.
    static func exposure(_ factor: Double) -> [UInt8] {
        (0...255).map { LinearLight.encode(LinearLight.decode($0) * factor) }
    }
}
