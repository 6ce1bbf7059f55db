extension ImageProcessors {
    /// Lays a colour over the picture where the picture is; the colour's alpha is the strength.
    public struct Tint: ImageProcessor, Hashable, Codable {
        /// The colour.
        public let color: Color

        /// Takes the colour. An opaque one hides the picture and leaves its shape.
        public init(color: Color) {
            self.color = color
        }

        /// `alcedo.tint?color=1d4ed866`.
        public var identifier: String { "alcedo.tint?color=\(exact(color))" }

        /// Mixes each pixel with the colour.
        ///
        /// - Throws: ``ImagingError/process(step:reason:)``.
        public func process(_ image: Image, context: ImageProcessingContext) throws -> Image {
            try image.mixed(with: color, amount: Double(color.alpha) / 255)
        }
    }

    /// Kingfisher's `OverlayImageProcessor`: lays a colour over the picture where the picture is.
    public struct Overlay: ImageProcessor, Hashable, Codable {
        /// The colour; its alpha weakens it further.
        public let color: Color
        /// How much of the picture stays visible: 0 for only the colour, 1 for only the picture.
        public let fraction: Double

        /// Takes the colour and how much of the picture stays, 0…1.
        public init(color: Color, fraction: Double = 0.5) {
            self.color = color
            self.fraction = min(max(fraction, 0), 1)
        }

        /// `alcedo.overlay?color=…&fraction=…`.
        public var identifier: String { "alcedo.overlay?color=\(exact(color))&fraction=\(exact(fraction))" }

        /// Mixes each pixel with the colour.
        ///
        /// - Throws: ``ImagingError/process(step:reason:)``.
        public func process(_ image: Image, context: ImageProcessingContext) throws -> Image {
            try image.mixed(with: color, amount: Double(color.alpha) / 255 * (1 - fraction))
        }
    }
}

extension ImageProcessor where Self == ImageProcessors.Tint {
    /// Lays a colour over the picture; its alpha is the strength.
    public static func tint(_ color: Color) -> Self { ImageProcessors.Tint(color: color) }
}

extension ImageProcessor where Self == ImageProcessors.Overlay {
    /// Lays a colour over the picture, of which `fraction` stays visible.
    public static func overlay(_ color: Color, fraction: Double = 0.5) -> Self {
        ImageProcessors.Overlay(color: color, fraction: fraction)
    }
}
