extension ImageIndex.Entry {
    /// The `<meta>` tags by which other sites show the page with a picture: Open Graph's `og:image` with what it says of
    /// one ([ogp.me](https://ogp.me)), and the card of X.
    ///
    /// The file is one of the variant's last format, because those sites do not know every format: the narrowest that is
    /// 1200 pixels wide, which they ask for, or the widest there is.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - site: The address of the site, `https://example.org`, which goes before addresses that are not whole.
    ///   - alt: The text for those who cannot see it; default: what the manifest says, else none.
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
