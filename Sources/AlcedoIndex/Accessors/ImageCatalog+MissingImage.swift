extension ImageCatalog {
    /// A stand-in for a missing picture in generated code, so that the compiler reports the picture and not its uses.
    ///
    /// Only members marked as unavailable return one, so no program that compiles contains it.
    @dynamicMemberLookup
    public struct MissingImage: Sendable {
        private let image: CatalogImage

        /// Creates a stand-in for a picture.
        public init(_ catalog: ImageCatalog, _ name: String) {
            image = CatalogImage(catalog, name)
        }

        /// Any variant of the picture.
        public subscript(dynamicMember name: String) -> CatalogVariant { CatalogVariant(image, name) }

        /// Any picture below the name, in case it was meant as a folder.
        @_disfavoredOverload
        public subscript(dynamicMember name: String) -> MissingImage { self }
    }
}
