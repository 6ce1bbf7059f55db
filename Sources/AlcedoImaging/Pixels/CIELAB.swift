import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// A color by lightness and two color axes, in which equal distances look equal (CIE 15:2004, 8.2.1).
struct CIELAB {
    var lightness: Double
    var a: Double
    var b: Double

    // sRGB's white point, D65.
    private static let white = (x: 0.95047, y: 1.0, z: 1.08883)

    init(lightness: Double, a: Double, b: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    init(_ color: SRGBColor) {
        let red = LinearLight.decode(color.red)
        let green = LinearLight.decode(color.green)
        let blue = LinearLight.decode(color.blue)
        // IEC 61966-2-1.
        let x = Self.curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / Self.white.x)
        let y = Self.curve(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
        let z = Self.curve((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / Self.white.z)
        self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
    }

    /// The nearest sRGB color, channel by channel.
    var color: SRGBColor {
        let middle = (lightness + 16) / 116
        let x = Self.inverse(middle + a / 500) * Self.white.x
        let y = Self.inverse(middle)
        let z = Self.inverse(middle - b / 200) * Self.white.z
        return SRGBColor(
            red: LinearLight.encode(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
            green: LinearLight.encode(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
            blue: LinearLight.encode(0.0556434 * x - 0.2040259 * y + 1.0572252 * z))
    }

    /// Returns the linear interpolation between two colors.
    func mixed(with other: CIELAB, amount: Double) -> CIELAB {
        func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * amount }
        return CIELAB(
            lightness: between(lightness, other.lightness), a: between(a, other.a), b: between(b, other.b))
    }

    private static func curve(_ value: Double) -> Double {
        value > 216.0 / 24_389 ? cbrt(value) : (24_389.0 / 27 * value + 16) / 116
    }

    private static func inverse(_ value: Double) -> Double {
        value > 6.0 / 29 ? value * value * value : (116 * value - 16) * 27 / 24_389
    }
}
