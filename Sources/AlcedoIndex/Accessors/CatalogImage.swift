/// One image of an index that is known to be there: what generated accessors give.
public struct CatalogImage: Sendable {
    /// The index.
    public let catalog: ImageCatalog
    /// The image's id.
    public let id: String

    /// Names an image.
    public init(_ catalog: ImageCatalog, _ id: String) {
        self.catalog = catalog
        self.id = id
    }

    /// All that the index says of it.
    ///
    /// - Throws: ``ImageIndexError``: the index cannot be read, or is another one than the code was made from.
    public func entry() throws(ImageIndexError) -> ImageIndex.Entry {
        try catalog.index().image(id)
    }
}
