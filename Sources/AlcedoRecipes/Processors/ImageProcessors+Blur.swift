extension ImageProcessors {
    /// A Gaussian blur that extends the picture's edge indefinitely, like CSS's `blur()` on a clipped picture.
    public struct Blur: ProcessorRecipe, Hashable, Codable {
        /// The standard deviation in CSS pixels, as in CSS's `blur()`.
        public let sigma: Double

        /// Creates a processor.
        ///
        /// - Parameter sigma: The standard deviation in CSS pixels; 0 or less changes nothing.
        public init(sigma: Double) {
            self.sigma = sigma
        }

        /// `alcedo.blur?sigma=…`, with the number's bits.
        public var identifier: String { "alcedo.blur?sigma=\(exact(sigma))" }
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Blur {
    /// A Gaussian blur.
    ///
    /// - Parameter sigma: The standard deviation in CSS pixels.
    public static func blur(sigma: Double) -> Self { ImageProcessors.Blur(sigma: sigma) }
}

extension ImageProcessors.Blur: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification("blur", [.init("sigma", .number(0...250), required: true)]) { values in
            values.number("sigma").map { Self(sigma: $0) }
        }
    ]
}
