import AlcedoBase
public import Foundation

/// A picture written out in a `data:` URI.
///
/// RFC 2397 with the leniency of browsers: base64 may lack its padding and hold line breaks, and a `%` that no two
/// hexadecimal digits follow stands for itself. The media type is ignored: the bytes tell what they are.
public struct DataURIImageDataProvider: ImageDataProvider {
    /// `data:` and the digest of the bytes: short, and equal for equal pictures.
    public let cacheKey: String
    private let bytes: Data

    /// Decodes a URI.
    ///
    /// - Parameters:
    ///   - uri: `data:[<media type>][;base64],<data>`.
    ///   - byteLimit: The most decoded bytes that are acceptable.
    /// - Throws: ``LoadingError/dataURI(_:)``.
    public init(uri: String, byteLimit: Int = NetworkConfiguration.defaultByteLimit) throws(LoadingError) {
        do throws(LoadingError.DataURIReason) {
            bytes = try DataURI.decode(uri, byteLimit: byteLimit)
        } catch {
            throw .dataURI(error)
        }
        cacheKey = "data:\(ContentDigest(hashing: bytes).hex)"
    }

    /// The decoded bytes.
    public func data() async throws -> Data { bytes }
}
