import AlcedoRecipes

/// The primaries and the white point of an RGB space, as x and y of CIE 1931.
package struct Chromaticities: Hashable {
    var red: [Double]
    var green: [Double]
    var blue: [Double]
    var white: [Double]

    private static let d65 = [0.3127, 0.3290]
    private static let equalEnergy = [1.0 / 3, 1.0 / 3]
    private static let illuminantC = [0.310, 0.316]

    package static let sRGB = Chromaticities(
        red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06], white: d65)
    static let displayP3 = Chromaticities(
        red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: d65)
    package static let bt2020 = Chromaticities(
        red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046], white: d65)

    /// Adobe RGB (1998), which DCF 2.0 calls its optional color space.
    static let adobeRGB = Chromaticities(
        red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: d65)

    /// Returns the primaries of a code point of ITU-T H.273 (table 2); `nil` if it defines none.
    static func coded(_ number: Int) -> Chromaticities? {
        switch number {
        case 1: sRGB
        case 4:
            Chromaticities(red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: illuminantC)
        case 5: Chromaticities(red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06], white: d65)
        case 6, 7:
            Chromaticities(red: [0.630, 0.340], green: [0.310, 0.595], blue: [0.155, 0.070], white: d65)
        case 8:
            Chromaticities(
                red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049], white: illuminantC)
        case 9: bt2020
        // CIE 1931 XYZ.
        case 10: Chromaticities(red: [1, 0], green: [0, 1], blue: [0, 0], white: equalEnergy)
        case 11:
            Chromaticities(
                red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: [0.314, 0.351])
        case 12: displayP3
        case 22:
            Chromaticities(red: [0.630, 0.340], green: [0.295, 0.605], blue: [0.155, 0.077], white: d65)
        default: nil
        }
    }

    /// Creates them from x and y of the white point, of red, green and blue; `nil` if they span no space.
    init?(_ numbers: [Double]) {
        guard numbers.count == 8, numbers[1] > 0 else { return nil }
        let points = stride(from: 0, to: 8, by: 2).map { Array(numbers[$0..<$0 + 2]) }
        let found = Chromaticities(red: points[1], green: points[2], blue: points[3], white: points[0])
        let colorants = found.toD50.values
        // A profile holds them as numbers below 32,768.
        guard colorants.allSatisfy({ $0.isFinite && abs($0) < 1000 }) else { return nil }
        self = found
    }

    init(red: [Double], green: [Double], blue: [Double], white: [Double]) {
        (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
    }

    /// The matrix from linear light in these primaries to XYZ under D50 (ICC.1:2022, annex E: Bradford adaptation).
    var toD50: Matrix3 {
        func xyz(_ point: [Double]) -> [Double] { [point[0], point[1], 1 - point[0] - point[1]] }
        let corners = Matrix3(columns: xyz(red), xyz(green), xyz(blue))
        let whiteXYZ = xyz(white).map { $0 / white[1] }
        let parts = corners.inverse.times(whiteXYZ)
        let toXYZ = corners.times(Matrix3(diagonal: parts))
        return Self.adaptation(from: whiteXYZ).times(toXYZ)
    }

    private static func adaptation(from white: [Double]) -> Matrix3 {
        let cones = Matrix3(rows: [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296])
        let from = cones.times(white)
        let to = cones.times(d50)
        let scale = Matrix3(diagonal: zip(to, from).map { $0 / $1 })
        return cones.inverse.times(scale).times(cones)
    }

    /// Returns the matrix from XYZ, each relative to that of white, to linear light of sRGB.
    ///
    /// - Parameter white: As x and y; `nil` for D50.
    package static func lightOfSRGB(under white: [Double]?) -> Matrix3 {
        let white = white.map { [$0[0] / $0[1], 1, (1 - $0[0] - $0[1]) / $0[1]] } ?? d50
        return sRGB.toD50.inverse.times(adaptation(from: white)).times(Matrix3(diagonal: white))
    }

    static let d50 = [0.9642, 1, 0.8249]

    /// Returns the matrix from linear light in these primaries to linear light in others.
    package func matrix(to other: Chromaticities) -> Matrix3 {
        self == other ? Matrix3(diagonal: [1, 1, 1]) : other.toD50.inverse.times(toD50)
    }
}
