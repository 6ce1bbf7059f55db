import AlcedoBase

extension ImageProcessors {
    /// Draws a border inside the picture's edge. The size does not change.
    public struct Border: ProcessorRecipe, Hashable, Codable {
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
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Border {
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
