import AlcedoBase
import Foundation

/// The bytes of a source, or where to get them when they turn out to be needed.
struct SourceContent: Sendable {
    var digest: ContentDigest
    /// How many bytes it has.
    var bytes: Int
    /// How they came here.
    var origin: ImageOrigin
    /// The bytes, if they had to be read to know the digest.
    var data: Data?
    /// Reads them again. Throws when they are not those of `digest` any more.
    var reload: @Sendable () async throws -> Data

    /// The bytes, from memory or read again.
    func load() async throws -> Data {
        if let data { return data }
        return try await reload()
    }
}
