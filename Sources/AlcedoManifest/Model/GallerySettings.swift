package import AlcedoBase

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
    /// The variant that other sites show for a page; by default, the one on the picture's page.
    public var social: String?
    /// The largest number of pictures on a page of the overview, an album or a tag.
    public var pageSize: Int?
    /// Albums, one for each folder of pictures, with the settings of some; `nil` for one gallery without albums.
    public var albums: [GallerySettings.Album]?
    /// Whether keywords have pages.
    public var tags = false
    /// The path of the icon that browsers show for the pages, relative to the manifest's folder.
    public var icon: String?
    /// The place of `icon`, for errors.
    package var iconLocation: Diagnostic.Location?
    /// The files that visitors may download.
    public var downloads: GallerySettings.Downloads = .none
    /// The map of the places where the pictures were taken; `nil` for none.
    public var map: GallerySettings.Map?
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
        /// By folder and file name, with `9.jpg` before `10.jpg`.
        case name
        /// By the time of capture, oldest first; pictures without a time come last.
        case oldest
        /// By the time of capture, newest first; pictures without a time come last.
        case newest
    }

    /// The settings of an album.
    public struct Album: Hashable, Sendable {
        /// The folder of its pictures, as at the beginning of their ids: `trips/iceland`.
        public var folder: String
        /// The name; by default, the words of the folder's name.
        public var title: String?
        /// A description in one sentence; by default, the number of pictures.
        public var description: String?
        /// The id of the picture that stands for the album, from the folder or in full; by default, its first picture.
        public var cover: String?
        /// The order of its pictures and of the albums in it; by default, that of the album or gallery around it.
        public var order: GallerySettings.Order?
        /// The place in the manifest, for errors.
        package var location: Diagnostic.Location?
        /// The place of `cover`, for errors.
        package var coverLocation: Diagnostic.Location?

        /// Creates the settings of the album with the pictures of a folder.
        public init(
            folder: String, title: String? = nil, description: String? = nil, cover: String? = nil,
            order: GallerySettings.Order? = nil
        ) {
            self.folder = folder
            self.title = title
            self.description = description
            self.cover = cover
            self.order = order
        }
    }

    /// The files that the page of a picture offers to download.
    public enum Downloads: Hashable, Sendable {
        /// None.
        case none
        /// Every size of the variant that the page shows.
        case shown
        /// Every size of these variants.
        case variants([String])
    }

    /// A map of the places where pictures were taken, for those whose position is in the index.
    public struct Map: Hashable, Sendable {
        /// The address of tiles with `{z}`, `{x}` and `{y}` in Web Mercator; `nil` for a map of lines, which loads nothing.
        public var tiles: String?
        /// The text that the owner of the tiles asks for.
        public var attribution: String?

        /// Creates a map of lines, or one of tiles.
        public init(tiles: String? = nil, attribution: String? = nil) {
            self.tiles = tiles
            self.attribution = attribution
        }
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
        case albums
        case tags
        case path
        case pages
        case page
        case pageOf = "page-of"
        case previousPage = "previous-page"
        case nextPage = "next-page"
        case camera
        case lens
        case focalLength = "focal-length"
        case aperture
        case exposure
        case iso
        case taken
        case photograph
        case date
        case close
        case zoom
        case fullScreen = "full-screen"
        case details
        case download
        case license
        case map
        case location

        /// The placeholders that the text must contain, such as `count` in `{count} pictures`.
        var placeholders: [String] {
            switch self {
            case .pictures: ["count"]
            case .place, .pageOf: ["number", "count"]
            case .page: ["number"]
            case .previous, .next: ["title"]
            case .photograph: ["name"]
            case .date: ["day", "month", "year"]
            default: []
            }
        }
    }
}
