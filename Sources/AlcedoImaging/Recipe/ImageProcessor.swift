/// One step between a decoded picture and an encoded one.
///
/// Conform a type of your own to take part in a chain; it needs nothing else. Steps run after the resize, in the
/// order in which they are written, and the order is part of a picture's identity.
public protocol ImageProcessor: Sendable {
    /// Names the step with every parameter that changes its result, exactly.
    ///
    /// It goes into the cache key: two processors with equal identifiers must give equal pixels. Reverse-DNS with
    /// the parameters after a question mark is the custom: `org.example.stripes?count=4,color=ff0000ff`. Never use
    /// a Swift description of a value, which differs between platforms and versions. Change it (append a version)
    /// when the algorithm changes.
    var identifier: String { get }

    /// Whether an opaque picture may come out with transparent pixels. Decides whether `auto` is JPEG or PNG.
    var mayAddTransparency: Bool { get }

    /// Whether the picture that comes out is opaque whatever went in.
    var removesTransparency: Bool { get }

    /// How large the picture becomes, without making it. Processors that change the size say so here.
    ///
    /// - Parameters:
    ///   - size: What goes in, in device pixels.
    ///   - density: Device pixels per CSS pixel.
    func size(of size: PixelSize, density: Double) -> PixelSize

    /// Makes the new picture. May be called on any thread, for several pictures at once.
    ///
    /// - Parameters:
    ///   - image: 8-bit sRGB or grey with straight alpha, or 16-bit where the source is. With ``ColorPolicy/keep``
    ///     the samples are those of the source's profile; ``Image/toSRGB(warn:)`` gives them as sRGB. All frames of an animation
    ///     stand one above the other; see ``Image/frameHeight``.
    ///   - context: What is known about the request.
    /// - Throws: Any error. Its description is shown to the user after the picture's name.
    func process(_ image: Image, context: ImageProcessingContext) throws -> Image
}

extension ImageProcessor {
    /// `false`.
    public var mayAddTransparency: Bool { false }

    /// `false`.
    public var removesTransparency: Bool { false }

    /// The size that goes in.
    public func size(of size: PixelSize, density: Double) -> PixelSize { size }
}

/// What a processor is told besides the picture.
public struct ImageProcessingContext: Sendable {
    /// Facts of the source.
    public var source: ImageFacts
    /// Device pixels per CSS pixel of the picture being made. Built-in processors that take CSS pixels (radius,
    /// border, blur) multiply by it.
    public var density: Double

    /// Describes a request.
    public init(source: ImageFacts, density: Double = 1) {
        self.source = source
        self.density = density
    }
}
