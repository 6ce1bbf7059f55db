import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// sRGB's transfer function (IEC 61966-2-1): from stored samples to amounts of light and back.
///
/// Colors mix by adding light, so means of stored samples come out too dark.
enum LinearLight {
    /// Returns the light of a stored sample, 0…1.
    static func decode(_ sample: UInt8) -> Double { table[Int(sample)] }

    /// Returns the stored sample nearest to an amount of light, which is clamped to 0…1.
    static func encode(_ light: Double) -> UInt8 {
        let light = min(max(light, 0), 1)
        let value = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8(value * 255 + 0.5)
    }

    private static let table: [Double] = (0...255).map { sample in
        let value = Double(sample) / 255
        return value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
