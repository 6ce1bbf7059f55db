extension ImageProcessors {
    /// Flattens the picture onto a color.
    public struct Flatten: ProcessorRecipe, Hashable, Codable {
        /// The color that shows where the picture is transparent.
        public let color: SRGBColor

        /// Creates a processor. A translucent color leaves the picture translucent.
        public init(color: SRGBColor) {
            self.color = color
        }

        /// `alcedo.flatten?color=ffffffff`.
        public var identifier: String { "alcedo.flatten?color=\(exact(color))" }

        /// Whether the color is opaque.
        public var removesTransparency: Bool { color.alpha == 255 }
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Flatten {
    /// Flattens the picture onto a color.
    public static func flatten(_ color: SRGBColor) -> Self { ImageProcessors.Flatten(color: color) }
}

extension ImageProcessors.Flatten: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "background", aliases: ["flatten"], [.init("color", .color, required: true)]
        ) { values in
            values.color("color").map { Self(color: $0) }
        }
    ]
}
