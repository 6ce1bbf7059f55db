/// What a processing step is, without its code: what a plan, a cache key and a message to a worker need to know of it.
///
/// A step that can be carried out is an `ImageProcessor` of `AlcedoImaging`, which is what to conform a type of your own to.
public protocol ProcessorRecipe: Sendable {
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
}

extension ProcessorRecipe {
    /// `false`.
    public var mayAddTransparency: Bool { false }

    /// `false`.
    public var removesTransparency: Bool { false }

    /// The size of the input.
    public func size(of size: PixelSize, density: Double) -> PixelSize { size }
}
