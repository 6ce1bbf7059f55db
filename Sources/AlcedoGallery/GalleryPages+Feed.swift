import AlcedoIndex
import AlcedoManifest

/// Files for feed readers and search engines, for a gallery with an address.
extension GalleryPages {
    /// File name of the feed.
    static let feed = "feed.xml"
    /// The largest number of pictures in the feed.
    static let maxFeed = 100

    /// Returns the newest pictures as RSS 2.0 with Media RSS. All times are those of the pictures, and none is the time of
    /// the build, so that the feed only changes with the gallery.
    ///
    /// - Parameter site: Address without a trailing slash.
    /// - Throws: `ImageIndexError`.
    func feed(_ site: String) throws -> [UInt8] {
        let newest = GallerySettings.Order.newest.sorted(Array(photos.indices), photos).prefix(Self.maxFeed)
        let times = newest.map { photos[$0].image.meta?.dateTimeOriginal.flatMap(GalleryTime.init) }
        var xml = GalleryXML(generator: generator(Self.feed))
        xml.line(
            "<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" "
                + "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:media=\"http://search.yahoo.com/mrss/\">"
        )
        xml.line("<channel>")
        xml.element("title", lists[0].title)
        xml.element("link", site + "/")
        xml.element("description", options.description ?? lists[0].title)
        xml.element("language", options.language ?? "en")
        xml.element("lastBuildDate", times.compactMap(\.self).first?.rfc822)
        xml.empty(
            "atom:link",
            [("rel", "self"), ("type", "application/rss+xml"), ("href", "\(site)/\(Self.feed)")])
        for (number, time) in zip(newest, times) { try add(photos[number], time, site, to: &xml) }
        xml.line("</channel>")
        xml.line("</rss>")
        return Array(xml.text.utf8)
    }

    private func add(_ photo: GalleryPhoto, _ time: GalleryTime?, _ site: String, to xml: inout GalleryXML)
        throws
    {
        let address = "\(site)/\(URLPath.encode(photo.page))"
        let (format, file, url) = try shown(photo, socialVariant(of: photo), site, width: 1200)
        let size = [("width", String(file.width)), ("height", String(file.height))]
        let image = HTMLText.tag("img", [("src", url), ("alt", photo.caption.alt)] + size)
        let text = photo.caption.text.map { "<p>\(HTMLText.escape($0))</p>" } ?? ""
        xml.line("<item>")
        xml.element("title", photo.caption.title)
        xml.element("link", address)
        xml.element("guid", address, [("isPermaLink", "true")])
        xml.element("pubDate", time?.rfc822)
        xml.element("dc:creator", GalleryCaption.text(photo.image.meta?.creator))
        for keyword in photo.image.meta?.keywords ?? [] { xml.element("category", keyword) }
        xml.element("description", "<p>\(image)</p>\(text)")
        xml.empty("enclosure", [("url", url), ("length", String(file.bytes)), ("type", format.type)])
        xml.empty(
            "media:content",
            [("url", url), ("fileSize", String(file.bytes)), ("type", format.type), ("medium", "image")]
                + size)
        xml.line("</item>")
    }

    /// Returns the file of a variant's last format, which every reader supports, and its address.
    ///
    /// - Parameter width: The width that the file should have at least.
    func shown(
        _ photo: GalleryPhoto, _ variant: String, _ site: String, width: Int
    ) throws -> (ImageIndex.Format, ImageIndex.File, url: String) {
        let format = try photo.image.resolved(on: site).variant(variant).format(nil, of: variant)
        guard let file = format.file(atLeast: width) else {
            throw ImageIndexError.emptyVariant(name: variant)
        }
        return (format, file, try URLPath.absolute(file.url, on: site))
    }
}
