import Foundation

/// Decodes a ThumbHash by its author's description, independently of the encoder under test.
struct ThumbHashDecoder {
    let hasAlpha: Bool
    let isLandscape: Bool
    /// The number of frequencies of lightness in each direction, in the ratio of the sides.
    let countX: Int
    let countY: Int
    private var planes: [Plane] = []

    private struct Plane {
        var mean: Double
        var waves: [(x: Int, y: Int, amount: Double)] = []
    }

    /// - Parameter boost: How much more colourful it is made than it was; the usual 1.25 balances what gets lost.
    init?(_ hash: Data, boost: Double = 1) {
        let nibbles = hash.flatMap { [Int($0 & 15), Int($0 >> 4)] }
        guard nibbles.count >= 10 else { return nil }
        func bits(_ start: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | (nibbles[(start + $1) / 4] >> ((start + $1) % 4) & 1) << $1 }
        }
        hasAlpha = bits(23, 1) == 1
        isLandscape = bits(39, 1) == 1
        let count = bits(24, 3)
        let most = hasAlpha ? 5 : 7
        countX = isLandscape ? most : count
        countY = isLandscape ? count : most
        var next = hasAlpha ? 12 : 10
        func plane(_ mean: Double, _ scale: Double, _ across: Int, _ down: Int) -> Plane? {
            var plane = Plane(mean: mean)
            for y in 0..<down {
                for x in 0..<across where x + y > 0 && x * down < across * (down - y) {
                    guard next < nibbles.count else { return nil }
                    plane.waves.append((x, y, (Double(nibbles[next]) / 7.5 - 1) * scale))
                    next += 1
                }
            }
            return plane
        }
        guard
            let lightness = plane(
                Double(bits(0, 6)) / 63, Double(bits(18, 5)) / 31, max(3, countX), max(3, countY)),
            let yellow = plane(Double(bits(6, 6)) / 31.5 - 1, boost * Double(bits(27, 6)) / 63, 3, 3),
            let red = plane(Double(bits(12, 6)) / 31.5 - 1, boost * Double(bits(33, 6)) / 63, 3, 3)
        else { return nil }
        planes = [lightness, yellow, red]
        if hasAlpha {
            guard nibbles.count >= 12,
                let alpha = plane(Double(bits(40, 4)) / 15, Double(bits(44, 4)) / 15, 5, 5)
            else { return nil }
            planes.append(alpha)
        }
    }

    /// The blur in 8-bit RGBA.
    func raster(_ width: Int, _ height: Int) -> Raster {
        Raster(width, height, bands: 4) { x, y in
            let values = planes.map { plane in
                plane.waves.reduce(plane.mean) { sum, wave in
                    sum + 2 * wave.amount
                        * cos(Double.pi * Double(wave.x) * (Double(x) + 0.5) / Double(width))
                        * cos(Double.pi * Double(wave.y) * (Double(y) + 0.5) / Double(height))
                }
            }
            let blue = values[0] - values[1] * 2 / 3
            let red = (3 * values[0] - blue + values[2]) / 2
            let alpha = values.count == 4 ? values[3] : 1
            return [red, red - values[2], blue, alpha].map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
        }
    }
}
