package import AlcedoBase

/// The name of an object in a shared store, in the layout of Bazel's HTTP cache.
package struct SharedName: Hashable, Sendable, CustomStringConvertible {
    /// The two namespaces.
    package enum Space: String, Sendable {
        /// Results by the key of what was to be made.
        case action = "ac"
        /// Bytes by their own digest.
        case blob = "cas"
    }

    package var space: Space
    package var digest: ContentDigest

    package static func action(_ key: ContentDigest) -> Self { Self(space: .action, digest: key) }
    package static func blob(_ digest: ContentDigest) -> Self { Self(space: .blob, digest: digest) }

    /// `ac/<sha256>` or `cas/<sha256>`.
    package var description: String { space.rawValue + "/" + digest.hex }
}

/// A store that several machines share: a server, a bucket, or a mounted folder.
///
/// Nothing it returns is believed: ``SharedCache`` checks every byte.
package protocol SharedStore: Sendable {
    /// The address, for messages. Must not contain a secret.
    var name: String { get }

    /// Returns an object of at most `limit` bytes, or `nil` if there is none.
    /// - Throws: ``SharedStoreError``, or `CancellationError`.
    func get(_ name: SharedName, limit: Int) async throws -> Data?

    /// Returns whether there is an object, without its bytes.
    /// - Throws: ``SharedStoreError``, or `CancellationError`.
    func contains(_ name: SharedName) async throws -> Bool

    /// Stores an object, replacing any previous one.
    /// - Throws: ``SharedStoreError``, or `CancellationError`.
    func put(_ data: Data, as name: SharedName) async throws

    /// Ends everything under way; later requests fail.
    func close()
}

/// Why a shared store did not do what it was asked for. Each reason is part of a sentence: "it does not answer (…)".
package enum SharedStoreError: Error, Hashable {
    /// It does not answer, or not well; the next request may succeed.
    case unavailable(String)
    /// It refuses, and will go on to.
    case refused(String)
    /// The object is longer than expected.
    case tooLong
    /// Something that is no object is in its place.
    case foreign
    /// The store was closed.
    case closed
}
