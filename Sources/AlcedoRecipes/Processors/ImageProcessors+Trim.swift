import AlcedoBase

extension ImageProcessors {
    /// Trims borders of one color on all sides, as far as every frame of an animation allows.
    public struct Trim: ProcessorRecipe, Hashable, Codable {
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
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Trim {
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
