public import AlcedoBase
public import AlcedoImaging
public import Foundation

/// A finished picture, and where it came from.
public struct RetrievedImage: Hashable, Sendable {
    private struct Parts: Hashable {
        var data: Data
        var digest: ContentDigest
        var format: OutputFormat
        var width: Int
        var height: Int
        var frames: Int
        var origin: ImageOrigin
    }

    private let parts: Boxed<Parts>
    /// Whether pixels were made for it. Says no more of the picture than ``origin``, so it does not take part when two are
    /// compared.
    let wasMade: Bool

    init(
        data: Data, digest: ContentDigest, format: OutputFormat, width: Int, height: Int, frames: Int,
        origin: ImageOrigin, wasMade: Bool
    ) {
        self.wasMade = wasMade
        parts = Boxed(
            Parts(
                data: data, digest: digest, format: format, width: width, height: height, frames: frames,
                origin: origin))
    }

    /// The encoded bytes.
    public var data: Data { parts.value.data }
    /// The digest of `data`.
    public var digest: ContentDigest { parts.value.digest }
    /// The format of `data`.
    public var format: OutputFormat { parts.value.format }
    /// Pixels across.
    public var width: Int { parts.value.width }
    /// Pixels down, of one frame.
    public var height: Int { parts.value.height }
    /// How many frames it has.
    public var frames: Int { parts.value.frames }
    /// Where it came from.
    public var origin: ImageOrigin { parts.value.origin }

    /// The same picture, which came from elsewhere this time.
    func from(_ origin: ImageOrigin, wasMade: Bool) -> RetrievedImage {
        RetrievedImage(
            data: data, digest: digest, format: format, width: width, height: height, frames: frames,
            origin: origin, wasMade: wasMade)
    }

    /// Whether both are the same picture and came from the same place.
    public static func == (one: RetrievedImage, other: RetrievedImage) -> Bool {
        one.parts.value == other.parts.value
    }

    /// Feeds everything that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(parts.value)
    }
}
