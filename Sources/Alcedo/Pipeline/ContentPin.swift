public import AlcedoBase

/// The bytes that a remote source has to have.
public struct ContentPin: Hashable, Sendable {
    /// Their digest.
    public var digest: ContentDigest
    /// How many they are.
    public var bytes: Int

    /// Takes both.
    public init(digest: ContentDigest, bytes: Int) {
        self.digest = digest
        self.bytes = bytes
    }
}

extension ContentPin: CustomStringConvertible {
    /// `sha256-… (4710233 bytes)`.
    public var description: String { "\(digest.sri) (\(bytes) \(bytes == 1 ? "byte" : "bytes"))" }
}
