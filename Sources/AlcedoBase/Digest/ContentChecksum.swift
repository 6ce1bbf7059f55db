import CDigest

/// The XXH64 checksum of some bytes (Yann Collet, <https://github.com/Cyan4973/xxHash>, seed 0), at nearly memory
/// speed.
///
/// It detects changes to large files. The identity of a picture or a recipe, and anything that has to withstand
/// deliberate collisions, needs a ``ContentDigest``.
package struct ContentChecksum: Hashable, Sendable {
    /// The checksum as a number.
    package let value: UInt64

    /// Creates a checksum from its value.
    package init(value: UInt64) {
        self.value = value
    }

    /// Computes the checksum of consecutive pieces.
    package init(of pieces: some Sequence<ArraySlice<UInt8>>) {
        var hash = alcedo_xxh64()
        alcedo_xxh64_init(&hash)
        for piece in pieces {
            piece.withUnsafeBytes { alcedo_xxh64_update(&hash, $0.baseAddress, $0.count) }
        }
        value = alcedo_xxh64_value(&hash)
    }

    /// Computes the checksum of `bytes`.
    package init(of bytes: [UInt8]) {
        self.init(of: CollectionOfOne(bytes[...]))
    }
}

extension FieldWriter {
    /// Writes a checksum.
    package mutating func write(_ checksum: ContentChecksum) { write(checksum.value) }
}

extension FieldReader {
    /// Reads a checksum.
    package mutating func readChecksum() throws -> ContentChecksum {
        ContentChecksum(value: try readUInt64())
    }
}
