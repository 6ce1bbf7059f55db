extension ImageIndex.Entry {
    /// Returns a `<link rel="preload">` for the head of a page, so that the picture that matters, which is visible first, is
    /// requested before the page is laid out.
    ///
    /// It offers the files of the best format only, with its type: browsers that do not support the format skip it, and all
    /// others choose the same file as in a `<picture>` with the same `sizes`. Show that picture with
    /// ``PictureOptions/first``, because a lazy picture is not requested early. Crops and other images for conditions are in
    /// ``ImageIndex/preload(_:_:sizes:)``.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - format: The format's name; default: the variant's first. For ``img(_:format:sizes:alt:options:)``, pass the format
    ///     that it shows.
    ///   - sizes: The display width, as for the picture; default: the manifest's.
    ///   - media: The media condition for the picture, if it is not shown to all.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``.
    public func preload(
        _ name: String, format: String? = nil, sizes: String? = nil, media: String? = nil
    ) throws(ImageIndexError) -> String {
        try variant(name).preload(name, format: format, sizes: sizes, media: media)
    }
}

extension ImageIndex.Variant {
    fileprivate func preload(
        _ name: String, format: String? = nil, sizes: String?, media: String?
    ) throws(ImageIndexError) -> String {
        let attributes = try preloadAttributes(name, format: format, sizes: sizes)
        return HTMLText.tag(
            "link",
            [("rel", "preload"), ("as", "image")] + attributes.map { ($0.name, Optional($0.value)) }
                + [("media", media), ("fetchpriority", "high")])
    }

    /// Returns the address, the candidates and the type of a preload. With several candidates there is no `href`, which
    /// browsers without `imagesrcset` would load in vain.
    package func preloadAttributes(
        _ name: String, format: String? = nil, sizes: String?
    ) throws(ImageIndexError) -> [(name: String, value: String)] {
        let chosen = try self.format(format ?? formats.first?.format, of: name)
        let shown = sizes ?? self.sizes
        guard let srcset = ImageIndex.Format.srcset(of: chosen.files, sizes: shown),
            let fallback = chosen.fallbackPicture
        else { throw .emptyVariant(name: name) }
        let type = ("type", chosen.type)
        guard chosen.files.count > 1 else { return [("href", fallback.src), type] }
        return [("imagesrcset", srcset)] + (chosen.sizes(shown).map { [("imagesizes", $0)] } ?? []) + [type]
    }
}

extension ImageIndex {
    /// Returns the preloads of a picture and of its alternatives, other images or crops, each with its media condition; see
    /// ``Entry/preload(_:format:sizes:media:)``.
    ///
    /// - Parameters:
    ///   - id: The image.
    ///   - name: The variant of the image and of its alternatives. Alternatives without it are omitted.
    ///   - sizes: The display width, as for the picture; default: the manifest's.
    /// - Throws: ``ImageIndexError/unknownImage(id:)``, ``ImageIndexError/unknownVariant(name:available:)``,
    ///   ``ImageIndexError/emptyVariant(name:)``.
    public func preload(
        _ id: String, _ name: String, sizes: String? = nil
    ) throws(ImageIndexError) -> String {
        try image(id).preloads(name, sizes: sizes) { id throws(ImageIndexError) in try image(id) }
    }
}

extension ImageIndex.Entry {
    /// Returns the preloads of a variant and of what is shown instead of it.
    ///
    /// - Parameter other: Returns an image by its id; for `nil` it is left out.
    package func preloads(
        _ name: String, sizes: String?, _ other: (String) throws(ImageIndexError) -> ImageIndex.Entry?
    ) throws(ImageIndexError) -> String {
        var links: [String] = []
        for (variant, media) in try preloadedVariants(name, other) {
            links.append(try variant.preload(name, sizes: sizes, media: media))
        }
        return links.joined(separator: "\n")
    }

    /// Returns a variant and what is shown instead of it, each with the condition under which it is.
    ///
    /// - Parameter other: Returns an image by its id; for `nil` it is left out.
    package func preloadedVariants(
        _ name: String, _ other: (String) throws(ImageIndexError) -> ImageIndex.Entry?
    ) throws(ImageIndexError) -> [(variant: ImageIndex.Variant, media: String?)] {
        var found: [(variant: ImageIndex.Variant, media: String?)] = []
        // The first condition that holds decides, as in a `<picture>`.
        var others: [String] = []
        for alternative in try alternatives(to: name, other) {
            let condition = Self.inParentheses(alternative.media)
            let media = others.isEmpty ? alternative.media : nil
            let all = condition.map { (others + [$0]).joined(separator: " and ") }
            if let media = media ?? all { found.append((alternative.variant, media)) }
            // Without its opposite, it is unknown when the others are shown.
            guard let condition else { return found }
            others.append("(not \(condition))")
        }
        return found + [(try variant(name), others.isEmpty ? nil : others.joined(separator: " and "))]
    }

    /// Returns a condition as a part of another one (Media Queries Level 4, "Combining Media Features"); `nil` for a list,
    /// and for a query with a type of media.
    private static func inParentheses(_ media: String) -> String? {
        guard media.hasPrefix("("), media.hasSuffix(")"), !media.contains(",") else { return nil }
        return media.dropFirst().contains("(") ? "(\(media))" : media
    }
}
