public import AlcedoBase

/// A picture in a `data:` URI.
///
/// RFC 2397 with the leniency of browsers: base64 may omit its padding and contain line breaks, and a `%` without two
/// hexadecimal digits is literal. The media type is ignored, because the bytes determine the format.
public struct DataURIImageDataProvider: ImageDataProvider {
    /// `data:` and the digest of the bytes: short, and equal for equal pictures.
    public let cacheKey: String
    private let bytes: Data

    /// Decodes a URI.
    ///
    /// - Parameters:
    ///   - uri: `data:[<media type>][;base64],<data>`.
    ///   - byteLimit: The maximum number of decoded bytes.
    /// - Throws: ``LoadingError/dataURI(_:)``.
    public init(uri: String, byteLimit: Int = NetworkConfiguration.defaultByteLimit) throws(LoadingError) {
        bytes = try DataURI.decode(uri, byteLimit: byteLimit)
        cacheKey = "data:\(ContentDigest(hashing: bytes).hex)"
    }

    /// The decoded bytes.
    public func data() async throws -> Data { bytes }
}
