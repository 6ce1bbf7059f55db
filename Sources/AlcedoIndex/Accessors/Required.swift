/// What has to be there.
enum Required {
    /// What `body` gives.
    ///
    /// - Precondition: `body` does not throw. It throws for a mistake of the programmer: code and index do not fit together.
    static func value<Value>(
        _ file: StaticString, _ line: UInt, _ body: () throws(ImageIndexError) -> Value
    ) -> Value {
        do throws(ImageIndexError) {
            return try body()
        } catch {
            // Unlike a precondition, it has its message in release builds, too.
            fatalError(error.description, file: file, line: line)
        }
    }
}

extension CatalogVariant {
    /// The same functions for places that cannot throw: they stop the program where these throw.
    public var required: RequiredVariant { RequiredVariant(self) }
}

extension CatalogVariant.Undescribed {
    /// The same functions for places that cannot throw: they stop the program where these throw.
    public var required: RequiredVariant.Undescribed { RequiredVariant.Undescribed(self) }
}

extension CatalogImage {
    /// All that the index says of it.
    ///
    /// - Precondition: As with ``RequiredVariant``: the index can be read and has the image.
    public func requiredEntry(file: StaticString = #fileID, line: UInt = #line) -> ImageIndex.Entry {
        Required.value(file, line) { () throws(ImageIndexError) in try entry() }
    }
}

extension ImageCatalog {
    /// The index, read the first time and remembered.
    ///
    /// - Precondition: As with ``RequiredVariant``: the index can be read.
    public func requiredIndex(file: StaticString = #fileID, line: UInt = #line) -> ImageIndex {
        Required.value(file, line) { () throws(ImageIndexError) in try index() }
    }
}

extension ImageIndex {
    /// The image with this id.
    ///
    /// - Precondition: As with ``RequiredVariant``: there is one.
    public func required(
        _ id: String, file: StaticString = #fileID, line: UInt = #line
    ) -> Entry {
        Required.value(file, line) { () throws(ImageIndexError) in try image(id) }
    }

    /// A variant of an image, with functions for places that cannot throw.
    public func required(_ id: String, _ variant: String) -> RequiredVariant {
        RequiredVariant(self, id, variant)
    }
}
