/// A processing step between decoding and encoding a picture.
///
/// Conform a type of your own to take part in a chain; nothing else is needed. Steps run after the resize, in the
/// order in which they are written, and the order is part of a picture's identity.
public protocol ImageProcessor: Sendable {
    /// Exact name of the step and of every parameter that changes its result.
    ///
    /// Part of the cache key: two processors with equal identifiers must produce equal pixels. The convention is
    /// reverse DNS with the parameters after a question mark: `org.example.stripes?count=4,color=ff0000ff`. Never use
    /// a Swift description of a value, which differs between platforms and versions. Change the identifier (append a
    /// version) when the algorithm changes.
    var identifier: String { get }

    /// Whether an opaque picture may become partly transparent. Determines whether `auto` is JPEG or PNG.
    var mayAddTransparency: Bool { get }

    /// Whether the result is opaque regardless of the input.
    var removesTransparency: Bool { get }

    /// Returns the size of the result without computing it. Processors that change the size implement this method.
    ///
    /// - Parameters:
    ///   - size: The size of the input, in device pixels.
    ///   - density: Device pixels per CSS pixel.
    func size(of size: PixelSize, density: Double) -> PixelSize

    /// Returns the processed picture. May be called on any thread, for several pictures at once.
    ///
    /// - Parameters:
    ///   - image: 8-bit sRGB or gray with straight alpha, or 16-bit if the source is. With ``ColorPolicy/keep`` the
    ///     samples are those of the source's profile; ``PixelImage/toSRGB(warn:)`` converts them to sRGB. The frames of an
    ///     animation are stacked vertically; see ``PixelImage/frameHeight``.
    ///   - context: Information about the request.
    /// - Throws: Any error. Its description is shown to the user after the picture's name.
    func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage
}

extension ImageProcessor {
    /// `false`.
    public var mayAddTransparency: Bool { false }

    /// `false`.
    public var removesTransparency: Bool { false }

    /// The size of the input.
    public func size(of size: PixelSize, density: Double) -> PixelSize { size }
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
