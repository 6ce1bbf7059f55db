/// What a gallery is to be, where it is not what `gallery` in the manifest says.
public struct GalleryOptions: Hashable, Sendable {
    /// The folder with the template; `nil` for `gallery` beside the manifest, or the built-in one where that is not.
    public var template: String?
    /// The folder that is the root of the site; `nil` for what `output` and `base-url` of the manifest say.
    public var root: String?
    /// The index, instead of the manifest's.
    public var index: String?
    /// The name of the gallery; `nil` for what the manifest says, as in everything below.
    public var title: String?
    /// What the gallery is, in a sentence; `nil` for the number of pictures.
    public var description: String?
    /// The language of the texts, as in `<html lang>`; in the end `en`.
    public var language: String?
    /// The address of the gallery, `https://example.org/photos`, for tags by which other sites show its pages.
    public var site: String?
    /// The order of the pictures; in the end the manifest's.
    public var order: GalleryOrder?
    /// The variant that is shown large; in the end `photo` or `hero`, or the one with the widest file.
    public var variant: String?
    /// The variant in the overview; in the end `card` or `thumb`, or the one with the narrowest file.
    public var card: String?

    /// A gallery that says nothing special.
    public init() {}

    /// The same with what the manifest says in the places that are free.
    func filled(from settings: GallerySettings) -> GalleryOptions {
        var options = self
        options.title = title ?? settings.title
        options.description = description ?? settings.description
        options.language = language ?? settings.language
        options.site = site ?? settings.site
        options.order = order ?? settings.order
        options.variant = variant ?? settings.variant
        options.card = card ?? settings.card
        return options
    }
}
