public import AlcedoBase
public import AlcedoRecipes

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
