import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// Conversion of HDR, or of linear light, to sRGB with the reference white tone mapping operator of SMPTE ST 2094-50,
/// which Chromium applies on a display without headroom.
///
/// Light is relative to reference white, 203 cd/m² (ITU-R BT.2408). Up to reference white all light is dimmed by one
/// factor, one half for pictures of 1,000 cd/m² and more; above it, a quadratic Bézier curve leads to the brightest
/// light, which becomes sRGB's white. The curve is applied to the brightest component of a pixel in BT.2020 primaries;
/// the others keep their ratio to it. Colors outside sRGB's gamut are clipped.
struct ToneMapping {
    private let coding: ColorCoding

    init(_ coding: ColorCoding) { self.coding = coding }

    /// ITU-R BT.2408, in cd/m².
    private static let referenceWhite = 203.0
    /// Peak of a picture that specifies none, and of the HLG reference display (ITU-R BT.2100), in cd/m².
    private static let nominalPeak = 1000.0
    /// Position of the curve's control point, from its start (0) to its corner (1).
    private static let bend = 0.65

    /// - Parameter least: The sample of a signal of 0.
    /// - Parameter most: The sample of a signal of 1.
    /// - Parameter opaque: The sample of an alpha of 1.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    func applied(to image: PixelImage, least: Double, most: Double, opaque: Double) throws -> PixelImage {
        var light = alcedo_light()
        (light.least, light.most, light.opaque) = (Float(least), Float(most), Float(opaque))
        let isHLG = coding.transfer == .hlg
        light.system = isHLG ? 0.2 : 0
        light.scale = Float(isHLG ? Self.nominalPeak / Self.referenceWhite : 1)
        light.luma = (0.2627, 0.6780, 0.0593)
        light.to_working = Self.rows(coding.primaries.matrix(to: .bt2020))
        light.to_display = Self.rows(Chromaticities.bt2020.matrix(to: .sRGB))
        let peak = coding.isHDR ? (coding.peak ?? Self.nominalPeak) / Self.referenceWhite : 1
        let nominal = Self.nominalPeak / Self.referenceWhite
        let white = peak > 1 ? 1 - 0.5 * min(log2(peak) / log2(nominal), 1) : 1
        light.peak = Float(peak)
        light.white = Float(white)
        light.middle_x = Float(1 - Self.bend + Self.bend / white)
        light.middle_y = Float((1 - Self.bend) * white + Self.bend)
        return try table.withUnsafeBufferPointer { decoded in
            try Self.encoded.withUnsafeBufferPointer { encoded in
                light.decoded = decoded.baseAddress
                light.encoded = encoded.baseAddress
                return try image.derived("tone mapping") {
                    alcedo_image_light_to_srgb(image.handle, &light, $0)
                }
            }
        }
    }

    private static func rows(
        _ matrix: Matrix3
    ) -> (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
        let v = matrix.values.map(Float.init)
        return (v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8])
    }

    // MARK: Tables

    private var table: [Float] {
        switch coding.transfer {
        case .pq: Self.pq
        case .hlg: Self.hlg
        default: Self.light
        }
    }

    private static let steps = Int(ALCEDO_LIGHT_STEPS)

    /// Light relative to reference white for each step of a PQ signal (SMPTE ST 2084).
    private static let pq: [Float] = (0..<steps).map { step in
        let (m1, m2) = (2610.0 / 16_384, 2523.0 / 4096 * 128)
        let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
        let power = pow(Double(step) / Double(steps - 1), 1 / m2)
        return Float(10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1) / referenceWhite)
    }

    /// Scene light, 0…1, for each step of an HLG signal (ITU-R BT.2100, table 5).
    private static let hlg: [Float] = (0..<steps).map { step in
        let signal = Double(step) / Double(steps - 1)
        let (a, b, c) = (0.178_832_77, 0.284_668_92, 0.559_910_73)
        return Float(signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12)
    }

    /// The identity, for signals that are linear light.
    private static let light: [Float] = (0..<steps).map { Float(Double($0) / Double(steps - 1)) }

    /// The sRGB sample for each step of light.
    private static let encoded: [UInt8] = (0..<steps).map {
        LinearLight.encode(Double($0) / Double(steps - 1))
    }
}
