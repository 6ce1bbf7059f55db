/// What a manifest says of a gallery's pages: what `alcedo gallery` has as options.
public struct GallerySettings: Hashable, Sendable {
    /// The name of the gallery.
    public var title: String?
    /// What the gallery is, in a sentence.
    public var description: String?
    /// The language of all texts, as in `<html lang>`.
    public var language: String?
    /// The address of the gallery.
    public var site: String?
    /// The order of the pictures.
    public var order: GalleryOrder?
    /// The variant that is shown large.
    public var variant: String?
    /// The variant in the overview.
    public var card: String?
    /// Words of the template in place of those of the language.
    public var words: [GalleryWord: String] = [:]
    /// The names of the months in place of those of the language: twelve, or none.
    public var months: [String] = []

    /// A manifest that says nothing of a gallery.
    public init() {}
}

/// The order of a gallery's pictures.
public enum GalleryOrder: String, CaseIterable, Hashable, Sendable {
    /// That of the index, which is the manifest's.
    case manifest
    /// By their titles.
    case title
    /// By the time at which they were taken, the first one first; those without a time come last.
    case oldest
    /// By the time at which they were taken, the last one first; those without a time come last.
    case newest
}

/// A text that the gallery's template has besides what is known of the pictures.
public enum GalleryWord: String, CaseIterable, Hashable, Sendable {
    case title
    case onePicture = "one-picture"
    case pictures
    case skip
    case empty
    case place
    case list
    case previous
    case next
    case camera
    case lens
    case focalLength = "focal-length"
    case aperture
    case exposure
    case iso
    case taken
    case photograph
    case date

    /// The names in braces for which the text has to have a place: `count` of `{count} pictures`.
    var placeholders: [String] {
        switch self {
        case .pictures: ["count"]
        case .place: ["number", "count"]
        case .previous, .next: ["title"]
        case .photograph: ["name"]
        case .date: ["day", "month", "year"]
        default: []
        }
    }
}
