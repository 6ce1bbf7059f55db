import AlcedoIndex
import AlcedoMarkup

extension PageRewriter {
    /// Returns the variant of an image for an element other than `<img>`: the chosen one, `link` and `icon` for these uses,
    /// the rewriter's, or else the largest.
    func otherVariant(
        of id: String, for use: PageSlot.Use, _ choice: Rule.Choice?
    ) throws(ImageIndexError) -> ImageIndex.Variant {
        let image = try index.image(id)
        if case .variant(let name) = choice { return try image.variant(name) }
        if case .preferred(let name) = choice, let variant = image.variants[name], !variant.isInline {
            return variant
        }
        let preferred: String? =
            switch use {
            case .link: "link"
            case .icon: "icon"
            case .picture, .social, .video: variant
            }
        if let preferred, let variant = image.variants[preferred], !variant.isInline { return variant }
        return try image.largest()
    }

    /// Returns the file of an image for an element other than `<img>`, in a format that every browser supports.
    ///
    /// - Parameter width: The width of an icon in pixels.
    func file(
        of id: String, for use: PageSlot.Use, _ choice: Rule.Choice?, wanting width: Int?
    ) throws(ImageIndexError) -> (file: ImageIndex.File, format: ImageIndex.Format) {
        let image = try index.image(id)
        let isOpen = use == .icon && choice == nil && image.variants["icon"] == nil
        let variants = isOpen ? image.shownVariants() : [try otherVariant(of: id, for: use, choice)]
        let wanted: Int =
            switch use {
            case .picture, .link, .video: .max
            // The width that these sites recommend, as for `ImageIndex.Entry.openGraph`.
            case .social: 1200
            // That of the largest icon that systems show, of a page on a home screen.
            case .icon: width ?? 180
            }
        let files = variants.compactMap { variant in
            variant.formats.last.flatMap { format in
                format.file(atLeast: wanted).map { (file: $0, format: format) }
            }
        }
        .filter { $0.file.file != nil }
        let large = files.filter { $0.file.width >= wanted }
        guard
            let file = large.min(by: { $0.file.width < $1.file.width })
                ?? files.max(by: { $0.file.width < $1.file.width })
        else { throw .emptyVariant(name: id) }
        return file
    }

    /// Returns the published video of an image whose source is one, for a link to it or an element that plays it: of the chosen
    /// variant, `link` for a link, the rewriter's, or else the widest.
    ///
    /// - Parameter type: The media type that the page asks for.
    /// - Returns: `nil` if no variant has one.
    func video(
        of image: ImageIndex.Entry, for use: PageSlot.Use, _ choice: Rule.Choice?, type: String?
    ) throws(ImageIndexError) -> ImageIndex.Video? {
        func videos(_ name: String?) -> [ImageIndex.Video] {
            name.flatMap { image.variants[$0]?.video } ?? []
        }
        var found: [ImageIndex.Video] = []
        if case .variant(let name) = choice {
            found = try image.variant(name).video ?? []
        } else {
            var preferred = [variant]
            if use == .link { preferred.insert("link", at: 0) }
            if case .preferred(let name) = choice { preferred.insert(name, at: 0) }
            let all = image.variants.keys.sorted().map(videos).filter { !$0.isEmpty }
            found =
                preferred.map(videos).first { !$0.isEmpty } ?? all.max { $0[0].width < $1[0].width } ?? []
        }
        return found.first { $0.type == type?.lowercased() } ?? found.first { $0.type == "video/mp4" }
            ?? found.first
    }

    /// Returns a preload for the files among which browsers choose for an `<img>`.
    ///
    /// - Parameter format: The name of the only format, of a `<source>`.
    func preload(
        _ tag: HTMLTag, of id: String, _ name: String, format: String? = nil, sizes: String?, way: String,
        in bytes: [UInt8], isUTF8: Bool
    ) throws(ImageIndexError) -> [UInt8] {
        func placed(_ image: ImageIndex.Entry) -> ImageIndex.Entry {
            image.mapAddresses { url, _ in address(url, way: way) }
        }
        let image = placed(try index.image(id))
        let hasConditions = element == .picture && tag["media"] == nil && format == nil
        let shown =
            hasConditions
            ? try image.preloadedVariants(name) { id throws(ImageIndexError) in index[id].map(placed) }
            : [(try image.variant(name), nil)]
        var links: [[UInt8]] = []
        for (variant, media) in shown {
            let attributes =
                try variant.preloadAttributes(
                    name, format: format ?? (element == .img ? variant.formats.last?.format : nil),
                    sizes: sizes)
                + (media.map { [("media", $0)] } ?? [])
            let text = attributes.map { "\($0)=\"\(HTMLText.escape($1))\"" }.joined(separator: " ")
            links.append(
                rewritten(
                    tag, bytes, tag["href"] == nil ? "imagesrcset" : "href",
                    // An id is that of one element.
                    without: ["href", "imagesrcset", "imagesizes", "type"] + (links.isEmpty ? [] : ["id"]),
                    encoded: LegacyText.encoded(text, isUTF8: isUTF8)))
        }
        return Array(links.joined(separator: [0x0A]))
    }

    /// Returns a preload, or one for each condition, for the files among which browsers choose for an image.
    func preload(
        of id: String, _ name: String, sizes: String?, way: String
    ) throws(ImageIndexError) -> String {
        func placed(_ image: ImageIndex.Entry) -> ImageIndex.Entry {
            image.mapAddresses { url, _ in address(url, way: way) }
        }
        let image = placed(try index.image(id))
        guard element == .picture else {
            return try image.preload(name, format: image.variant(name).formats.last?.format, sizes: sizes)
        }
        return try image.preloads(name, sizes: sizes) { id throws(ImageIndexError) in index[id].map(placed) }
    }
}

extension ImageIndex.Entry {
    /// The variants with files, in the order of their names.
    fileprivate func shownVariants(besides others: Set<String> = []) -> [ImageIndex.Variant] {
        variants.filter { !others.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
            .filter { !$0.isInline && $0.fallbackPicture != nil }
    }

    /// Returns the variant with the largest picture.
    fileprivate func largest() throws(ImageIndexError) -> ImageIndex.Variant {
        func area(_ variant: ImageIndex.Variant) -> Int {
            variant.formats.last?.files.map {
                $0.width.multipliedReportingOverflow(by: $0.height).partialValue
            }
            .max() ?? 0
        }
        // What pages show instead of others in narrow windows is not shown by itself.
        let others = Set(variants.values.flatMap { $0.media ?? [] }.map(\.variant))
        let alone = shownVariants(besides: others)
        guard let largest = (alone.isEmpty ? shownVariants() : alone).max(by: { area($0) < area($1) }) else {
            throw .unclearVariant(available: variants.keys.sorted())
        }
        return largest
    }
}
