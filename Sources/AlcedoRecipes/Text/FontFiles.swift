package import AlcedoBase

/// The bytes of the fonts that texts are drawn with, kept once per process.
package enum FontFiles {
    private static let files = Locked<[ContentDigest: Data]>([:])

    /// Keeps the bytes of a font, and returns the digest that names them.
    package static func keep(_ data: Data) -> ContentDigest {
        let digest = ContentDigest(hashing: data)
        files.withLock { files in if files[digest] == nil { files[digest] = data } }
        return digest
    }

    /// The bytes of a font.
    package static func data(of digest: ContentDigest) -> Data? { files.withLock { $0[digest] } }
}
