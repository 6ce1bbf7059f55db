import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// A color in OKLab, where distances correspond to perceived differences.
///
/// Björn Ottosson, *A perceptual color space for image processing* (2020), with the matrices of his correction of
/// 2021-01-25. Black is 0, 0, 0 and white 1, 0, 0; a difference of 0.02 is about the smallest visible one.
struct OKLab: Hashable, Sendable {
    /// Lightness, green against red, blue against yellow.
    var vector: SIMD3<Double>

    init(_ vector: SIMD3<Double>) { self.vector = vector }

    /// Converts an sRGB color, ignoring its alpha.
    init(_ color: SRGBColor) {
        let red = LinearLight.decode(color.red)
        let green = LinearLight.decode(color.green)
        let blue = LinearLight.decode(color.blue)
        let long = cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
        let middle = cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
        let short = cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
        vector = SIMD3(
            0.210_454_255_3 * long + 0.793_617_785_0 * middle - 0.004_072_046_8 * short,
            1.977_998_495_1 * long - 2.428_592_205_0 * middle + 0.450_593_709_9 * short,
            0.025_904_037_1 * long + 0.782_771_766_2 * middle - 0.808_675_766_0 * short)
    }

    /// The nearest sRGB color; values outside sRGB are clamped channel by channel.
    var color: SRGBColor {
        func cubed(_ value: Double) -> Double { value * value * value }
        let (l, a, b) = (vector.x, vector.y, vector.z)
        let long = cubed(l + 0.396_337_777_4 * a + 0.215_803_757_3 * b)
        let middle = cubed(l - 0.105_561_345_8 * a - 0.063_854_172_8 * b)
        let short = cubed(l - 0.089_484_177_5 * a - 1.291_485_548_0 * b)
        return SRGBColor(
            red: LinearLight.encode(
                4.076_741_662_1 * long - 3.307_711_591_3 * middle + 0.230_969_929_2 * short),
            green: LinearLight.encode(
                -1.268_438_004_6 * long + 2.609_757_401_1 * middle - 0.341_319_396_5 * short),
            blue: LinearLight.encode(
                -0.004_196_086_3 * long - 0.703_418_614_7 * middle + 1.707_614_701_0 * short))
    }

    /// Returns the perceived difference between two colors.
    func distance(to other: OKLab) -> Double {
        let difference = vector - other.vector
        return (difference * difference).sum().squareRoot()
    }
}
