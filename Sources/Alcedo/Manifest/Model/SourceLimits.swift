public import AlcedoImaging

/// The bounds that a source must stay within.
public struct SourceLimits: Hashable, Sendable {
    /// Those that the engine watches: pixels, frames, seconds.
    public var image: ImageLimits
    /// The most bytes of a remote or `data:` source.
    public var bytes: Int

    /// The engine's defaults and 64 MB unless said otherwise.
    public init(image: ImageLimits = ImageLimits(), bytes: Int = 64_000_000) {
        self.image = image
        self.bytes = bytes
    }
}
