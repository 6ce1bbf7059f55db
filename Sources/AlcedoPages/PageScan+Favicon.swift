import AlcedoIndex
import AlcedoMarkup

extension PageScan {
    /// Replaces a link to the picture of the site's icons by the links to all of them.
    ///
    /// - Returns: Whether it was replaced.
    mutating func readFavicon(_ tag: HTMLTag) -> Bool {
        guard let icons = rewriter.index.siteIcons, tag.isIcon,
            tag["data-alcedo"] == "favicon" || isMissing(icons.source, tag)
        else { return false }
        let way = self.way
        // The first link stands for all of them.
        let html = hasIcons ? [] : encoded(rewriter.index.faviconLinks { rewriter.address($0, way: way) })
        hasIcons = true
        edits.append(Edit(place: tag.place, bytes: html))
        page.mended += 1
        let addresses = icons.files.filter { $0.rel != nil }.map { rewriter.address($0.url, way: way) }
        note(html, of: tag, new: Set(addresses))
        return true
    }

    /// Whether a link leads to this picture, and the site has no such file, which would stay.
    private func isMissing(_ source: String, _ tag: HTMLTag) -> Bool {
        guard tag["data-alcedo"] == nil,
            let address = tag["href"].flatMap({ rewriter.place.address($0, on: base) })
        else {
            return false
        }
        return rewriter.place.path(of: address) == source && rewriter.files?.bytes(at: source) == nil
    }
}
