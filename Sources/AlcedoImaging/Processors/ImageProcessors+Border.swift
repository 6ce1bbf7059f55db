import AlcedoBase

extension ImageProcessors {
    /// Draws a border inside the picture's edge. The size does not change.
    public struct Border: ImageProcessor, Hashable, Codable {
        /// The width in CSS pixels.
        public let width: Double
        /// The color; if translucent, the picture shows through.
        public let color: SRGBColor
        /// The radius of the outer edge, along which the picture is cut.
        public let radius: ImageLength
        /// The corners that are round.
        public let corners: ImageCorners

        /// Creates a processor.
        public init(
            width: Double, color: SRGBColor, radius: ImageLength = .pixels(0), corners: ImageCorners = .all
        ) {
            self.width = width
            self.color = color
            self.radius = radius
            self.corners = corners
        }

        /// `alcedo.border?width=…&color=…&radius=…&corners=…`.
        public var identifier: String {
            "alcedo.border?width=\(exact(width))&color=\(exact(color))&radius=\(radius.identifier)"
                + "&corners=\(corners.identifier)"
        }

        /// Whether corners are cut off.
        public var mayAddTransparency: Bool {
            switch radius {
            case .pixels(let value), .fraction(let value): value > 0 && !corners.isEmpty
            }
        }

        /// Draws the border on each frame.
        ///
        /// - Throws: ``ImagingError/process(step:reason:)``.
        public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
            let size = image.size
            let outer = radius.devicePixels(width: size.width, height: size.height, density: context.density)
            let line = max(0, width * context.density)
            let ring = try PixelImage(
                pixels: ringPixels(size, line: line, radius: outer), size: size, layout: .rgba8)
            let framed = try image.blended(with: ring, at: PixelPoint(x: 0, y: 0), mode: .over, opacity: 1)
            guard mayAddTransparency else { return framed }
            return try framed.masked(
                by: CornerMask.coverage(
                    width: size.width, height: size.height, radii: CornerRadii(outer, corners: corners)))
        }

        /// Returns the border's color, with alpha in proportion to the border's share of each pixel.
        private func ringPixels(_ size: PixelSize, line: Double, radius: Double) -> Data {
            let inside = insideCoverage(size, line: line, radius: radius)
            var pixels = Data(capacity: inside.count * 4)
            for covered in inside {
                let alpha = UInt8((Double(color.alpha) * (1 - covered)).rounded())
                pixels.append(contentsOf: [color.red, color.green, color.blue, alpha])
            }
            return pixels
        }

        /// Returns how much of each pixel lies inside the border's inner edge, 0…1.
        private func insideCoverage(_ size: PixelSize, line: Double, radius: Double) -> [Double] {
            var coverage = [Double](repeating: 0, count: size.width * size.height)
            // How much of a column or row is inside: straight edges may cut a pixel in two.
            func share(_ at: Int, _ side: Int) -> Double {
                let from = max(Double(at), line)
                let to = min(Double(at + 1), Double(side) - line)
                return min(max(to - from, 0), 1)
            }
            let whole = Int(line.rounded(.down))
            let (width, height) = (size.width - 2 * whole, size.height - 2 * whole)
            guard width > 0, height > 0 else { return coverage }
            let inner = CornerMask.coverage(
                width: width, height: height,
                radii: CornerRadii(max(0, radius - line), corners: corners))
            for y in 0..<height {
                let down = share(y + whole, size.height)
                for x in 0..<width {
                    coverage[(y + whole) * size.width + x + whole] =
                        Double(inner[y * width + x]) / 255 * down * share(x + whole, size.width)
                }
            }
            return coverage
        }
    }
}

extension ImageProcessor where Self == ImageProcessors.Border {
    /// Draws a border inside the picture's edge.
    ///
    /// - Parameters:
    ///   - width: CSS pixels.
    ///   - color: The color.
    ///   - radius: The radius of the outer edge, along which the picture is cut.
    ///   - corners: The corners that are round.
    public static func border(
        width: Double, color: SRGBColor, radius: ImageLength = .pixels(0), corners: ImageCorners = .all
    ) -> Self {
        ImageProcessors.Border(width: width, color: color, radius: radius, corners: corners)
    }
}

extension ImageProcessors.Border: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "border",
            [
                .init("width", .number(0...10_000), required: true),
                .init("color", .color, required: true), .init("radius", .length),
                .init("corners", .corners),
            ]
        ) { values in
            guard let width = values.number("width"), let color = values.color("color") else { return nil }
            return Self(
                width: width, color: color,
                radius: values.length("radius") ?? .pixels(0),
                corners: values.corners("corners") ?? .all)
        }
    ]
}
