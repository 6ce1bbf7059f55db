extension ImageProcessors {
    /// Lays the picture over a colour.
    public struct Flatten: ImageProcessor, Hashable, Codable {
        /// What shows where the picture is transparent.
        public let color: Color

        /// Takes the colour; one that is itself transparent leaves the picture so.
        public init(color: Color) {
            self.color = color
        }

        /// `alcedo.flatten?color=ffffffff`.
        public var identifier: String { "alcedo.flatten?color=\(exact(color))" }

        /// Whether the colour is opaque.
        public var removesTransparency: Bool { color.alpha == 255 }

        /// Lays each frame over the colour.
        ///
        /// - Throws: ``ImagingError/process(step:reason:)``.
        public func process(_ image: Image, context: ImageProcessingContext) throws -> Image {
            try image.flattened(onto: color)
        }
    }
}

extension ImageProcessor where Self == ImageProcessors.Flatten {
    /// Lays the picture over a colour.
    public static func flatten(_ color: Color) -> Self { ImageProcessors.Flatten(color: color) }
}
