public import Foundation

/// Bytes that are in memory already.
public struct RawImageDataProvider: ImageDataProvider {
    /// The identity of the source among other sources.
    public var cacheKey: String
    private let bytes: Data

    /// Hands over `data` under a name of your choice.
    public init(data: Data, cacheKey: String) {
        bytes = data
        self.cacheKey = cacheKey
    }

    /// The bytes as they were given.
    public func data() async throws -> Data { bytes }
}
