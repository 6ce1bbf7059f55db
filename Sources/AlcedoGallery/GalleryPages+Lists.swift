import AlcedoIndex
import AlcedoManifest

/// The values for pages with several pictures.
extension GalleryPages {
    /// All pages of all lists: the number from 1 and the position of the list.
    var listPages: [(number: Int, list: Int)] {
        lists.indices.flatMap { list in lists[list].pages.indices.map { ($0 + 1, list) } }
    }

    /// A page of the overview, an album or a tag.
    ///
    /// - Parameter number: From 1.
    /// - Throws: `ImageIndexError`.
    func page(_ number: Int, of list: GalleryList) throws -> [String: Any] {
        let page = list.pages[number - 1]
        var values = shared(page)
        var facts = self.values(of: list)
        facts["page"] = URLPath.encode(page)
        let part = number > 1 ? words[.page, ["number": String(number)]] : nil
        let gallery = list.kind == .overview ? nil : lists[0].title
        facts["fullTitle"] = [list.title, part, gallery].compactMap(\.self).joined(separator: " – ")
        values["list"] = facts
        if list.kind != .overview {
            var path = self.path(of: list)
            if list.kind == .tag { path.append(["title": words[.tags], "page": GalleryPageNames.tags]) }
            values["path"] = path
        }
        // Only the first page leads to the albums.
        let albums = number == 1 ? try list.albums.enumerated().map(album) : []
        if !albums.isEmpty {
            values["albums"] = albums
            values["hasAlbums"] = true
        }
        let shown = list.photos[min((number - 1) * size, list.photos.count)...].prefix(size)
        values["photos"] = try shown.indices.map { position in
            try listed(
                list.photos[position], at: position,
                isFirst: position == shown.startIndex && albums.isEmpty)
        }
        values["hasPhotos"] = !shown.isEmpty
        if list.pages.count > 1 { values["pager"] = pager(number, list) }
        if let site {
            values["address"] =
                page == GalleryPageNames.index ? site + "/" : "\(site)/\(URLPath.encode(page))"
            if let cover = list.cover { values["openGraph"] = try openGraph(photos[cover], site) }
        }
        return values
    }

    /// The page with all tags.
    func tagsPage() -> [String: Any] {
        var values = shared(GalleryPageNames.tags)
        values["tags"] = lists.filter { $0.kind == .tag }.map(tag)
        values["path"] = path(of: nil)
        if let site { values["address"] = "\(site)/\(GalleryPageNames.tags)" }
        return values
    }

    /// Returns the values of a list wherever it is named.
    func values(of list: GalleryList) -> [String: Any] {
        var values: [String: Any] = [
            "title": list.title, "count": list.photos.count, "label": words.count(list.count),
            "description": list.description ?? words.count(list.count), "page": URLPath.encode(list.pages[0]),
            "isOverview": list.kind == .overview, "isAlbum": list.kind == .album, "isTag": list.kind == .tag,
        ]
        if let text = list.description { values["text"] = text }
        return values
    }

    /// Returns the values of a tag: its name, its address and the number of its pictures.
    func tag(_ list: GalleryList) -> [String: Any] { values(of: list) }

    /// Returns the lists above a list, the overview first.
    func path(of list: GalleryList?) -> [[String: Any]] {
        var path: [[String: Any]] = []
        var parent = list == nil ? 0 : list?.parent
        while let number = parent {
            path.append(values(of: lists[number]))
            parent = lists[number].parent
        }
        return path.reversed()
    }

    /// Returns the values of an album in the list of albums.
    private func album(_ position: Int, _ number: Int) throws -> [String: Any] {
        let list = lists[number]
        var values = self.values(of: list)
        guard let cover = list.cover else { return values }
        let photo = photos[cover]
        // Covers fill boxes of three to two, which are at most 26 rem wide.
        let width = decimal(max(photo.ratio(of: photo.small) / 1.5, 1) * 26)
        values["cover"] = try index.picture(
            photo.id, photo.small, sizes: "(min-width: 40em) min(100vw, \(width)rem), 100vw", alt: "",
            options: position == 0 ? .first : PictureOptions())
        return values
    }

    /// Returns the links between the pages of a list: the first, the last and those around the current one.
    private func pager(_ number: Int, _ list: GalleryList) -> [String: Any] {
        let count = list.pages.count
        func link(_ other: Int, _ label: String) -> [String: Any] {
            ["number": other, "page": URLPath.encode(list.pages[other - 1]), "label": label]
        }
        var pages: [[String: Any]] = []
        var last = 0
        // A gap of one page is that page.
        for other in 1...count
        where other == 1 || other == count || abs(other - number) <= 1 || other == 2 && number == 4
            || other == count - 1 && number == count - 3
        {
            if other > last + 1 { pages.append(["isGap": true, "isCurrent": false]) }
            var page = link(other, words[.page, ["number": String(other)]])
            page["isGap"] = false
            page["isCurrent"] = other == number
            pages.append(page)
            last = other
        }
        var pager: [String: Any] = [
            "label": words[.pages], "pages": pages,
            "place": words[.pageOf, ["number": String(number), "count": String(count)]],
        ]
        if number > 1 { pager["earlier"] = link(number - 1, words[.previousPage]) }
        if number < count { pager["later"] = link(number + 1, words[.nextPage]) }
        return pager
    }

    /// Returns the values of a picture in a list, with its markup.
    ///
    /// - Parameters:
    ///   - position: Its place in the list, from 0.
    ///   - isFirst: Whether it is the first picture of the page, which loads eagerly; all others load lazily.
    func listed(_ number: Int, at position: Int, isFirst: Bool = false) throws -> [String: Any] {
        let photo = photos[number]
        let ratio = photo.ratio(of: photo.small)
        var facts = self.facts(number, at: position)
        facts["ratio"] = decimal(ratio)
        // On a phone a picture is as wide as the window. Elsewhere rows are as high as in the style sheet, and grow by about
        // a quarter to fill their width.
        facts["card"] = try index.picture(
            photo.id, photo.small,
            sizes:
                "(max-width: 30em) 100vw, min(100vw, \(decimal(ratio * 1.25)) * clamp(11rem, 19vw, 19rem))",
            alt: photo.caption.alt, options: isFirst ? .first : PictureOptions())
        return facts
    }
}
