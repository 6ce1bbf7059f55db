import AlcedoBase

extension ImageProcessors {
    /// The brown of old prints, as CSS's `sepia()` (W3C Filter Effects Level 1, 5.1), in sRGB.
    public struct Sepia: ProcessorRecipe, Hashable, Codable {
        /// 0 unchanged … 1 brown.
        public let amount: Double

        /// Creates a processor; `amount` is clamped to 0…1.
        public init(amount: Double = 1) {
            self.amount = min(max(amount, 0), 1)
        }

        /// `alcedo.sepia?amount=…`.
        public var identifier: String { "alcedo.sepia?amount=\(exact(amount))" }
    }

    /// A gradient between two colors by lightness.
    ///
    /// Colors are interpolated in CIELAB, in which equal steps look equally large. Lightness is that of sRGB.
    public struct Duotone: ProcessorRecipe, Hashable, Codable {
        /// The color that replaces black.
        public let shadows: SRGBColor
        /// The color that replaces white.
        public let highlights: SRGBColor

        /// Creates a processor from two colors, whose alpha is ignored.
        public init(shadows: SRGBColor, highlights: SRGBColor) {
            self.shadows = shadows
            self.highlights = highlights
        }

        /// `alcedo.duotone?shadows=…&highlights=…`.
        public var identifier: String {
            "alcedo.duotone?shadows=\(exact(shadows))&highlights=\(exact(highlights))"
        }
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Sepia {
    /// The brown of old prints; 0 unchanged … 1 brown.
    public static func sepia(amount: Double = 1) -> Self { ImageProcessors.Sepia(amount: amount) }
}

extension ProcessorRecipe where Self == ImageProcessors.Duotone {
    /// A gradient by lightness: black becomes `shadows`, white `highlights`.
    public static func duotone(shadows: SRGBColor, highlights: SRGBColor) -> Self {
        ImageProcessors.Duotone(shadows: shadows, highlights: highlights)
    }
}

extension ImageProcessors.Sepia: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification("sepia", [.init("amount", .number(0...1))]) { values in
            Self(amount: values.number("amount") ?? 1)
        }
    ]
}

extension ImageProcessors.Duotone: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "duotone",
            [
                .init("shadows", .color, required: true), .init("highlights", .color, required: true),
            ]
        ) { values in
            guard let shadows = values.color("shadows"), let highlights = values.color("highlights") else {
                return nil
            }
            return Self(shadows: shadows, highlights: highlights)
        }
    ]
}
