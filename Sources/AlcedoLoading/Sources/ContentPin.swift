public import AlcedoBase

/// Expected content of a remote source.
public struct ContentPin: Hashable, Sendable {
    /// Digest of the bytes.
    public var digest: ContentDigest
    /// Number of bytes.
    public var bytes: Int

    /// Creates a pin from a digest and a size in bytes.
    public init(digest: ContentDigest, bytes: Int) {
        self.digest = digest
        self.bytes = bytes
    }
}

extension ContentPin: CustomStringConvertible {
    /// `sha256-… (4710233 bytes)`.
    public var description: String { "\(digest.sri) (\(bytes) \(bytes == 1 ? "byte" : "bytes"))" }
}
