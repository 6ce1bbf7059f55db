extension ImageIndex.Entry {
    /// Returns a variant by name.
    ///
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``.
    public func variant(_ name: String) throws(ImageIndexError) -> ImageIndex.Variant {
        guard let variant = variants[name] else {
            throw .unknownVariant(name: name, available: variants.keys.sorted())
        }
        return variant
    }

    /// Returns a `<picture>` that lets the browser choose format and size, and reserves its space while it loads.
    ///
    /// It includes the variants that this one names for media conditions (``ImageIndex/Variant/media``). Other images for
    /// conditions (``ImageIndex/Entry/media``) are in ``ImageIndex/picture(_:_:sizes:alt:options:)``.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - sizes: The display width, as in the HTML attribute; default: the manifest's.
    ///   - alt: The text alternative, empty for a decorative picture; default: the manifest's.
    ///   - options: When the picture is loaded, and its placeholder until then.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``,
    ///   ``ImageIndexError/missingAlt(image:)``.
    public func picture(
        _ name: String, sizes: String? = nil, alt: String? = nil, options: PictureOptions = PictureOptions()
    ) throws(ImageIndexError) -> String {
        try picture(
            name, alternatives: crops(insteadOf: name), sizes: sizes, alt: alt, options: options)
    }

    /// - Parameter alternatives: The variants for media conditions, in order of precedence.
    func picture(
        _ name: String, alternatives: [Alternative], sizes: String?, alt: String?, options: PictureOptions
    ) throws(ImageIndexError) -> String {
        let variant = try variant(name)
        // The size that a lazy picture reserves is that of one of them.
        let isLazy =
            options.loading == .lazy
            && alternatives.allSatisfy { $0.variant.hasProportions(of: variant) }
        var sources = ""
        for alternative in alternatives {
            sources += alternative.variant.sources(
                sizes: sizes ?? alternative.variant.sizes, isAutomatic: isLazy, media: alternative.media)
        }
        if !variant.isOneFile {
            sources += variant.sources(sizes: sizes ?? variant.sizes, isAutomatic: isLazy, media: nil)
        }
        // The attribute of the `<img>` decides whether a browser uses `auto` of a `<source>`.
        let isAutomatic = isLazy && sources.contains(" sizes=\"auto")
        let image = HTMLText.tag(
            "img",
            try attributes(
                variant, name, alt: alt, options: options, choice: nil, sizes: isAutomatic ? "auto" : nil))
        return "<picture>\(sources)\(image)</picture>"
    }

    /// Returns a single `<img>` that lets the browser choose among the sizes of one format.
    ///
    /// For places where a `<picture>` is not allowed. By default, the format is the variant's last in the manifest's
    /// `formats`, which should be one that every browser supports.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - format: The format's name, such as `webp`.
    ///   - sizes: The display width, as in the HTML attribute; default: the manifest's.
    ///   - alt: The text alternative, empty for a decorative picture; default: the manifest's.
    ///   - options: When the picture is loaded, and its placeholder until then.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``,
    ///   ``ImageIndexError/missingAlt(image:)``.
    public func img(
        _ name: String, format: String? = nil, sizes: String? = nil, alt: String? = nil,
        options: PictureOptions = PictureOptions()
    ) throws(ImageIndexError) -> String {
        let variant = try variant(name)
        let chosen = try variant.format(format, of: name)
        let shown = sizes ?? variant.sizes
        let srcset = chosen.files.count > 1 ? ImageIndex.Format.srcset(of: chosen.files, sizes: shown) : nil
        let own = srcset == nil ? nil : chosen.sizes(shown)
        return HTMLText.tag(
            "img",
            try attributes(
                variant, name, alt: alt, options: options, choice: (format: chosen, srcset: srcset),
                sizes: options.loading == .lazy ? own.map(AutomaticSizes.before) : own))
    }

    /// - Parameters:
    ///   - choice: The format that `<img>` itself offers, if any.
    ///   - sizes: The value of `sizes`.
    private func attributes(
        _ variant: ImageIndex.Variant, _ name: String, alt: String?, options: PictureOptions,
        choice: (format: ImageIndex.Format, srcset: String?)?, sizes: String?
    ) throws(ImageIndexError) -> [(name: String, value: String?)] {
        guard let fallback = choice?.format.fallbackPicture ?? variant.fallbackPicture else {
            throw .emptyVariant(name: name)
        }
        guard let alt = alt ?? self.alt else {
            throw .missingAlt(image: source.path ?? source.url ?? "the image")
        }
        var style = try placeholderStyle(options.placeholder, for: variant).map { [$0] } ?? []
        if AutomaticSizes.isAutomatic(sizes) {
            style.append(AutomaticSizes.style(width: fallback.width, height: fallback.height))
        }
        return [
            ("class", options.imageClass),
            // Before `src`, so that browsers that process attributes in order do not start with the fallback.
            ("srcset", choice?.srcset), ("sizes", sizes),
            ("src", fallback.src),
            ("width", String(fallback.width)), ("height", String(fallback.height)),
            ("alt", alt),
            ("loading", options.loading == .lazy ? "lazy" : nil),
            // The first visible pictures should be decoded together with the page.
            ("decoding", options.loading == .lazy ? "async" : nil),
            ("fetchpriority", options.fetchPriority),
            ("style", style.isEmpty ? nil : style.joined(separator: ";")),
        ]
    }
}

extension ImageIndex {
    /// Returns a `<picture>` that includes the image's alternatives, for example for dark mode or a narrow window.
    ///
    /// ```swift
    /// let html = try index.picture("kingfisher", "hero", sizes: "100vw")
    /// ```
    ///
    /// - Parameters:
    ///   - id: The image.
    ///   - name: The variant of the image and of its alternatives. Alternatives without it are omitted.
    ///   - sizes: The display width, as in the HTML attribute; default: the manifest's.
    ///   - alt: The text alternative, empty for a decorative picture; default: the manifest's.
    ///   - options: When the picture is loaded, and its placeholder until then.
    /// - Throws: ``ImageIndexError/unknownImage(id:)`` for this image and for an alternative,
    ///   ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``,
    ///   ``ImageIndexError/missingAlt(image:)``.
    public func picture(
        _ id: String, _ name: String, sizes: String? = nil, alt: String? = nil,
        options: PictureOptions = PictureOptions()
    ) throws(ImageIndexError) -> String {
        let entry = try image(id)
        let alternatives = try entry.alternatives(to: name) { id throws(ImageIndexError) in try image(id) }
        return try entry.picture(name, alternatives: alternatives, sizes: sizes, alt: alt, options: options)
    }
}

extension ImageIndex.Variant {
    /// The fallback of `<img>`: the one in the index, or the only file of an inline variant.
    package var fallbackPicture: ImageIndex.Fallback? {
        if let img { return img }
        guard let file = formats.last?.files.last else { return nil }
        return ImageIndex.Fallback(height: file.height, src: file.url, width: file.width)
    }

    /// Returns a `<source>` for each format.
    ///
    /// - Parameters:
    ///   - sizes: The display width; default: that of the window.
    ///   - isAutomatic: Whether `auto` comes before the `sizes`, for a lazy picture.
    ///   - media: The media condition. Such a picture may have other proportions than the default one, so it has its
    ///     own dimensions (HTML, "dimension attributes").
    ///   - size: The displayed size of a picture; `nil` if the page's style determines it. Default: its own size.
    package func sources(
        sizes: String?, isAutomatic: Bool = false, media: String?,
        size shown: (ImageIndex.Fallback) -> ImageIndex.Fallback? = { $0 }
    ) -> String {
        formats.reduce("") { html, format in
            guard let srcset = ImageIndex.Format.srcset(of: format.files, sizes: sizes) else { return html }
            let size = media == nil ? nil : format.fallbackPicture.flatMap(shown)
            let width = format.sizes(sizes)
            return html
                + HTMLText.tag(
                    "source",
                    [
                        ("media", media), ("type", format.type), ("srcset", srcset),
                        ("sizes", isAutomatic ? width.map(AutomaticSizes.before) : width),
                        ("width", size.map { String($0.width) }), ("height", size.map { String($0.height) }),
                    ])
        }
    }

    /// Returns a format by name, or for `nil` the last one, which every browser supports.
    ///
    /// - Parameter name: The variant's name.
    /// - Throws: ``ImageIndexError/emptyVariant(name:)`` if it has no files of that format.
    package func format(_ format: String?, of name: String) throws(ImageIndexError) -> ImageIndex.Format {
        let found = format.map { format in formats.last { $0.format == format } } ?? formats.last
        guard let found, !found.files.isEmpty else {
            throw .emptyVariant(name: format.map { "\(name) (\($0))" } ?? name)
        }
        return found
    }

    /// Whether the variant has a single file.
    package var isOneFile: Bool { formats.count == 1 && formats[0].files.count == 1 }
}

extension ImageIndex.Format {
    /// Whether the files are for densities; these are chosen without `sizes`.
    package var hasDensities: Bool { files.contains { $0.density != nil } }

    /// The fallback of this format: its largest file, in CSS pixels.
    package var fallbackPicture: ImageIndex.Fallback? {
        guard let file = files.last else { return nil }
        let density = file.density ?? 1
        // An index may come from elsewhere, with any numbers.
        func side(_ pixels: Int) -> Int {
            max(1, Int(exactly: (Double(pixels) / density).rounded()) ?? pixels)
        }
        return ImageIndex.Fallback(height: side(file.height), src: file.url, width: side(file.width))
    }
}
