import Foundation

/// Decodes a BlurHash by its specification, independently of the encoder under test.
struct BlurHashDecoder {
    let columns: Int
    let rows: Int
    private var colors: [[Double]]

    init?(_ hash: String) {
        let digits = Array(
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")
        var rest = hash.compactMap(digits.firstIndex)
        guard rest.count == hash.count, rest.count >= 6 else { return nil }
        func take(_ count: Int) -> Int {
            defer { rest.removeFirst(count) }
            return rest.prefix(count).reduce(0) { $0 * 83 + $1 }
        }
        let shape = take(1)
        columns = shape % 9 + 1
        rows = shape / 9 + 1
        guard hash.count == 4 + 2 * columns * rows else { return nil }
        let greatest = Double(take(1) + 1) / 166
        let mean = take(4)
        colors = [[mean >> 16, mean >> 8 & 255, mean & 255].map { Self.light(Double($0) / 255) }]
        while !rest.isEmpty {
            let value = take(2)
            colors.append(
                [value / 361, value / 19 % 19, value % 19].map { level in
                    let root = (Double(level) - 9) / 9
                    return root * abs(root) * greatest
                })
        }
    }

    /// The blur in 8-bit sRGB.
    func raster(_ width: Int, _ height: Int) -> Raster {
        Raster(width, height, bands: 3) { x, y in
            var sum = [0.0, 0.0, 0.0]
            for row in 0..<rows {
                for column in 0..<columns {
                    let wave =
                        cos(Double.pi * Double(x * column) / Double(width))
                        * cos(Double.pi * Double(y * row) / Double(height))
                    for band in 0..<3 { sum[band] += colors[row * columns + column][band] * wave }
                }
            }
            return sum.map { UInt8((Self.sample(min(max($0, 0), 1)) * 255).rounded()) }
        }
    }

    static func light(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    static func sample(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
