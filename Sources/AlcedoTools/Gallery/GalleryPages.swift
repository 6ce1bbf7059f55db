import AlcedoIndex
import AlcedoManifest

/// The values for a template, from the pictures of an index.
struct GalleryPages {
    let index: ImageIndex
    let options: GalleryOptions
    let words: GalleryWords
    /// The names of copied files, by their marks.
    let files: [String: String]
    let generator: String
    let photos: [GalleryPhoto]

    /// - Throws: ``ToolError``.
    init(
        index: ImageIndex, options: GalleryOptions, words: GalleryWords, files: [String: String],
        generator: String
    ) throws(ToolError) {
        self.index = index
        self.options = options
        self.words = words
        self.files = files
        self.generator = generator
        photos = try GalleryPhoto.all(of: index, options)
    }

    /// The page with all pictures.
    /// - Throws: `ImageIndexError`.
    func overview() throws -> [String: Any] {
        var values = shared
        values["photos"] = try photos.indices.map { number -> [String: Any] in
            var photo = facts(number)
            photo["card"] = try card(number)
            photo["ratio"] = decimal(photos[number].ratio(of: photos[number].small))
            return photo
        }
        if let site {
            values["address"] = site + "/"
            if let first = photos.first { values["openGraph"] = try openGraph(first, site) }
        }
        return values
    }

    /// The page of one picture.
    /// - Throws: `ImageIndexError`.
    func page(_ number: Int) throws -> [String: Any] {
        let photo = photos[number]
        var values = shared
        var facts = self.facts(number)
        let ratio = photo.ratio(of: photo.large)
        facts["ratio"] = decimal(ratio)
        facts["picture"] = try index.picture(
            photo.id, photo.large, sizes: "min(100vw, calc(\(decimal(ratio)) * (100vh - 12rem)))",
            alt: photo.caption.alt, options: .first)
        facts["place"] = words[.place, ["number": String(number + 1), "count": String(photos.count)]]
        values["photo"] = facts
        if number > 0 { values["previous"] = neighbour(number - 1, .previous) }
        if number + 1 < photos.count { values["next"] = neighbour(number + 1, .next) }
        if let site {
            values["address"] = "\(site)/\(URLPath.encode(photo.page))"
            values["openGraph"] = try openGraph(photo, site)
            values["structuredData"] = try photo.image.resolved(on: site).structuredData(
                photo.large, site: site)
        }
        return values
    }

    // MARK: - Values

    private var site: String? {
        options.site.map { site in
            var site = site
            while site.hasSuffix("/") { site.removeLast() }
            return site
        }
    }

    private var title: String { options.title ?? words[.title] }

    private var shared: [String: Any] {
        let gallery: [String: Any] = [
            "title": title, "description": options.description ?? words.count(photos.count),
            "language": options.language ?? "en",
            "count": photos.count, "isEmpty": photos.isEmpty, "page": GalleryPageNames.index,
        ]
        return [
            "gallery": gallery,
            "words": ["skip": words[.skip], "empty": words[.empty], "list": words[.list]],
            "files": files.mapValues(URLPath.encode),
            "generator": generator,
        ]
    }

    /// Returns the values for the previous or next picture.
    private func neighbour(_ number: Int, _ word: GallerySettings.Word) -> [String: Any] {
        var values = facts(number)
        values["label"] = words[word, ["title": photos[number].caption.title]]
        return values
    }

    /// Returns all values of a picture, except its markup.
    private func facts(_ number: Int) -> [String: Any] {
        let photo = photos[number]
        var values: [String: Any] = [
            "id": photo.id, "number": number + 1, "page": URLPath.encode(photo.page),
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
        if let keywords = meta.keywords, !keywords.isEmpty { values["keywords"] = keywords }
        return values
    }

    /// Returns the markup of a picture in the overview. The first picture loads eagerly, all others lazily.
    private func card(_ number: Int) throws -> String {
        let photo = photos[number]
        // A row is at most 19 rem high, and grows by about a quarter to fill its width. The overview crops pictures
        // with other aspect ratios.
        let width = decimal(min(max(photo.ratio(of: photo.small), 0.6), 2.2) * 24)
        return try index.picture(
            photo.id, photo.small, sizes: "(min-width: 40em) min(100vw, \(width)rem), 100vw",
            alt: photo.caption.alt, options: number == 0 ? .first : PictureOptions())
    }

    private func openGraph(_ photo: GalleryPhoto, _ site: String) throws -> String {
        try photo.image.resolved(on: site).openGraph(photo.large, site: site, alt: photo.caption.alt)
    }

    /// Formats a number with at most three decimals.
    private func decimal(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        if thousandths % 1000 == 0 { return String(thousandths / 1000) }
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

extension GalleryPages {
    /// Returns the values of every page of a gallery with three complete pictures, and of an empty gallery, to check a
    /// template with.
    static func sample(files: [String: String]) throws -> [String: [[String: Any]]] {
        var meta = ImageIndex.Meta()
        (meta.title, meta.description, meta.creator) = ("Title", "Description", "Ada")
        (meta.keywords, meta.dateTimeOriginal) = (["one", "two"], "2024-05-01T09:30:00")
        let file = ImageIndex.File(bytes: 1, file: "a.jpg", height: 2, url: "/a.jpg", width: 3)
        let jpeg = ImageIndex.Format(files: [file], format: "jpeg", srcset: "/a.jpg 3w", type: "image/jpeg")
        let image = ImageIndex.Entry(
            meta: meta, source: .init(bytes: 1, digest: "", format: "jpeg", height: 2, width: 3),
            variants: ["photo": .init(formats: [jpeg], img: .init(height: 2, src: "/a.jpg", width: 3))])
        var options = GalleryOptions()
        options.site = "https://example.org"
        let galleries = try [[], ["a", "b", "c"]].map { ids in
            let index = ImageIndex(
                baseURL: "/", generator: "",
                images: Dictionary(uniqueKeysWithValues: ids.map { ($0, image) }),
                order: ids)
            return try GalleryPages(
                index: index, options: options, words: .english, files: files, generator: "alcedo")
        }
        return [
            "index": try galleries.map { try $0.overview() },
            "photo": try galleries.flatMap { try $0.photos.indices.map($0.page) },
        ]
    }
}

extension ImageIndex.Entry {
    /// Resolves URLs relative to the pages, which are all in one folder, to absolute URLs.
    fileprivate func resolved(on site: String) -> ImageIndex.Entry {
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
