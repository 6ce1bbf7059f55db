public import AlcedoManifest
import AlcedoRecipes

/// Options of a gallery that override `gallery` in the manifest.
public struct GalleryOptions: Hashable, Sendable {
    /// Folder of the template; `nil` for `gallery` beside the manifest if it exists, otherwise the built-in template.
    public var template: String?
    /// Root folder of the site; `nil` to derive it from `output` and `base-url` of the manifest.
    public var root: String?
    /// Path of the index; `nil` for the manifest's.
    public var index: String?
    /// Title of the gallery; `nil`, here and below, for the manifest's setting.
    public var title: String?
    /// Description in one sentence; the number of pictures by default.
    public var description: String?
    /// Language of the texts, as in `<html lang>`; `en` by default.
    public var language: String?
    /// URL of the gallery, such as `https://example.org/photos`, for link preview tags.
    public var site: String?
    /// Order of the pictures; the manifest's order by default.
    public var order: GallerySettings.Order?
    /// Variant for the pages of pictures; `photo` or `hero` by default, or the one with the widest file.
    public var variant: String?
    /// Variant for the overview; `card` or `thumb` by default, or the one with the narrowest file.
    public var card: String?
    /// The largest number of pictures on a page; 100 by default.
    public var pageSize: Int?
    /// Further settings of the manifest, which have no options.
    private(set) var settings = GallerySettings()
    /// Names of the variants that are the photographer's own files, sorted.
    private(set) var originals: [String] = []

    /// Creates options that override nothing.
    public init() {}

    /// Returns the options with missing values taken from the manifest.
    func filled(from settings: GallerySettings) -> GalleryOptions {
        var options = self
        options.title = title ?? settings.title
        options.description = description ?? settings.description
        options.language = language ?? settings.language
        options.site = site ?? settings.site
        options.order = order ?? settings.order
        options.variant = variant ?? settings.variant
        options.card = card ?? settings.card
        options.pageSize = pageSize ?? settings.pageSize
        options.settings = settings
        return options
    }

    /// Returns the options with missing values taken from the manifest, and what it says of its variants.
    func filled(from manifest: Manifest) -> GalleryOptions {
        var options = filled(from: manifest.gallery)
        options.originals = manifest.variants.filter { variant in
            variant.formats.contains { $0 == .original || $0 == .verbatim }
        }.map(\.name).sorted()
        return options
    }

    /// Removes the words of the manifest and returns them.
    mutating func takeWords() -> [GallerySettings.Word: String] {
        defer { settings.words = [:] }
        return settings.words
    }
}
