import AlcedoContainers
public import AlcedoRecipes

/// A processing step between decoding and encoding a picture.
///
/// Conform a type of your own to take part in a chain; nothing else is needed. Steps run after the resize, in the
/// order in which they are written, and the order is part of a picture's identity.
public protocol ImageProcessor: ProcessorRecipe {
    /// Returns the processed picture. May be called on any thread, for several pictures at once.
    ///
    /// - Parameters:
    ///   - image: 8-bit sRGB or gray with straight alpha, or 16-bit if the source is. With ``/AlcedoRecipes/ColorPolicy/keep`` the
    ///     samples are those of the source's profile; ``PixelImage/toSRGB(warn:)`` converts them to sRGB. The frames of an
    ///     animation are stacked vertically; see ``PixelImage/frameHeight``.
    ///   - context: Information about the request.
    /// - Throws: Any error. Its description is shown to the user after the picture's name.
    func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage
}

extension ProcessorRecipe {
    /// Carries the step out.
    ///
    /// - Throws: What the step throws, or ``/AlcedoRecipes/ImagingError/process(step:reason:)`` if it is no ``ImageProcessor``.
    func processed(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        guard let step = self as? any ImageProcessor else {
            throw ImagingError.process(step: identifier, reason: "its type is no ImageProcessor")
        }
        return try step.process(image, context: context)
    }
}

/// Information that a processor receives besides the picture.
public struct ImageProcessingContext: Sendable {
    /// Facts about the source.
    public var source: ImageFacts
    /// Device pixels per CSS pixel of the result. Built-in processors that take CSS pixels (radius, border, blur)
    /// multiply by it.
    public var density: Double
    /// Metadata of the source.
    public var metadata: ImageMetadata

    /// Creates a context.
    public init(source: ImageFacts, density: Double = 1, metadata: ImageMetadata = ImageMetadata()) {
        self.source = source
        self.density = density
        self.metadata = metadata
    }
}
