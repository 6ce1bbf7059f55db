public import AlcedoBase
public import AlcedoRecipes

/// A finished picture and its origin.
public struct RetrievedImage: Hashable, Sendable {
    /// The encoded bytes.
    public let data: Data
    /// The digest of `data`.
    public let digest: ContentDigest
    /// The format of `data`.
    public let format: OutputFormat
    /// Width in pixels.
    public let width: Int
    /// Height of a frame in pixels.
    public let height: Int
    /// Number of frames.
    public let frames: Int
    /// Origin of the picture.
    public let origin: ImageOrigin
    /// Whether the picture was made rather than found in a cache. Not part of the value, so ignored by comparisons.
    let wasMade: Bool

    /// Returns the same picture with another origin.
    func from(_ origin: ImageOrigin, wasMade: Bool) -> RetrievedImage {
        RetrievedImage(
            data: data, digest: digest, format: format, width: width, height: height, frames: frames,
            origin: origin, wasMade: wasMade)
    }

    /// Whether both are the same picture with the same origin.
    public static func == (one: RetrievedImage, other: RetrievedImage) -> Bool {
        one.digest == other.digest && one.format == other.format && one.width == other.width
            && one.height == other.height && one.frames == other.frames && one.origin == other.origin
    }

    /// Hashes the digest, the format and the origin.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
        hasher.combine(format)
        hasher.combine(origin)
    }
}
