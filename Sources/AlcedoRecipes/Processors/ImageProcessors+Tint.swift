extension ImageProcessors {
    /// Lays a color over the picture's visible parts; the color's alpha is the strength.
    public struct Tint: ProcessorRecipe, Hashable, Codable {
        /// The color.
        public let color: SRGBColor

        /// Creates a processor. An opaque color hides everything but the picture's shape.
        public init(color: SRGBColor) {
            self.color = color
        }

        /// `alcedo.tint?color=1d4ed866`.
        public var identifier: String { "alcedo.tint?color=\(exact(color))" }
    }

    /// Lays a color over the picture's visible parts, like Kingfisher's `OverlayImageProcessor`.
    public struct Overlay: ProcessorRecipe, Hashable, Codable {
        /// The color; its alpha weakens the overlay further.
        public let color: SRGBColor
        /// The part of the picture that stays visible: 0 for only the color, 1 for only the picture.
        public let fraction: Double

        /// Creates a processor; `fraction` is clamped to 0…1.
        public init(color: SRGBColor, fraction: Double = 0.5) {
            self.color = color
            self.fraction = min(max(fraction, 0), 1)
        }

        /// `alcedo.overlay?color=…&fraction=…`.
        public var identifier: String { "alcedo.overlay?color=\(exact(color))&fraction=\(exact(fraction))" }
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Tint {
    /// Lays a color over the picture; its alpha is the strength.
    public static func tint(_ color: SRGBColor) -> Self { ImageProcessors.Tint(color: color) }
}

extension ProcessorRecipe where Self == ImageProcessors.Overlay {
    /// Lays a color over the picture, of which `fraction` stays visible.
    public static func overlay(_ color: SRGBColor, fraction: Double = 0.5) -> Self {
        ImageProcessors.Overlay(color: color, fraction: fraction)
    }
}

extension ImageProcessors.Tint: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification("tint", [.init("color", .color, required: true)]) { values in
            values.color("color").map { Self(color: $0) }
        }
    ]
}

extension ImageProcessors.Overlay: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "overlay", [.init("color", .color, required: true), .init("fraction", .number(0...1))]
        ) { values in
            values.color("color").map {
                Self(color: $0, fraction: values.number("fraction") ?? 0.5)
            }
        }
    ]
}
