import AlcedoIndex
import AlcedoManifest

/// The values for a template, from the pictures of an index.
struct GalleryPages {
    /// The largest number of pictures on a page, if the manifest does not say it.
    static let defaultSize = 100

    let index: ImageIndex
    let options: GalleryOptions
    let words: GalleryWords
    /// The names of copied files, by their marks.
    let files: [String: String]
    /// Returns the generator in the head of the page with a file name.
    let generator: (_ page: String) -> String
    let photos: [GalleryPhoto]
    /// The overview first, then albums and tags.
    let lists: [GalleryList]
    /// The tags of pictures, as positions in `lists`.
    let tagsOfPhotos: [Int: [Int]]
    /// The list that each picture belongs to, and its position there.
    let homes: [(list: Int, position: Int)]
    /// The map, if the gallery has one.
    let map: GalleryMap?

    /// - Parameter size: The largest number of pictures on a page.
    /// - Throws: `ToolError`, `ManifestMistakes`.
    init(
        index: ImageIndex, options: GalleryOptions, words: GalleryWords, files: [String: String],
        generator: @escaping (_ page: String) -> String, size: Int
    ) throws {
        self.index = index
        self.options = options
        self.words = words
        self.files = files
        self.generator = generator
        var photos = try GalleryPhoto.all(of: index, options)
        let overview = GalleryList(
            kind: .overview, key: "", title: options.title ?? words[.title],
            description: options.description, photos: Array(photos.indices), cover: photos.indices.first,
            count: photos.count)
        var lists = [overview]
        if let albums = options.settings.albums {
            lists = try GalleryAlbums(
                photos, overview: overview, settings: albums, order: options.order ?? .manifest
            ).lists
        }
        var homes = photos.map { _ in (list: 0, position: 0) }
        for (number, list) in lists.enumerated() {
            for (position, photo) in list.photos.enumerated() { homes[photo] = (number, position) }
        }
        self.homes = homes
        var tagsOfPhotos: [Int: [Int]] = [:]
        if options.settings.tags {
            let tags = GalleryTags(photos, overview: overview)
            tagsOfPhotos = tags.ofPhotos.mapValues { [count = lists.count] in $0.map { $0 + count } }
            lists += tags.lists
        }
        lists = GalleryList.paged(lists, size: size)
        let others =
            (tagsOfPhotos.isEmpty ? [] : [GalleryPageNames.tags])
            + (options.settings.map == nil ? [] : [GalleryMap.page])
        let names = GalleryPageNames.names(for: photos.map(\.id), besides: lists.flatMap(\.pages) + others)
        for (number, name) in names.enumerated() { photos[number].page = name }
        map = options.settings.map.map { [photos] in GalleryMap(photos, $0, words) }
        self.photos = photos
        self.lists = lists
        self.tagsOfPhotos = tagsOfPhotos
        self.size = size
    }

    /// The largest number of pictures on a page.
    let size: Int
    /// The element with the icon.
    var icon = GalleryIcon.builtIn.markup
    /// Whether pages link to a feed.
    var hasFeed = false

    /// The page of one picture.
    /// - Throws: `ImageIndexError`.
    func page(_ number: Int) throws -> [String: Any] {
        let photo = photos[number]
        var values = shared(photo.page)
        let (home, position) = homes[number]
        let list = lists[home]
        var facts = self.facts(number, at: position)
        let ratio = photo.ratio(of: photo.large)
        facts["ratio"] = decimal(ratio)
        facts["picture"] = try index.picture(
            photo.id, photo.large,
            sizes: "(min-width: 68em) min(100vw - 25rem, \(decimal(ratio)) * (100vh - 6rem)), "
                + "min(100vw, \(decimal(ratio)) * (100vh - 12rem))",
            alt: photo.caption.alt, options: .first)
        facts["place"] =
            words[
                .place, ["number": String(position + 1), "count": String(list.photos.count)]]
        let tags = tagsOfPhotos[number, default: []].map { tag(lists[$0]) }
        if !tags.isEmpty {
            facts["tags"] = tags
            facts["hasTags"] = true
        }
        let downloads = GalleryDownload.all(of: photo, options, words)
        if !downloads.isEmpty {
            facts["downloads"] = downloads.map(\.values)
            facts["hasDownloads"] = true
        }
        if let map = photo.image.meta.flatMap({ map?.values(of: number, $0) }) { facts["map"] = map }
        values["photo"] = facts
        var place = self.values(of: list)
        place["page"] = URLPath.encode(list.pages[position / size]) + "#" + URLPath.encode(photo.anchor)
        values["list"] = place
        if position > 0 { values["previous"] = neighbour(list, position - 1, .previous) }
        if position + 1 < list.photos.count { values["next"] = neighbour(list, position + 1, .next) }
        if let site {
            values["address"] = "\(site)/\(URLPath.encode(photo.page))"
            values["openGraph"] = try openGraph(photo, site)
            values["structuredData"] = try photo.image.resolved(on: site).structuredData(
                photo.large, site: site)
        }
        return values
    }

    // MARK: - Values

    var site: String? {
        options.site.map { site in
            var site = site
            while site.hasSuffix("/") { site.removeLast() }
            return site
        }
    }

    /// Returns the values that all pages have.
    /// - Parameter page: File name of the page.
    func shared(_ page: String) -> [String: Any] {
        var gallery: [String: Any] = [
            "title": lists[0].title, "description": options.description ?? words.count(photos.count),
            "language": options.language ?? "en",
            "direction": LanguageTag.isRightToLeft(options.language ?? "en") ? "rtl" : "ltr",
            "count": photos.count, "isEmpty": photos.isEmpty, "page": GalleryPageNames.index,
        ]
        if !tagsOfPhotos.isEmpty { gallery["tagsPage"] = GalleryPageNames.tags }
        if map != nil { gallery["map"] = GalleryMap.page }
        var values: [String: Any] = [
            "gallery": gallery,
            "words": templateWords,
            "files": files.mapValues(URLPath.encode),
            "generator": generator(page),
        ]
        if !icon.isEmpty { values["icon"] = icon }
        if hasFeed { values["feed"] = Self.feed }
        return values
    }

    /// Words of the template itself. Those with braces are filled in by its script.
    private var templateWords: [String: Any] {
        let shown: [GallerySettings.Word] = [
            .skip, .empty, .list, .albums, .tags, .path, .close, .zoom, .details, .download, .license, .map,
            .location,
        ]
        var texts = Dictionary(uniqueKeysWithValues: shown.map { ($0.rawValue, words[$0]) })
        texts["fullScreen"] = words[.fullScreen]
        texts["place"] = words[.place]
        texts["previousPicture"] = words[.previous]
        texts["nextPicture"] = words[.next]
        return texts
    }

    /// Returns the values for the previous or next picture.
    private func neighbour(
        _ list: GalleryList, _ position: Int, _ word: GallerySettings.Word
    ) -> [String: Any] {
        let number = list.photos[position]
        var values = facts(number, at: position)
        values["label"] = words[word, ["title": photos[number].caption.title]]
        return values
    }

    /// Returns all values of a picture, except its markup.
    /// - Parameter position: Its position in the list.
    func facts(_ number: Int, at position: Int) -> [String: Any] {
        let photo = photos[number]
        var values: [String: Any] = [
            "id": photo.id, "number": position + 1, "page": URLPath.encode(photo.page),
            "anchor": photo.anchor,
            "title": photo.caption.title,
            "alt": photo.caption.alt, "description": photo.caption.text ?? photo.caption.alt,
            "width": photo.width, "height": photo.height,
        ]
        if let text = photo.caption.text { values["text"] = text }
        guard let meta = photo.image.meta else { return values }
        let facts = GalleryFact.all(of: meta, words).map { fact -> [String: Any] in
            var values: [String: Any] = ["label": fact.label, "value": fact.value]
            if let time = fact.time { values["time"] = time }
            return values
        }
        if !facts.isEmpty {
            values["facts"] = facts
            values["hasFacts"] = true
        }
        if let credit = GalleryFact.credit(of: meta, words) { values["credit"] = credit }
        if let license = GalleryFact.license(of: meta, words) {
            values["license"] = ["address": license.address, "title": license.title]
        }
        if let keywords = meta.keywords, !keywords.isEmpty { values["keywords"] = keywords }
        return values
    }

    /// Returns the social card of a picture.
    func openGraph(_ photo: GalleryPhoto, _ site: String) throws -> String {
        try photo.image.resolved(on: site).openGraph(
            socialVariant(of: photo), site: site, alt: photo.caption.alt)
    }

    /// The variant that other sites show.
    func socialVariant(of photo: GalleryPhoto) -> String {
        let variant = options.settings.social.flatMap { photo.image.variants[$0]?.img == nil ? nil : $0 }
        return variant ?? photo.large
    }

    /// Formats a number with at most three decimals.
    func decimal(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        if thousandths % 1000 == 0 { return String(thousandths / 1000) }
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

extension ImageIndex.Entry {
    /// Resolves URLs relative to the pages, which are all in one folder, to absolute URLs.
    func resolved(on site: String) -> ImageIndex.Entry {
        mapAddresses { url, _ in
            var (url, folder) = (url[...], site[...])
            guard url.hasPrefix("./") || url.hasPrefix("../") else { return String(url) }
            let host = site.firstRange(of: "://").map(\.upperBound) ?? site.startIndex
            while true {
                if url.hasPrefix("./") {
                    url = url.dropFirst(2)
                } else if url.hasPrefix("../") {
                    url = url.dropFirst(3)
                    // `..` at the root stays at the root.
                    if let slash = folder[host...].lastIndex(of: "/") { folder = folder[..<slash] }
                } else {
                    return "\(folder)/\(url)"
                }
            }
        }
    }
}
