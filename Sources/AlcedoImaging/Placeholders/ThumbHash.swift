public import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

/// ThumbHash: the lowest frequencies of a picture with its alpha and proportions in about 25 bytes, which a script
/// decodes to a blur.
///
/// The format is Evan Wallace's (evanw.github.io/thumbhash): lightness, yellow against blue, red against green, and
/// alpha each have a cosine transform; lightness keeps the most frequencies.
public enum ThumbHash {
    /// Returns the hash of a picture, or of an animation's first frame. Indexes and pages carry it in base64.
    ///
    /// Every pixel is read, so reduce large pictures first, to 100 pixels or less on the longer side.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when the pixels cannot be computed.
    public static func of(_ image: PixelImage) throws -> Data {
        of(try PlaceholderPixels(image))
    }

    static func of(_ pixels: PlaceholderPixels) -> Data {
        let planes = Planes(pixels)
        let most = planes.hasAlpha ? 5 : 7
        let longer = max(pixels.width, pixels.height)
        // Together with the orientation, the counts encode the proportions.
        let countX = max(1, rounded(Double(most * pixels.width) / Double(longer)))
        let countY = max(1, rounded(Double(most * pixels.height) / Double(longer)))
        let isLandscape = pixels.width > pixels.height

        let lightness = Channel(planes.lightness, pixels, max(3, countX), max(3, countY))
        let yellow = Channel(planes.yellow, pixels, 3, 3)
        let red = Channel(planes.red, pixels, 3, 3)
        let alpha = planes.hasAlpha ? Channel(planes.alpha, pixels, 5, 5) : nil

        var bits = Bits()
        bits.append(rounded(lightness.mean * 63), count: 6)
        bits.append(rounded(yellow.mean * 31.5 + 31.5), count: 6)
        bits.append(rounded(red.mean * 31.5 + 31.5), count: 6)
        bits.append(rounded(lightness.scale * 31), count: 5)
        bits.append(planes.hasAlpha ? 1 : 0, count: 1)
        bits.append(isLandscape ? countY : countX, count: 3)
        bits.append(rounded(yellow.scale * 63), count: 6)
        bits.append(rounded(red.scale * 63), count: 6)
        bits.append(isLandscape ? 1 : 0, count: 1)
        if let alpha {
            bits.append(rounded(alpha.mean * 15), count: 4)
            bits.append(rounded(alpha.scale * 15), count: 4)
        }
        for channel in [lightness, yellow, red, alpha] {
            for level in channel?.levels ?? [] { bits.append(rounded(level * 15), count: 4) }
        }
        return bits.data
    }

    /// Rounds half up, including halves that are off in the last digits: symmetric pictures are full of them. No value
    /// is below 0.
    private static func rounded(_ value: Double) -> Int { Int((value + 0.5 + 1e-9).rounded(.down)) }

    /// The picture's planes, each row by row.
    private struct Planes {
        var lightness: [Double] = []
        /// The mean of red and green, minus blue.
        var yellow: [Double] = []
        /// Red minus green.
        var red: [Double] = []
        var alpha: [Double] = []
        let hasAlpha: Bool

        init(_ pixels: PlaceholderPixels) {
            // Transparent parts take the mean of the visible ones, computed on stored samples as the format demands.
            var sums = SIMD4<Int>.zero
            pixels.forEach { _, red, green, blue, alpha in
                sums &+= SIMD4(Int(red), Int(green), Int(blue), 1) &* Int(alpha)
            }
            let visible = Double(max(1, sums.w)) * 255
            let mean = SIMD3(Double(sums.x), Double(sums.y), Double(sums.z)) / visible
            var planes = ([Double](), [Double](), [Double](), [Double]())
            pixels.forEach { _, red, green, blue, alpha in
                let opacity = Double(alpha) / 255
                let own = SIMD3(Double(red), Double(green), Double(blue)) * (opacity / 255)
                let color = mean * (1 - opacity) + own
                planes.0.append((color.x + color.y + color.z) / 3)
                planes.1.append((color.x + color.y) / 2 - color.z)
                planes.2.append(color.x - color.y)
                planes.3.append(opacity)
            }
            (lightness, yellow, self.red, alpha) = planes
            hasAlpha = sums.w < pixels.count * 255
        }
    }

    /// One plane after the transform.
    private struct Channel {
        /// The mean of the plane.
        var mean = 0.0
        /// The greatest magnitude of any other frequency.
        var scale = 0.0
        /// The other frequencies, 0…1 around 0.5: the triangle of low ones.
        var levels: [Double] = []

        init(_ plane: [Double], _ pixels: PlaceholderPixels, _ countX: Int, _ countY: Int) {
            let across = CosineBasis(frequencies: countX, side: pixels.width, phase: 0.5).waves
            let down = CosineBasis(frequencies: countY, side: pixels.height, phase: 0.5).waves
            for y in 0..<countY {
                for x in 0..<countX where x * countY < countX * (countY - y) {
                    var sum = 0.0
                    for row in 0..<pixels.height {
                        var line = 0.0
                        for column in 0..<pixels.width {
                            line += plane[row * pixels.width + column] * across[x][column]
                        }
                        sum += line * down[y][row]
                    }
                    let amount = sum / Double(pixels.count)
                    if x == 0, y == 0 {
                        mean = amount
                    } else {
                        // In a picture of one color, scaling would blow up the rounding error.
                        levels.append(abs(amount) < 1e-9 ? 0 : amount)
                    }
                }
            }
            let scale = levels.map { abs($0) }.max() ?? 0
            self.scale = scale
            if scale > 0 { levels = levels.map { 0.5 + 0.5 / scale * $0 } }
        }
    }

    /// Bytes filled from the lowest bit.
    private struct Bits {
        var data = Data()
        private var used = 0

        mutating func append(_ value: Int, count: Int) {
            for bit in 0..<count {
                if used % 8 == 0 { data.append(0) }
                data[used / 8] |= UInt8(value >> bit & 1) << (used % 8)
                used += 1
            }
        }
    }
}

extension ImagePlaceholders {
    /// The bytes of the ThumbHash.
    public var thumbhash: Data? {
        get { self[.thumbhash]?.data }
        set { self[.thumbhash] = newValue.map(ImagePlaceholders.Value.data) }
    }
}
