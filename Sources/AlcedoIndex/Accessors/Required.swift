/// Access to values that must exist.
enum Required {
    /// Returns the result of `body`.
    ///
    /// - Precondition: `body` does not throw. An error is a programming mistake: code and index do not match.
    static func value<Value>(
        _ file: StaticString, _ line: UInt, _ body: () throws(ImageIndexError) -> Value
    ) -> Value {
        do throws(ImageIndexError) {
            return try body()
        } catch {
            // Unlike a precondition, prints its message in release builds, too.
            fatalError(error.description, file: file, line: line)
        }
    }
}

extension CatalogVariant {
    /// The same functions for code that cannot throw: they stop the program instead.
    public var required: RequiredVariant { RequiredVariant(self) }
}

extension CatalogVariant.Undescribed {
    /// The same functions for code that cannot throw: they stop the program instead.
    public var required: RequiredVariant.Undescribed { RequiredVariant.Undescribed(self) }
}

extension CatalogImage {
    /// Returns the image's entry in the index.
    ///
    /// - Precondition: As with ``RequiredVariant``: the index can be read and has the image.
    public func requiredEntry(file: StaticString = #fileID, line: UInt = #line) -> ImageIndex.Entry {
        Required.value(file, line) { () throws(ImageIndexError) in try entry() }
    }
}

extension ImageCatalog {
    /// Returns the index, which is read once and kept.
    ///
    /// - Precondition: As with ``RequiredVariant``: the index can be read.
    public func requiredIndex(file: StaticString = #fileID, line: UInt = #line) -> ImageIndex {
        Required.value(file, line) { () throws(ImageIndexError) in try index() }
    }
}

extension ImageIndex {
    /// Returns the image with this id.
    ///
    /// - Precondition: As with ``RequiredVariant``: the index has the image.
    public func required(
        _ id: String, file: StaticString = #fileID, line: UInt = #line
    ) -> Entry {
        Required.value(file, line) { () throws(ImageIndexError) in try image(id) }
    }

    /// Returns a variant of an image, with functions for code that cannot throw.
    public func required(_ id: String, _ variant: String) -> RequiredVariant {
        RequiredVariant(self, id, variant)
    }
}
