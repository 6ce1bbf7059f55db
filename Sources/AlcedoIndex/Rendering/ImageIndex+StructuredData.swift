extension ImageIndex.Entry {
    /// Returns a `<script>` that describes the picture to search engines: schema.org's `ImageObject` as JSON-LD.
    ///
    /// Search engines show the creator and the license of a picture if a page states them. Creator, copyright,
    /// caption, date and source type come from the picture's own metadata, and so do license and credit unless they are
    /// given here.
    ///
    /// - Parameters:
    ///   - name: The variant. The data describes the widest file of its last format.
    ///   - site: The address of the site, `https://example.org`, the base of relative addresses.
    ///   - license: The address of the license; default: that in the picture.
    ///   - acquireLicensePage: The address of the page that explains how to acquire a license; default: that in the
    ///     picture.
    ///   - creditText: The credit line; default: that in the picture, or else the creator.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``,
    ///   ``ImageIndexError/notAbsolute(url:)``.
    public func structuredData(
        _ name: String, site: String, license: String? = nil, acquireLicensePage: String? = nil,
        creditText: String? = nil
    ) throws(ImageIndexError) -> String {
        let format = try variant(name).format(nil, of: name)
        guard let file = format.file(atLeast: .max), file.file != nil else {
            throw .emptyVariant(name: name)
        }
        let url = try URLPath.absolute(file.url, on: site)
        var json = CanonicalJSON()
        json.object { json in
            json.member("@context", "https://schema.org")
            json.member("@type", "ImageObject")
            json.member("acquireLicensePage", acquireLicensePage ?? meta?.licensorURL)
            json.member("caption", meta?.description ?? alt.flatMap { $0.isEmpty ? nil : $0 })
            json.member("contentUrl", url)
            json.member("copyrightNotice", meta?.copyright)
            if let creator = meta?.creator {
                json.key("creator" as StaticString)
                json.object(.line) { json in
                    json.member("@type", "Person")
                    json.member("name", creator)
                }
            }
            json.member("creditText", creditText ?? meta?.credit ?? meta?.creator)
            json.member("dateCreated", meta?.dateTimeOriginal)
            json.member("digitalSourceType", meta?.digitalSourceType)
            json.member("encodingFormat", format.type)
            json.member("height", file.height)
            json.member("keywords", meta?.keywords)
            json.member("license", license ?? meta?.webStatement)
            json.member("name", meta?.title)
            json.member("width", file.width)
        }
        json.finish()
        // `<` occurs only in strings. Unescaped, it could end the script or begin a comment that hides its end.
        // Split by byte, because as a character it may be joined with its neighbors.
        let escaped = json.bytes.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
            .joined(separator: "\\u003c".utf8)
        let text = String(decoding: Array(escaped), as: UTF8.self)
        return "<script type=\"application/ld+json\">\n\(text)</script>"
    }
}
