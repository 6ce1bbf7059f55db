public import AlcedoRecipes

extension Manifest {
    /// The limits of a source.
    public struct Limits: Hashable, Sendable {
        /// The limits enforced by the engine: pixels, frames, seconds.
        public var image: ImageLimits
        /// The maximum number of bytes of a remote or `data:` source.
        public var bytes: Int

        /// Creates limits, by default the engine's own and 64 MB.
        public init(image: ImageLimits = ImageLimits(), bytes: Int = 64_000_000) {
            self.image = image
            self.bytes = bytes
        }
    }
}
