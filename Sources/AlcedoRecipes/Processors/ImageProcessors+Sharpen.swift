extension ImageProcessors {
    /// An unsharp mask on lightness: edges become steeper without color fringes.
    public struct Sharpen: ProcessorRecipe, Hashable, Codable {
        /// The width of an edge: the standard deviation of a Gaussian in CSS pixels.
        public let sigma: Double
        /// The part of the difference from the blurred picture that is added.
        public let amount: Double
        /// The largest difference that is ignored, 0…255, so that noise is not sharpened.
        public let threshold: Double

        /// Creates a processor, by default for edges of one pixel, half of the difference, and all differences.
        public init(sigma: Double = 1, amount: Double = 0.5, threshold: Double = 0) {
            self.sigma = sigma
            self.amount = amount
            self.threshold = threshold
        }

        /// `alcedo.sharpen?sigma=…&amount=…&threshold=…`.
        public var identifier: String {
            "alcedo.sharpen?sigma=\(exact(sigma))&amount=\(exact(amount))&threshold=\(exact(threshold))"
        }
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Sharpen {
    /// Makes edges steeper.
    ///
    /// - Parameters:
    ///   - sigma: The width of an edge in CSS pixels.
    ///   - amount: The part of the difference from the blurred picture that is added.
    ///   - threshold: The largest difference that is ignored, 0…255.
    public static func sharpen(sigma: Double = 1, amount: Double = 0.5, threshold: Double = 0) -> Self {
        ImageProcessors.Sharpen(sigma: sigma, amount: amount, threshold: threshold)
    }
}

extension ImageProcessors.Sharpen: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "sharpen",
            [
                .init("sigma", .number(0...50)), .init("amount", .number(0...10)),
                .init("threshold", .number(0...255)),
            ]
        ) { values in
            Self(
                sigma: values.number("sigma") ?? 1, amount: values.number("amount") ?? 0.5,
                threshold: values.number("threshold") ?? 0)
        }
    ]
}
