import AlcedoBase

/// Hashes of file names and their folders in lower case: on many file systems two names that differ in nothing else are
/// one file. Different names may have the same.
enum NameHash {
    /// FNV-1a of 64 bits: its offset basis and prime (Fowler, Noll, Vo).
    private static let start: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01b3

    /// That of a name in lower case.
    static func of(_ name: String) -> UInt64 { name.utf8.reduce(start) { ($0 ^ UInt64($1)) &* prime } }

    /// That of a name as it stands in a record, in any case.
    ///
    /// - Parameter folder: Is given those of the folders around it, from the outermost on.
    static func of(_ bytes: UnsafeRawBufferPointer, folder: (UInt64) -> Void) -> UInt64 {
        var hash = start
        for byte in bytes {
            // Only of these is it known how they look in lower case.
            guard byte < 0x80 else { return of(String(decoding: bytes, as: UTF8.self), folder) }
            if byte == UInt8(ascii: "/") { folder(hash) }
            let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            hash = (hash ^ UInt64(isCapital ? byte | 0x20 : byte)) &* prime
        }
        return hash
    }

    private static func of(_ name: String, _ folder: (UInt64) -> Void) -> UInt64 {
        var hash = start
        for byte in name.lowercased().utf8 {
            if byte == UInt8(ascii: "/") { folder(hash) }
            hash = (hash ^ UInt64(byte)) &* prime
        }
        return hash
    }
}
