import CDigest
public import Foundation

/// A running SHA-256, for bytes that arrive in pieces.
///
/// The system's own library computes it where there is one with the processor's instructions for it: CommonCrypto on
/// Apple's systems, elsewhere the libcrypto that libcurl brings along. GLib does where there is none: libvips links
/// GLib already, so neither adds anything to a build.
public struct ContentHasher: ~Copyable {
    /// Who computes.
    enum Implementation {
        /// The fastest that is there.
        case fastest
        /// GLib's, which is everywhere.
        case glib

        var choice: alcedo_sha256_choice {
            switch self {
            case .fastest: alcedo_sha256_fastest
            case .glib: alcedo_sha256_glib
            }
        }
    }

    private let hash: OpaquePointer

    /// Starts with no bytes.
    public init() {
        self.init(.fastest)
    }

    init(_ implementation: Implementation) {
        hash = alcedo_sha256_new(implementation.choice)
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
        Self.digest { alcedo_sha256_finish(hash, $0) }
    }

    /// The digest of bytes that are all there, for which nothing is set aside.
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
