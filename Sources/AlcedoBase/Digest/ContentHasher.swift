import CDigest
public import Foundation

/// A running SHA-256, for bytes that arrive in pieces.
///
/// GLib computes it: libvips links GLib already, so nothing is added to a build.
public struct ContentHasher: ~Copyable {
    private let hash: OpaquePointer

    /// Starts with no bytes.
    public init() {
        hash = alcedo_sha256_new()
    }

    deinit {
        alcedo_sha256_free(hash)
    }

    /// Appends `data`.
    public mutating func update(_ data: Data) {
        data.withUnsafeBytes { update($0) }
    }

    /// Appends the bytes of `buffer`.
    public mutating func update(_ buffer: UnsafeRawBufferPointer) {
        guard let base = buffer.baseAddress, !buffer.isEmpty else { return }
        alcedo_sha256_update(hash, base, buffer.count)
    }

    /// The digest of everything appended so far; the hasher is used up.
    public consuming func finalize() -> ContentDigest {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { bytes in
            bytes.initialize(repeating: 0)
            alcedo_sha256_finish(hash, bytes.baseAddress)
            return ContentDigest(UnsafeRawBufferPointer(bytes))
        }
    }
}
