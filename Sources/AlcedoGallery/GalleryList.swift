import AlcedoBase
import AlcedoManifest

/// Pictures that are shown together, on one or several pages: the overview, an album or a tag.
struct GalleryList: Sendable {
    enum Kind: Hashable, Sendable { case overview, album, tag }

    var kind: Kind
    /// The folder of an album, the keyword of a tag; empty for the overview.
    var key: String
    var title: String
    /// A sentence from the manifest.
    var description: String?
    /// The numbers of its pictures, in its order.
    var photos: [Int]
    /// The list above this one.
    var parent: Int?
    /// The albums in this one, in their order.
    var albums: [Int] = []
    /// The number of the picture that stands for it.
    var cover: Int?
    /// The number of pictures in it and in the albums in it.
    var count: Int
    /// File names of its pages; at least one.
    var pages: [String] = []

    /// Divides the lists into pages and names them.
    ///
    /// - Parameter size: The largest number of pictures on a page.
    static func paged(_ lists: [GalleryList], size: Int) -> [GalleryList] {
        let stems = GalleryPageNames.stems(of: lists)
        return zip(lists, stems).map { list, stem in
            var list = list
            let count = max(1, (list.photos.count - 1) / size + 1)
            list.pages = (1...count).map { GalleryPageNames.page($0, of: stem) }
            return list
        }
    }
}
