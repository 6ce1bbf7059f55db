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

/// Hashes of a few names that are looked for among those of many.
struct NameHashes: Sendable {
    private let hashes: Set<UInt64>
    // A bit for each value of the last six: most of the many are none of the few, which has to be found out quickly.
    private let lastBits: UInt64

    /// - Parameter names: In lower case.
    init(_ names: some Sequence<String>) { self.init(Set(names.lazy.map { NameHash.of($0) })) }

    private init(_ hashes: Set<UInt64>) {
        self.hashes = hashes
        lastBits = hashes.reduce(0) { $0 | 1 << ($1 & 63) }
    }

    /// These and others.
    func union(_ names: some Sequence<String>) -> NameHashes {
        NameHashes(hashes.union(names.lazy.map { NameHash.of($0) }))
    }

    func contains(_ hash: UInt64) -> Bool { lastBits & 1 << (hash & 63) != 0 && hashes.contains(hash) }
}
