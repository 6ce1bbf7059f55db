public import AlcedoBase

/// A picture whose bytes are already in memory.
public struct RawImageDataProvider: ImageDataProvider {
    /// The identity of the source among other sources.
    public var cacheKey: String
    private let bytes: Data

    /// Creates a provider of `data` with an identity of your choice.
    public init(data: Data, cacheKey: String) {
        bytes = data
        self.cacheKey = cacheKey
    }

    /// The bytes as given.
    public func data() async throws -> Data { bytes }
}
