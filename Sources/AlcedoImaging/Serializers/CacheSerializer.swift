public import Foundation

/// Turns a finished picture into the bytes of a file.
///
/// Conform a type of your own to write a format, or settings, that Alcedo does not have.
public protocol CacheSerializer: Sendable {
    /// Names the format with every setting that changes its bytes, exactly; part of the cache key. The rules of
    /// ``ImageProcessor/identifier`` hold.
    var identifier: String { get }

    /// Encodes a picture. May be called on any thread, for several pictures at once.
    ///
    /// - Parameters:
    ///   - image: The picture, with all its frames.
    ///   - context: What is known besides its pixels.
    /// - Throws: Any error. Its description is shown to the user after the picture's name.
    func data(with image: Image, context: SerializationContext) throws -> Data
}

/// What a serializer is told besides the picture.
public struct SerializationContext: Sendable {
    /// What the source says about itself, as it stands there.
    public let metadata: SourceMetadata
    /// The same, read.
    public let fields: ImageMetadata

    /// Describes a picture.
    public init(metadata: SourceMetadata = SourceMetadata()) {
        self.metadata = metadata
        fields = ImageMetadata(metadata)
    }
}

/// The descriptive data of a source, as the decoder found it.
public struct SourceMetadata: Hashable, Sendable {
    /// The EXIF block, beginning with `Exif\0\0` or with the TIFF header.
    public var exif: Data?
    /// The XMP packet.
    public var xmp: Data?
    /// The IPTC block: Photoshop's resources, or the fields alone.
    public var iptc: Data?

    /// Takes the blocks.
    public init(exif: Data? = nil, xmp: Data? = nil, iptc: Data? = nil) {
        self.exif = exif
        self.xmp = xmp
        self.iptc = iptc
    }
}
