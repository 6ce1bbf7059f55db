extension ImageIndex.Entry {
    /// Returns the `<meta>` tags with which other sites preview the page: Open Graph's `og:image` with its properties
    /// ([ogp.me](https://ogp.me)), and the card of X.
    ///
    /// The file is of the variant's last format, because these sites do not support every format: the narrowest of at
    /// least 1200 pixels, the width recommended by them, or else the widest.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - site: The address of the site, `https://example.org`, the base of relative addresses.
    ///   - alt: The text alternative; default: the manifest's, if any.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``,
    ///   ``ImageIndexError/notAbsolute(url:)``.
    public func openGraph(
        _ name: String, site: String, alt: String? = nil
    ) throws(ImageIndexError) -> String {
        let format = try variant(name).format(nil, of: name)
        guard let file = format.file(atLeast: 1200), file.file != nil else {
            throw .emptyVariant(name: name)
        }
        let alt = alt ?? self.alt ?? ""
        var tags = [
            ("property", "og:image", try URLPath.absolute(file.url, on: site)),
            ("property", "og:image:type", format.type),
            ("property", "og:image:width", String(file.width)),
            ("property", "og:image:height", String(file.height)),
        ]
        if !alt.isEmpty { tags.append(("property", "og:image:alt", alt)) }
        tags.append(("name", "twitter:card", "summary_large_image"))
        return tags.map { kind, key, value in
            HTMLText.tag("meta", [(kind, key), ("content", value)])
        }
        .joined(separator: "\n")
    }
}
