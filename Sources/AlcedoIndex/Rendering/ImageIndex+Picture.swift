extension ImageIndex.Entry {
    /// A variant by name.
    ///
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``.
    public func variant(_ name: String) throws(ImageIndexError) -> ImageIndex.Variant {
        guard let variant = variants[name] else {
            throw .unknownVariant(name: name, available: variants.keys.sorted())
        }
        return variant
    }

    /// A `<picture>` that lets the browser choose format and size, and keeps its place free while it loads.
    ///
    /// Pictures for media conditions (``ImageIndex/Entry/media``) are other images of the index: they are in what
    /// ``ImageIndex/picture(_:_:sizes:alt:options:)`` makes.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - sizes: How wide the picture is shown; default: what the manifest says.
    ///   - alt: The text for those who cannot see it, empty for a picture that only decorates; default: what the
    ///     manifest says.
    ///   - options: When it is loaded, and what is seen until then.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``,
    ///   ``ImageIndexError/missingAlt(image:)``.
    public func picture(
        _ name: String, sizes: String? = nil, alt: String? = nil, options: PictureOptions = PictureOptions()
    ) throws(ImageIndexError) -> String {
        try picture(name, alternatives: [], sizes: sizes, alt: alt, options: options)
    }

    /// - Parameter alternatives: What is shown under a condition, the first that holds first.
    func picture(
        _ name: String, alternatives: [(media: String, variant: ImageIndex.Variant)], sizes: String?,
        alt: String?, options: PictureOptions
    ) throws(ImageIndexError) -> String {
        let variant = try variant(name)
        var html = "<picture>"
        for (media, alternative) in alternatives {
            html += alternative.sources(sizes: sizes ?? alternative.sizes, media: media)
        }
        if !variant.isOneFile { html += variant.sources(sizes: sizes ?? variant.sizes, media: nil) }
        html += HTMLText.tag(
            "img",
            try attributes(variant, name, alt: alt, options: options, choice: nil))
        return html + "</picture>"
    }

    /// An `<img>` alone, which lets the browser choose among the sizes of one format.
    ///
    /// For where a `<picture>` cannot stand. What knows only one format should be offered one that everything knows: it
    /// is the variant's last, as `formats` in the manifest has them, unless you say otherwise.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - format: The format's name, such as `webp`.
    ///   - sizes: How wide the picture is shown; default: what the manifest says.
    ///   - alt: The text for those who cannot see it, empty for a picture that only decorates; default: what the
    ///     manifest says.
    ///   - options: When it is loaded, and what is seen until then.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``,
    ///   ``ImageIndexError/missingAlt(image:)``.
    public func img(
        _ name: String, format: String? = nil, sizes: String? = nil, alt: String? = nil,
        options: PictureOptions = PictureOptions()
    ) throws(ImageIndexError) -> String {
        let variant = try variant(name)
        let chosen = try variant.format(format, of: name)
        let sizes = sizes ?? variant.sizes
        let srcset = chosen.files.count > 1 ? ImageIndex.Format.srcset(of: chosen.files, sizes: sizes) : nil
        let choice = (
            format: chosen, srcset: srcset, sizes: srcset == nil || chosen.hasDensities ? nil : sizes
        )
        return HTMLText.tag(
            "img", try attributes(variant, name, alt: alt, options: options, choice: choice))
    }

    /// - Parameter choice: The format that `<img>` itself offers, if it is to offer one.
    private func attributes(
        _ variant: ImageIndex.Variant, _ name: String, alt: String?, options: PictureOptions,
        choice: (format: ImageIndex.Format, srcset: String?, sizes: String?)?
    ) throws(ImageIndexError) -> [(name: String, value: String?)] {
        guard let fallback = choice?.format.fallback ?? variant.fallback else {
            throw .emptyVariant(name: name)
        }
        guard let alt = alt ?? self.alt else {
            throw .missingAlt(image: source.path ?? source.url ?? "the image")
        }
        return [
            ("class", options.imageClass),
            // Before `src`, so that a browser which reads attribute by attribute does not begin with the fallback.
            ("srcset", choice?.srcset), ("sizes", choice?.sizes),
            ("src", fallback.src),
            ("width", String(fallback.width)), ("height", String(fallback.height)),
            ("alt", alt),
            ("loading", options.loading == .lazy ? "lazy" : nil),
            // What is seen first is better decoded with the page than a moment after it.
            ("decoding", options.loading == .lazy ? "async" : nil),
            ("fetchpriority", options.fetchPriority),
            ("style", try placeholderStyle(options.placeholder, for: variant)),
        ]
    }
}

extension ImageIndex {
    /// A `<picture>` with what the image has for media conditions: another picture for the dark, or for a narrow window.
    ///
    /// ```swift
    /// let html = try index.picture("kingfisher", "hero", sizes: "100vw")
    /// ```
    ///
    /// - Parameters:
    ///   - id: The image.
    ///   - name: The variant, of the image and of those for conditions. One that has no such variant is left out.
    ///   - sizes: How wide the picture is shown; default: what the manifest says.
    ///   - alt: The text for those who cannot see it, empty for a picture that only decorates; default: what the
    ///     manifest says.
    ///   - options: When it is loaded, and what is seen until then.
    /// - Throws: ``ImageIndexError/unknownImage(id:)`` for this image and for one for a condition,
    ///   ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``,
    ///   ``ImageIndexError/missingAlt(image:)``.
    public func picture(
        _ id: String, _ name: String, sizes: String? = nil, alt: String? = nil,
        options: PictureOptions = PictureOptions()
    ) throws(ImageIndexError) -> String {
        let entry = try image(id)
        var alternatives: [(media: String, variant: Variant)] = []
        for alternative in entry.media ?? [] {
            guard let variant = try image(alternative.image).variants[name] else { continue }
            alternatives.append((alternative.media, variant))
        }
        return try entry.picture(name, alternatives: alternatives, sizes: sizes, alt: alt, options: options)
    }
}

extension ImageIndex.Variant {
    /// What `<img>` itself shows: as the index has it, or the only file of an inline variant.
    var fallback: ImageIndex.Fallback? {
        if let img { return img }
        guard let file = formats.last?.files.last else { return nil }
        return ImageIndex.Fallback(height: file.height, src: file.url, width: file.width)
    }

    /// A `<source>` for each format.
    ///
    /// - Parameters:
    ///   - media: The condition under which they count. Such a picture may have other proportions than the one it
    ///     stands for, so it brings its own (HTML, "dimension attributes").
    ///   - size: At which size a picture is shown; `nil` where the page's style says. Default: at its own.
    func sources(
        sizes: String?, media: String?,
        size shown: (ImageIndex.Fallback) -> ImageIndex.Fallback? = { $0 }
    ) -> String {
        formats.reduce("") { html, format in
            guard let srcset = ImageIndex.Format.srcset(of: format.files, sizes: sizes) else { return html }
            let size = media == nil ? nil : format.fallback.flatMap(shown)
            return html
                + HTMLText.tag(
                    "source",
                    [
                        ("media", media), ("type", format.type), ("srcset", srcset),
                        ("sizes", format.hasDensities ? nil : sizes),
                        ("width", size.map { String($0.width) }), ("height", size.map { String($0.height) }),
                    ])
        }
    }

    /// A format by name, or else the last, which is the one that everything knows.
    ///
    /// - Parameter name: The variant's.
    /// - Throws: ``ImageIndexError/emptyVariant(name:)`` if it has no files of that format.
    func format(_ format: String?, of name: String) throws(ImageIndexError) -> ImageIndex.Format {
        let found = format.map { format in formats.last { $0.format == format } } ?? formats.last
        guard let found, !found.files.isEmpty else {
            throw .emptyVariant(name: format.map { "\(name) (\($0))" } ?? name)
        }
        return found
    }

    /// Whether there is nothing to choose between.
    var isOneFile: Bool { formats.count == 1 && formats[0].files.count == 1 }
}

extension ImageIndex.Format {
    /// Whether its files were made for densities; those are chosen without `sizes`.
    var hasDensities: Bool { files.contains { $0.density != nil } }

    /// What `<img>` shows of this format: its largest file, in CSS pixels.
    var fallback: ImageIndex.Fallback? {
        guard let file = files.last else { return nil }
        let density = file.density ?? 1
        // An index can come from elsewhere, with any numbers.
        func side(_ pixels: Int) -> Int {
            max(1, Int(exactly: (Double(pixels) / density).rounded()) ?? pixels)
        }
        return ImageIndex.Fallback(height: side(file.height), src: file.url, width: side(file.width))
    }
}
