import AlcedoIndex

/// The list of all pages for search engines ([sitemaps.org](https://www.sitemaps.org/protocol.html)), with the pictures.
extension GalleryPages {
    /// File name of the sitemap, or of the list of sitemaps if there are several.
    static let sitemap = "sitemap.xml"

    /// Returns the sitemap, and its parts if one file is too small for all pages.
    ///
    /// - Parameters:
    ///   - site: Address without a trailing slash.
    ///   - most: The most addresses and bytes of one sitemap, which the protocol sets: 50 MiB, with room for the end of the file.
    /// - Throws: `ImageIndexError`.
    func sitemaps(_ site: String, most: (addresses: Int, bytes: Int) = (50_000, 52_428_000)) throws -> [(
        name: String, bytes: [UInt8]
    )] {
        let spaces =
            "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" "
            + "xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\""
        var parts: [String] = []
        var (text, count) = ("", 0)
        func close() {
            guard count > 0 else { return }
            parts.append("<urlset \(spaces)>\n\(text)</urlset>")
            (text, count) = ("", 0)
        }
        func add(_ page: String, image: String? = nil) {
            let address = page == GalleryPageNames.index ? site + "/" : "\(site)/\(URLPath.encode(page))"
            var entry = "<url><loc>\(GalleryXML.escape(address))</loc>"
            if let image {
                entry += "<image:image><image:loc>\(GalleryXML.escape(image))</image:loc></image:image>"
            }
            entry += "</url>\n"
            if count == most.addresses || text.utf8.count + entry.utf8.count + 500 > most.bytes { close() }
            text += entry
            count += 1
        }
        for list in lists { for page in list.pages { add(page) } }
        if !tagsOfPhotos.isEmpty { add(GalleryPageNames.tags) }
        if map != nil { add(GalleryMap.page) }
        for photo in photos { add(photo.page, image: try shown(photo, photo.large, site, width: .max).url) }
        close()
        if parts.count == 1 { return [file(Self.sitemap, parts[0])] }
        let names = (1...parts.count).map { "sitemap-\($0).xml" }
        let list = names.map { "<sitemap><loc>\(GalleryXML.escape("\(site)/\($0)"))</loc></sitemap>\n" }
        let whole =
            "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\(list.joined())</sitemapindex>"
        return zip(names, parts).map(file) + [file(Self.sitemap, whole)]
    }

    private func file(_ name: String, _ content: String) -> (name: String, bytes: [UInt8]) {
        var xml = GalleryXML(generator: generator(name))
        xml.line(content)
        return (name, Array(xml.text.utf8))
    }
}
