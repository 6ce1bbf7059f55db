import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// The albums of a gallery, one for each folder in the ids of its pictures.
///
/// A folder without pictures and with a single folder in it is left out, unless the manifest names it: if all pictures
/// are in `photos/2024`, the overview shows them instead of a way to them.
struct GalleryAlbums {
    /// The overview first, and each album before those in it.
    private(set) var lists: [GalleryList] = []
    private let photos: [GalleryPhoto]
    private let settings: [String: (album: GallerySettings.Album, position: Int)]
    /// The folders in each folder, in the order of the gallery.
    private var folders: [String: [String]] = [:]
    private var pictures: [String: [Int]] = [:]
    /// The first and the last time in each list.
    private var times: [ClosedRange<String>?] = []

    /// - Parameters:
    ///   - overview: The list of all pictures.
    ///   - settings: The albums in the manifest.
    /// - Throws: `ManifestMistakes` if a folder or a cover does not exist.
    init(
        _ photos: [GalleryPhoto], overview: GalleryList, settings: [GallerySettings.Album],
        order: GallerySettings.Order
    ) throws(ManifestMistakes) {
        self.photos = photos
        self.settings = Dictionary(
            settings.enumerated().map { ($1.folder, ($1, $0)) }, uniquingKeysWith: { one, _ in one })
        var named = GallerySettings()
        named.albums = settings
        let mistakes = named.mistakes(ids: photos.map(\.id))
        guard mistakes.isEmpty else { throw ManifestMistakes(diagnostics: mistakes) }
        var known: Set<String> = [""]
        for number in overview.photos {
            var folder = photos[number].folder
            pictures[folder, default: []].append(number)
            while known.insert(folder).inserted {
                let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
                folders[parent, default: []].append(folder)
                folder = parent
            }
        }
        _ = add(merged("", isOverview: true), overview, order)
    }

    /// Adds a list, and the albums in it.
    private mutating func add(_ folder: String, _ list: GalleryList, _ order: GallerySettings.Order) -> Int {
        let number = lists.count
        var list = list
        list.photos = order.sorted(pictures[folder] ?? [], photos)
        lists.append(list)
        times.append(nil)
        let albums = (folders[folder] ?? []).map { folder in
            let folder = merged(folder)
            let own = settings[folder]?.album
            let name = folder.split(separator: "/").last.map(String.init) ?? folder
            let album = GalleryList(
                kind: .album, key: folder, title: own?.title ?? GalleryCaption.words(in: name),
                description: own?.description, photos: [], parent: number, count: 0)
            return add(folder, album, own?.order ?? order)
        }
        list.albums = sorted(albums, order)
        list.count = list.photos.count + albums.reduce(0) { $0 + lists[$1].count }
        list.cover = list.photos.first ?? list.albums.compactMap { lists[$0].cover }.first
        if let album = settings[list.key]?.album, let cover = album.cover {
            list.cover = picture(cover, album) ?? list.cover
        }
        lists[number] = list
        let all =
            list.photos.compactMap { photos[$0].time }
            + albums.compactMap { times[$0] }.flatMap { [$0.lowerBound, $0.upperBound] }
        if let first = all.min(), let last = all.max() { times[number] = first...last }
        return number
    }

    /// Returns the folder that is shown in place of a folder.
    private func merged(_ folder: String, isOverview: Bool = false) -> String {
        var folder = folder
        while pictures[folder] == nil, settings[folder] == nil, let inner = folders[folder], inner.count == 1,
            !isOverview || settings[inner[0]] == nil
        {
            folder = inner[0]
        }
        return folder
    }

    private func sorted(_ albums: [Int], _ order: GallerySettings.Order) -> [Int] {
        guard order != .manifest else {
            // In the order of the manifest's own list, and then by the first picture.
            return albums.enumerated().sorted { one, other in
                let places = [one, other].map { settings[lists[$0.element].key]?.position ?? .max }
                return places[0] == places[1] ? one.offset < other.offset : places[0] < places[1]
            }.map(\.element)
        }
        return order.sorted(
            albums, title: { lists[$0].title }, name: { lists[$0].key },
            time: { order == .oldest ? times[$0]?.lowerBound : times[$0]?.upperBound })
    }

    /// Returns the picture with an id, in full or from the album's folder.
    private func picture(_ id: String, _ album: GallerySettings.Album) -> Int? {
        [album.folder + "/" + id, id].lazy.compactMap { id in photos.firstIndex { $0.id == id } }.first
    }
}
