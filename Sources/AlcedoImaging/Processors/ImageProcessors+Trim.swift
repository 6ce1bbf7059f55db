import AlcedoBase

extension ImageProcessors {
    /// Trims borders of one color on all sides, as far as every frame of an animation allows.
    public struct Trim: ImageProcessor, Hashable, Codable {
        /// The largest difference per channel from the border's color, 0…255.
        public let threshold: Int
        /// The border's color; `nil` for the color of the top left pixel.
        public let background: SRGBColor?

        /// Creates a processor; `threshold` is clamped to 0…255.
        public init(threshold: Int = 10, background: SRGBColor? = nil) {
            self.threshold = min(max(threshold, 0), 255)
            self.background = background
        }

        /// `alcedo.trim?threshold=10&background=…`.
        public var identifier: String {
            "alcedo.trim?threshold=\(String(threshold))"
                + (background.map { "&background=\(exact($0))" } ?? "")
        }

        /// Trims the borders. A picture that is all border stays unchanged.
        ///
        /// - Throws: ``ImagingError/process(step:reason:)``.
        public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
            let image = try image.rendered()
            var probe = try image.toEightBit().withColourBands()
            var color = background
            if let background { (probe, color) = try probe.ready(for: background) }
            let pixels = try probe.withAlpha().withPremultipliedSamples().pixels()
            guard let part = bounds(in: pixels, of: color, size: image.size, frames: image.frames) else {
                return image
            }
            return try image.cropped(to: part)
        }

        /// Returns the smallest part that holds every pixel outside the border.
        ///
        /// - Parameter color: The border's color in the picture's own values; `nil` for that of the top left pixel.
        private func bounds(in pixels: Data, of color: SRGBColor?, size: PixelSize, frames: Int)
            -> CropRectangle?
        {
            pixels.withUnsafeBytes { pixels -> CropRectangle? in
                var wanted = (0..<4).map { Int(pixels[$0]) }
                if let color {
                    let alpha = Int(color.alpha)
                    wanted = [color.red, color.green, color.blue].map {
                        (Int($0) * alpha + 127) / 255
                    }
                    wanted.append(alpha)
                }
                func isBorder(_ x: Int, _ row: Int) -> Bool {
                    let start = 4 * (row * size.width + x)
                    return (0..<4).allSatisfy { abs(Int(pixels[start + $0]) - wanted[$0]) <= threshold }
                }
                var left = size.width
                var right = -1
                var top = size.height
                var bottom = -1
                for row in 0..<size.height * frames {
                    guard let first = (0..<size.width).first(where: { !isBorder($0, row) }) else { continue }
                    left = min(left, first)
                    var last = size.width - 1
                    while last > right, isBorder(last, row) { last -= 1 }
                    right = max(right, last)
                    top = min(top, row % size.height)
                    bottom = max(bottom, row % size.height)
                }
                guard right >= left else { return nil }
                return CropRectangle(
                    origin: PixelPoint(x: left, y: top),
                    size: PixelSize(width: right - left + 1, height: bottom - top + 1))
            }
        }
    }
}

extension ImageProcessor where Self == ImageProcessors.Trim {
    /// Trims borders of one color.
    ///
    /// - Parameters:
    ///   - threshold: The largest difference per channel from the border's color, 0…255.
    ///   - background: The border's color; `nil` for the color of the top left pixel.
    public static func trim(threshold: Int = 10, background: SRGBColor? = nil) -> Self {
        ImageProcessors.Trim(threshold: threshold, background: background)
    }
}

extension ImageProcessors.Trim: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "trim", [.init("threshold", .integer(0...255)), .init("background", .color)]
        ) { values in
            Self(
                threshold: values.integer("threshold") ?? 10, background: values.color("background"))
        }
    ]
}
