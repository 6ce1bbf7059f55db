public import AlcedoBase

/// A type that encodes a finished picture as the bytes of a file.
///
/// Conform a type of your own to write a format, or with settings, that Alcedo does not provide, and request its files
/// with ``RequestedFormat/custom(_:)``.
public protocol CacheSerializer: Sendable {
    /// Exact name of the format and of every setting that changes its bytes; part of the cache key. The rules of
    /// ``ImageProcessor/identifier`` apply.
    var identifier: String { get }

    /// The format of the files: a built-in one, or ``OutputFormat/custom(_:)``.
    var format: OutputFormat { get }

    /// Encodes a picture. May be called on any thread, for several pictures at once.
    ///
    /// - Parameters:
    ///   - image: The picture, with all its frames.
    ///   - context: Information about the picture besides its pixels.
    /// - Throws: Any error. Its description is shown to the user after the picture's name.
    func data(with image: PixelImage, context: SerializationContext) throws -> Data
}

/// Information that a serializer receives besides the picture.
public struct SerializationContext: Sendable {
    /// Metadata blocks of the source, unchanged.
    public let metadata: SerializationContext.Metadata
    /// Fields read from these blocks.
    public let fields: ImageMetadata

    /// Creates a context and reads the fields.
    public init(metadata: SerializationContext.Metadata = SerializationContext.Metadata()) {
        self.metadata = metadata
        fields = ImageMetadata(metadata)
    }
}

extension SerializationContext {
    /// Metadata blocks of a source, as found by the decoder.
    public struct Metadata: Hashable, Sendable {
        /// The EXIF block, beginning with `Exif\0\0` or with the TIFF header.
        public var exif: Data?
        /// The XMP packet.
        public var xmp: Data?
        /// The IPTC block: Photoshop's resources, or the fields alone.
        public var iptc: Data?

        /// Creates metadata from its blocks.
        public init(exif: Data? = nil, xmp: Data? = nil, iptc: Data? = nil) {
            self.exif = exif
            self.xmp = xmp
            self.iptc = iptc
        }
    }
}
