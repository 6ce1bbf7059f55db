import Foundation

/// Writes small colour profiles from nothing but ICC.1:2010: a matrix and one gamma, or a gamma for grey.
enum ICCProfile {
    /// Adobe RGB (1998): primaries adapted to D50 as its specification gives them, gamma 563/256.
    static let adobeRGB = data(
        red: (0.60974, 0.31111, 0.01947), green: (0.20528, 0.62567, 0.06087),
        blue: (0.14919, 0.06322, 0.74457), curve: gamma(0x0233))

    /// Display P3: the primaries of SMPTE EG 432-1 adapted to D50 by Bradford's matrix, the curve of sRGB.
    static let displayP3 = data(
        red: (0.51512, 0.24120, -0.00105), green: (0.29198, 0.69225, 0.04189),
        blue: (0.15710, 0.06657, 0.78407), curve: sRGBCurve)

    /// sRGB under an unknown name: the primaries of ITU-R BT.709 adapted to D50 with Bradford's matrix.
    static let nameless = data(
        red: (0.43607, 0.22249, 0.01392), green: (0.38515, 0.71687, 0.09708),
        blue: (0.14307, 0.06061, 0.71410), curve: sRGBCurve)

    /// Grey of gamma 1.8, as formerly on Macintosh.
    static let grey = data("GRAY", [("kTRC", gamma(0x01CD))])

    /// A profile that only converts to CIELAB, by a table (ICC.1:2010, 10.9): grey of the mean of its values.
    static let oneWay: Data = {
        let straight = (0..<3).flatMap { _ in Array(0...255) as [UInt8] }
        let corners = (0..<8).flatMap { [UInt8($0.nonzeroBitCount * 85), 128, 128] as [UInt8] }
        let matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed)
        let table = Array("mft1".utf8) + [0, 0, 0, 0, 3, 3, 2, 0] + matrix + straight + corners + straight
        return data("RGB ", connection: "Lab ", [("A2B0", table)])
    }()

    private static func fixed(_ value: Double) -> [UInt8] { PNGFile.big(Int((value * 65_536).rounded()), 4) }

    /// A curve of one gamma, in 1/256.
    private static func gamma(_ value: Int) -> [UInt8] {
        Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + PNGFile.big(value, 2) + [0, 0]
    }

    /// The curve of IEC 61966-2-1 as a function of type 3 (ICC.1:2010, 10.16).
    private static let sRGBCurve: [UInt8] =
        Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
        + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

    private static func xyz(_ value: (Double, Double, Double)) -> [UInt8] {
        Array("XYZ ".utf8) + [0, 0, 0, 0] + fixed(value.0) + fixed(value.1) + fixed(value.2)
    }

    private static func data(
        red: (Double, Double, Double), green: (Double, Double, Double), blue: (Double, Double, Double),
        curve: [UInt8]
    ) -> Data {
        data(
            "RGB ",
            [
                ("rXYZ", xyz(red)), ("gXYZ", xyz(green)), ("bXYZ", xyz(blue)), ("rTRC", curve),
                ("gTRC", curve), ("bTRC", curve),
            ])
    }

    private static func data(
        _ space: String, connection: String = "XYZ ", _ own: [(String, [UInt8])]
    ) -> Data {
        let text = "test"
        let description =
            Array("desc".utf8) + [0, 0, 0, 0] + PNGFile.big(text.utf8.count + 1, 4) + Array(text.utf8)
            + [UInt8](repeating: 0, count: 1 + 4 + 4 + 2 + 1 + 67)
        let tags: [(String, [UInt8])] =
            [
                ("desc", description + [UInt8](repeating: 0, count: (4 - description.count % 4) % 4)),
                ("cprt", Array("text".utf8) + [0, 0, 0, 0] + Array("none".utf8) + [0, 0, 0, 0]),
                ("wtpt", xyz((0.9642, 1, 0.8249))),
            ] + own
        var table = PNGFile.big(tags.count, 4)
        var values: [UInt8] = []
        let valuesAt = 128 + 4 + 12 * tags.count
        for (name, value) in tags {
            table += Array(name.utf8) + PNGFile.big(valuesAt + values.count, 4) + PNGFile.big(value.count, 4)
            values += value
        }
        var header = PNGFile.big(valuesAt + values.count, 4) + [0, 0, 0, 0, 2, 0x10, 0, 0]
        header +=
            Array("mntr\(space)\(connection)".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 68 - header.count)
        header += fixed(0.9642) + fixed(1) + fixed(0.8249)
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return Data(header + table + values)
    }
}
