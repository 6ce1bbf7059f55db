public import AlcedoBase
public import AlcedoImaging
public import Foundation

/// A finished picture, and where it came from.
public struct RetrievedImage: Hashable, Sendable {
    /// The encoded bytes.
    public let data: Data
    /// The digest of `data`.
    public let digest: ContentDigest
    /// The format of `data`.
    public let format: OutputFormat
    /// Pixels across.
    public let width: Int
    /// Pixels down, of one frame.
    public let height: Int
    /// How many frames it has.
    public let frames: Int
    /// Where it came from.
    public let origin: ImageOrigin
    /// Whether pixels were made for it. Says no more of the picture than ``origin``, so it does not take part when two are
    /// compared.
    let wasMade: Bool

    /// The same picture, which came from elsewhere this time.
    func from(_ origin: ImageOrigin, wasMade: Bool) -> RetrievedImage {
        RetrievedImage(
            data: data, digest: digest, format: format, width: width, height: height, frames: frames,
            origin: origin, wasMade: wasMade)
    }

    /// Whether both are the same picture and came from the same place.
    public static func == (one: RetrievedImage, other: RetrievedImage) -> Bool {
        one.digest == other.digest && one.format == other.format && one.width == other.width
            && one.height == other.height && one.frames == other.frames && one.origin == other.origin
    }

    /// Feeds everything that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
        hasher.combine(format)
        hasher.combine(origin)
    }
}
