/// What a gallery is told besides the manifest.
public struct GalleryOptions: Hashable, Sendable {
    /// The folder with the template; `nil` for `gallery` beside the manifest, or the built-in one where that is not.
    public var template: String?
    /// The folder that is the root of the site; `nil` for what `output` and `base-url` of the manifest say.
    public var root: String?
    /// The index, instead of the manifest's.
    public var index: String?
    /// The name of the gallery.
    public var title: String?
    /// What the gallery is, in a sentence; `nil` for the number of pictures.
    public var description: String?
    /// The language of the texts, as in `<html lang>`.
    public var language = "en"
    /// The address of the gallery, `https://example.org/photos`, for tags by which other sites show its pages.
    public var site: String?
    /// The variant that is shown large; `nil` for `photo` or `hero`, or the one with the widest file.
    public var variant: String?
    /// The variant in the overview; `nil` for `card` or `thumb`, or the one with the narrowest file.
    public var card: String?

    /// A gallery that says nothing special.
    public init() {}
}
