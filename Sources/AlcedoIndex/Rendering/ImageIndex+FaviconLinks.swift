extension ImageIndex {
    /// The tags for the head of every page that lead to the icons of the site; empty if the manifest asks for none.
    ///
    /// ```html
    /// <link rel="icon" href="/favicon.ico" sizes="32x32">
    /// <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    /// <link rel="apple-touch-icon" href="/apple-touch-icon.png">
    /// <link rel="manifest" href="/site.webmanifest">
    /// <meta name="theme-color" content="#0b3d5c">
    /// ```
    public var faviconLinks: String { faviconLinks { $0 } }

    /// Returns the tags with other addresses.
    package func faviconLinks(_ address: (String) -> String) -> String {
        guard let siteIcons else { return "" }
        var tags = siteIcons.files.compactMap { file -> String? in
            guard let rel = file.rel else { return nil }
            let isIcon = rel == "icon"
            // With all of its sizes, or `any`, Chrome would prefer the ICO to the SVG.
            let sizes = file.file.hasSuffix(".ico") ? "32x32" : file.sizes
            return HTMLText.tag(
                "link",
                [
                    ("rel", rel), ("href", address(file.url)), ("sizes", isIcon ? sizes : nil),
                    ("type", isIcon && !file.file.hasSuffix(".ico") ? file.type : nil),
                ])
        }
        if let color = siteIcons.themeColor {
            tags.append(HTMLText.tag("meta", [("name", "theme-color"), ("content", color)]))
        }
        return tags.joined(separator: "\n")
    }
}
