/// Settings of a gallery's pages, which are also options of `alcedo gallery`.
public struct GallerySettings: Hashable, Sendable {
    /// The name of the gallery.
    public var title: String?
    /// A description of the gallery in one sentence.
    public var description: String?
    /// The language of all texts, as in `<html lang>`.
    public var language: String?
    /// The address of the gallery.
    public var site: String?
    /// The order of the pictures.
    public var order: GallerySettings.Order?
    /// The variant of the large picture.
    public var variant: String?
    /// The variant in the overview.
    public var card: String?
    /// Texts of the template that override the language's own.
    public var words: [GallerySettings.Word: String] = [:]
    /// Names of the months that override the language's own: twelve, or none.
    public var months: [String] = []

    /// Creates settings without any values.
    public init() {}
}

extension GallerySettings {
    /// The order of a gallery's pictures.
    public enum Order: String, CaseIterable, Hashable, Sendable {
        /// The order of the index, which is the manifest's.
        case manifest
        /// By title.
        case title
        /// By the time of capture, oldest first; pictures without a time come last.
        case oldest
        /// By the time of capture, newest first; pictures without a time come last.
        case newest
    }

    /// A text of the gallery's template that does not depend on the pictures' data.
    public enum Word: String, CaseIterable, Hashable, Sendable {
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

        /// The placeholders that the text must contain, such as `count` in `{count} pictures`.
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
}
