import CDigest

/// An incremental SHA-256 hasher.
///
/// It uses a library with hardware SHA instructions where the system has one: CommonCrypto on Apple platforms,
/// elsewhere the libcrypto that comes with libcurl. Otherwise it uses GLib. libvips links GLib already, so neither adds
/// a build dependency.
package struct ContentHasher: ~Copyable {
    /// The library that computes the digest.
    enum Implementation {
        /// The fastest one available.
        case fastest
        /// GLib, which is always available.
        case glib

        var choice: alcedo_sha256_choice {
            switch self {
            case .fastest: alcedo_sha256_fastest
            case .glib: alcedo_sha256_glib
            }
        }
    }

    private let hash: OpaquePointer

    /// Creates a hasher with no input.
    package init() {
        self.init(.fastest)
    }

    init(_ implementation: Implementation) {
        hash = alcedo_sha256_new(implementation.choice)
    }

    deinit {
        alcedo_sha256_free(hash)
    }

    /// Appends `data`.
    package mutating func update(_ data: Data) {
        data.withUnsafeBytes { update($0) }
    }

    /// Appends the bytes of `buffer`.
    package mutating func update(_ buffer: UnsafeRawBufferPointer) {
        guard let base = buffer.baseAddress, !buffer.isEmpty else { return }
        alcedo_sha256_update(hash, base, buffer.count)
    }

    /// Returns the digest of all appended bytes and consumes the hasher.
    package consuming func finalize() -> ContentDigest {
        Self.digest { alcedo_sha256_finish(hash, $0) }
    }

    /// Returns the digest of bytes that are completely in memory, without allocating a hasher.
    static func digest(
        of buffer: UnsafeRawBufferPointer, by implementation: Implementation = .fastest
    ) -> ContentDigest {
        digest { alcedo_sha256_once(buffer.baseAddress, buffer.count, $0, implementation.choice) }
    }

    private static func digest(_ write: (UnsafeMutablePointer<UInt8>?) -> Void) -> ContentDigest {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { bytes in
            bytes.initialize(repeating: 0)
            write(bytes.baseAddress)
            return ContentDigest(UnsafeRawBufferPointer(bytes))
        }
    }
}
