import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

/// BlurHash: the lowest frequencies of a picture in about thirty characters, which a script decodes to a blur.
///
/// The algorithm follows the BlurHash specification (Dag Ågren, Wolt, `Algorithm.md` in woltapp/blurhash): a cosine
/// transform in linear light, the mean in 24 bits, every further component in two base-83 digits.
public enum BlurHash {
    /// The number of frequencies kept in each direction, clamped to 1 to 9.
    public struct Components: Hashable, Sendable {
        /// From left to right.
        public let x: Int
        /// From top to bottom.
        public let y: Int

        /// Creates component counts.
        public init(x: Int, y: Int) {
            self.x = min(max(x, 1), 9)
            self.y = min(max(y, 1), 9)
        }

        /// Creates 4 × 3 for landscape, 3 × 4 for portrait, and 4 × 4 for nearly square pictures.
        ///
        /// Nearly square is a ratio closer to 1:1 than to 4:3, that is, below √(4:3), about 1.155.
        public init(for size: PixelSize) {
            let (width, height) = (Double(size.width), Double(size.height))
            if 3 * width * width >= 4 * height * height {
                self.init(x: 4, y: 3)
            } else if 3 * height * height >= 4 * width * width {
                self.init(x: 3, y: 4)
            } else {
                self.init(x: 4, y: 4)
            }
        }
    }

    /// Returns the hash of a picture, or of an animation's first frame.
    ///
    /// A BlurHash is opaque. Transparent parts take the mean of the visible ones, so that the blur has no dark rim; an
    /// invisible picture is white. Every pixel is read, so reduce large pictures first.
    ///
    /// - Parameters:
    ///   - image: Any picture; CMYK and profiles are converted to sRGB.
    ///   - components: The counts; ``Components/init(for:)`` of the size if `nil`.
    ///   - original: The size before a reduction, to get the original's hash. The format evaluates its waves at the
    ///     beginning of a pixel, so with few pixels the mean leaks into the waves, and a plain color gets lighter
    ///     towards one corner.
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)`` when the pixels cannot be computed.
    public static func of(
        _ image: PixelImage, components: Components? = nil, original: PixelSize? = nil
    ) throws -> String {
        of(try PlaceholderPixels(image), components: components, original: original)
    }

    static func of(
        _ pixels: PlaceholderPixels, components: Components? = nil, original: PixelSize? = nil
    ) -> String {
        let size = PixelSize(width: pixels.width, height: pixels.height)
        let components = components ?? Components(for: size)
        let factors = factors(of: pixels, components, original: original ?? size)
        let greatest = factors.dropFirst().map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
        let step = min(max(Int((greatest * 166 - 0.5).rounded(.down)), 0), 82)

        var hash = Base83.encode(components.x - 1 + (components.y - 1) * 9, digits: 1)
        hash += Base83.encode(step, digits: 1)
        hash += Base83.encode(mean(factors[0]), digits: 4)
        for factor in factors.dropFirst() {
            let scaled = factor / (Double(step + 1) / 166)
            hash += Base83.encode(
                (level(scaled.x) * 19 + level(scaled.y)) * 19 + level(scaled.z), digits: 2)
        }
        return hash
    }

    /// Returns red, green, and blue of every component, the horizontal frequency varying fastest.
    private static func factors(
        of pixels: PlaceholderPixels, _ components: Components, original: PixelSize
    ) -> [SIMD3<Double>] {
        // The specification and its decoders evaluate the waves at the beginning of a pixel.
        let across = CosineBasis(
            frequencies: components.x, side: pixels.width, phase: 0, original: original.width
        ).waves
        let down = CosineBasis(
            frequencies: components.y, side: pixels.height, phase: 0, original: original.height
        ).waves
        let backdrop = LinearMean(pixels).map { SIMD3($0.red, $0.green, $0.blue) } ?? SIMD3(1, 1, 1)
        var factors = [SIMD3<Double>](repeating: .zero, count: components.x * components.y)
        pixels.forEach { index, red, green, blue, alpha in
            let (y, x) = index.quotientAndRemainder(dividingBy: pixels.width)
            var light = SIMD3(LinearLight.decode(red), LinearLight.decode(green), LinearLight.decode(blue))
            if alpha < 255 { light = backdrop + (light - backdrop) * (Double(alpha) / 255) }
            for j in 0..<components.y {
                for i in 0..<components.x {
                    factors[j * components.x + i] += light * (across[i][x] * down[j][y])
                }
            }
        }
        return factors.enumerated().map { index, sum in
            sum * ((index == 0 ? 1 : 2) / Double(pixels.count))
        }
    }

    private static func mean(_ light: SIMD3<Double>) -> Int {
        Int(LinearLight.encode(light.x)) << 16 | Int(LinearLight.encode(light.y)) << 8
            | Int(LinearLight.encode(light.z))
    }

    /// Maps -1…1 to 19 levels, finer around 0.
    private static func level(_ value: Double) -> Int {
        let root = value < 0 ? -(-value).squareRoot() : value.squareRoot()
        return min(max(Int((root * 9 + 9.5).rounded(.down)), 0), 18)
    }
}

extension ImagePlaceholders {
    /// The BlurHash.
    public var blurhash: String? {
        get { self[.blurhash]?.text }
        set { self[.blurhash] = newValue.map(ImagePlaceholders.Value.text) }
    }
}
