/// An image that is known to be in an index, as returned by generated accessors.
public struct CatalogImage: Sendable {
    /// The index.
    public let catalog: ImageCatalog
    /// The image's id.
    public let id: String

    /// Creates a reference to an image.
    public init(_ catalog: ImageCatalog, _ id: String) {
        self.catalog = catalog
        self.id = id
    }

    /// Returns the image's entry in the index.
    ///
    /// - Throws: ``ImageIndexError`` if the index cannot be read, or does not match the generated code.
    public func entry() throws(ImageIndexError) -> ImageIndex.Entry {
        try catalog.index().image(id)
    }
}
