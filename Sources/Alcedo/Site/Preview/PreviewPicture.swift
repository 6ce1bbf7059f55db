package import AlcedoBase

/// A picture of a preview.
package struct PreviewPicture: Sendable {
    /// The bytes.
    package var data: Data
    /// Their type: `image/webp`.
    package var mediaType: String
    /// What its bytes depend on; the digest of the bytes, if they are those of a build. `nil` if they are of no use the next time.
    package var digest: ContentDigest?
}
