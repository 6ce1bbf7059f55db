extension ImageProcessors {
    /// An unsharp mask on lightness: edges become steeper and get no colours.
    public struct Sharpen: ImageProcessor, Hashable, Codable {
        /// How wide an edge is: the standard deviation of a Gaussian in CSS pixels.
        public let sigma: Double
        /// How much of the difference to the blurred picture is added.
        public let amount: Double
        /// Differences up to this, 0…255, are left alone: noise stays as it is.
        public let threshold: Double

        /// Takes the settings; 1 for an edge of one pixel, half of the difference, all differences.
        public init(sigma: Double = 1, amount: Double = 0.5, threshold: Double = 0) {
            self.sigma = sigma
            self.amount = amount
            self.threshold = threshold
        }

        /// `alcedo.sharpen?sigma=…&amount=…&threshold=…`.
        public var identifier: String {
            "alcedo.sharpen?sigma=\(exact(sigma))&amount=\(exact(amount))&threshold=\(exact(threshold))"
        }

        /// Sharpens each frame.
        ///
        /// - Throws: ``ImagingError/process(step:reason:)``.
        public func process(_ image: Image, context: ImageProcessingContext) throws -> Image {
            try image.sharpened(sigma: sigma * context.density, amount: amount, threshold: threshold)
        }
    }
}

extension ImageProcessor where Self == ImageProcessors.Sharpen {
    /// Makes edges steeper.
    ///
    /// - Parameters:
    ///   - sigma: How wide an edge is, in CSS pixels.
    ///   - amount: How much of the difference to the blurred picture is added.
    ///   - threshold: Differences up to this, 0…255, are left alone.
    public static func sharpen(sigma: Double = 1, amount: Double = 0.5, threshold: Double = 0) -> Self {
        ImageProcessors.Sharpen(sigma: sigma, amount: amount, threshold: threshold)
    }
}
