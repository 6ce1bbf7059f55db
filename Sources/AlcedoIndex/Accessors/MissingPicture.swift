/// What a picture that is not there gives in generated code, so that the compiler complains of the picture and not of
/// what was to be done with it.
///
/// Only a member that is marked as unavailable gives one: no program that compiles has it.
@dynamicMemberLookup
public struct MissingPicture: Sendable {
    private let image: CatalogImage

    /// Stands in for a picture.
    public init(_ catalog: ImageCatalog, _ name: String) {
        image = CatalogImage(catalog, name)
    }

    /// Any variant of it.
    public subscript(dynamicMember name: String) -> CatalogVariant { CatalogVariant(image, name) }

    /// Anything below it, if it was to be a folder.
    @_disfavoredOverload
    public subscript(dynamicMember name: String) -> MissingPicture { self }
}
