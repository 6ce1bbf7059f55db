import CDigest

/// The XXH64 of some bytes (Yann Collet, <https://github.com/Cyan4973/xxHash>, seed 0), at nearly the speed of memory.
///
/// It tells whether a large file is as it was left. What names a picture or a recipe, or has to stand up to somebody who
/// wants two files to look the same, is a ``ContentDigest``.
package struct ContentChecksum: Hashable, Sendable {
    /// The number.
    package let value: UInt64

    /// Takes a number that was computed before.
    package init(value: UInt64) {
        self.value = value
    }

    /// That of bytes which follow one another.
    package init(of pieces: some Sequence<ArraySlice<UInt8>>) {
        var hash = alcedo_xxh64()
        alcedo_xxh64_init(&hash)
        for piece in pieces {
            piece.withUnsafeBytes { alcedo_xxh64_update(&hash, $0.baseAddress, $0.count) }
        }
        value = alcedo_xxh64_value(&hash)
    }

    /// That of `bytes`.
    package init(of bytes: [UInt8]) {
        self.init(of: CollectionOfOne(bytes[...]))
    }
}

extension FieldWriter {
    /// Writes the number of a checksum.
    package mutating func write(_ checksum: ContentChecksum) { write(checksum.value) }
}

extension FieldReader {
    /// Reads the number of a checksum.
    package mutating func readChecksum() throws -> ContentChecksum {
        ContentChecksum(value: try readUInt64())
    }
}
