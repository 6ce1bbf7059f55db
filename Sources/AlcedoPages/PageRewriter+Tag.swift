import AlcedoIndex
import AlcedoMarkup

extension PageRewriter {
    /// An image in a page.
    struct Shown {
        /// The image.
        var id: String
        /// The variants that have the file at the address in the page.
        var variants: [String]
        /// What the page or a rule says.
        var choice: Rule.Choice?
        /// The prefix that leads from the page to the root of the site.
        var way: String
        /// Whether it loads eagerly.
        var isFirst: Bool
        /// Whether it is in a `<picture>` of the author's, which then gets its sources.
        var isInPicture = false
        /// The author's file, if the page has no size and depends on that of the file.
        var sizedBy: ImageIndex.Source?
    }

    /// What stands in place of an `<img>`.
    struct Replacement {
        var html: [UInt8]
        var variant: String
        /// The `sizes` of the eager picture.
        var sizes: String?
        /// Whether it is a `<video>`, which shows only the poster of the variant's pictures.
        var isVideo = false
        /// A remark on a drawing whose files are too small.
        var small: UnknownImage?
    }

    /// Returns the replacement of an `<img>`.
    ///
    /// - Parameter edits: Changes of other attributes, by the beginning of each.
    func html(
        for tag: HTMLTag, _ shown: Shown, _ edits: [Int: PageScan.Edit] = [:], in bytes: [UInt8], isUTF8: Bool
    ) throws(ImageIndexError) -> Replacement {
        func placed(_ image: ImageIndex.Entry) -> ImageIndex.Entry {
            shown.way.isEmpty ? image : image.mapAddresses { url, _ in address(url, way: shown.way) }
        }
        let image = placed(try index.image(shown.id))
        let name = try variantName(shown, image)
        let variant = try image.variant(name)
        guard let largest = variant.fallbackPicture else { throw .emptyVariant(name: name) }
        let size = ShownSize(tag, natural: shown.sizedBy)
        let shownSize = size.of(largest, from: image.source)
        let sizes = Self.sizes(of: variant, largest, image.source, tag, size)
        // The author's `sizes` are kept. To browsers a picture with `auto` has no size of its own, so it needs one here, and
        // an intrinsic one for style sheets that set `width: auto`.
        let isLazy = tag["loading"].map { $0.lowercased() == "lazy" } ?? !shown.isFirst
        let alternatives = image.alternatives(to: name) { index[$0].map(placed) }
        // In a `<picture>` of the author's, and with crops of other proportions, the size is not always the picture's.
        let isAutomatic =
            isLazy && tag["sizes"] == nil && Self.authorSizes(tag) == nil && tag["style"] == nil
            && shownSize != nil && !shown.isInPicture
            && alternatives.allSatisfy { $0.variant.hasProportions(of: variant) }

        var before = ""
        var attributes = [("src", largest.src)]
        switch element {
        case .picture:
            for other in alternatives {
                let own = other.variant.fallbackPicture.flatMap {
                    Self.sizes(of: other.variant, $0, other.image.source, tag, size)
                }
                before += other.variant.sources(
                    sizes: own ?? sizes, isAutomatic: isAutomatic, media: other.media
                ) {
                    size.of($0, from: other.image.source, besides: (largest, image.source))
                }
            }
            if !variant.isOneFile {
                before += variant.sources(sizes: sizes, isAutomatic: isAutomatic, media: nil)
            }
            if isAutomatic, before.contains(" sizes=\"auto") { attributes.append(("sizes", "auto")) }
        case .img:
            guard let format = variant.formats.last, format.files.count > 1,
                let srcset = ImageIndex.Format.srcset(of: format.files, sizes: sizes)
            else { break }
            attributes.append(("srcset", srcset))
            if let sizes = format.sizes(sizes), !AutomaticSizes.isAutomatic(tag["sizes"]) {
                attributes.append(("sizes", isAutomatic ? AutomaticSizes.before(sizes) : sizes))
            }
        }
        let hasAutomatic = attributes.contains { $0.0 == "sizes" && AutomaticSizes.isAutomatic($0.1) }
        if let shownSize {
            if tag["width"] == nil { attributes.append(("width", String(shownSize.width))) }
            if tag["height"] == nil { attributes.append(("height", String(shownSize.height))) }
        }
        if tag["alt"] == nil, let alt = image.alt { attributes.append(("alt", alt)) }
        if tag.isUrgent, tag["fetchpriority"] == nil { attributes.append(("fetchpriority", "high")) }
        if tag["loading"] == nil, !shown.isFirst {
            attributes.append(("loading", "lazy"))
            if tag["decoding"] == nil { attributes.append(("decoding", "async")) }
        }
        if tag["style"] == nil {
            var style = try image.placeholderStyle(.automatic, for: variant).map { [$0] } ?? []
            if hasAutomatic, let shownSize {
                style.append(AutomaticSizes.style(width: shownSize.width, height: shownSize.height))
            }
            if !style.isEmpty { attributes.append(("style", style.joined(separator: ";"))) }
        }
        func encoded(_ text: String) -> [UInt8] { LegacyText.encoded(text, isUTF8: isUTF8) }
        if element == .picture, !shown.isInPicture,
            let video = video(variant, shownSize, image, tag, bytes, edits, encoded)
        {
            return Replacement(html: video, variant: name, sizes: nil, isVideo: true)
        }
        let own = attributes.map { "\($0)=\"\(HTMLText.escape($1))\"" }.joined(separator: " ")
        let replaced = rewritten(
            tag, bytes, "src", without: ["src", "srcset", "sizes"], encoded: encoded(own), edits)
        let isWrapped = element == .picture && !shown.isInPicture
        return Replacement(
            html: encoded(isWrapped ? "<picture>" + before : before) + replaced
                + encoded(isWrapped ? "</picture>" : ""),
            variant: name, sizes: sizes, small: Self.small(shown.id, image, variant, largest, shownSize))
    }

    /// Returns the remark on a drawing that is shown larger than it was drawn, and was sharp at any size in the author's page.
    private static func small(
        _ id: String, _ image: ImageIndex.Entry, _ variant: ImageIndex.Variant,
        _ largest: ImageIndex.Fallback,
        _ shown: ImageIndex.Fallback?
    ) -> UnknownImage? {
        guard image.source.format == "svg", variant.formats.last?.format != "svg", let shown,
            shown.width > largest.width
        else { return nil }
        return .smallDrawing(id, shown: shown.width, widest: largest.width)
    }

    /// Returns the `<video>` in place of an `<img>`, if the variant has one. It plays by itself, as the animation did. The author's
    /// attributes keep their bytes.
    private func video(
        _ variant: ImageIndex.Variant, _ size: ImageIndex.Fallback?, _ image: ImageIndex.Entry,
        _ tag: HTMLTag,
        _ bytes: [UInt8], _ edits: [Int: PageScan.Edit], _ encoded: (String) -> [UInt8]
    ) -> [UInt8]? {
        guard variant.video?.isEmpty == false else { return nil }
        var seen: Set<String> = []
        var kept: [UInt8] = []
        for attribute in tag.attributes {
            let name = attribute.name
            guard !Self.ofImages.contains(name), !name.hasPrefix("data-alcedo"), seen.insert(name).inserted
            else { continue }
            let edit = edits[attribute.place.lowerBound]
            kept += [0x20] + (edit?.bytes ?? Array(bytes[attribute.place]))
        }
        var alt = tag["alt"] ?? image.alt
        if let own = tag.attributes.first(where: { $0.name == "alt" }),
            !own.value.isResolved || !own.isUTF8
        {
            kept += Array(" aria-label".utf8) + bytes[own.place].dropFirst("alt".utf8.count)
            alt = nil
        }
        let sides = ["width", "height"].filter { tag[$0] == nil }.map { name in
            (name, size.map { String(name == "width" ? $0.width : $0.height) })
        }
        let start = "<video"
        return variant.videoElement(sides, alt: alt, autoplay: true).map { element in
            encoded(start) + kept + encoded(String(element.dropFirst(start.count)))
        }
    }

    /// Attributes of `<img>` that a `<video>` does not have, or has of its own.
    private static let ofImages: Set<String> = [
        "src", "srcset", "sizes", "alt", "loading", "decoding", "fetchpriority", "crossorigin",
        "referrerpolicy", "ismap", "usemap", "poster", "muted", "loop", "playsinline", "autoplay",
        "controls", "preload", "aria-label", "aria-hidden", "role", "data-src", "data-srcset",
    ]

    private static func authorSizes(_ tag: HTMLTag) -> String? { tag["data-alcedo-sizes"] }

    /// Returns the `sizes` of a variant: the page's own, or else the smaller of the manifest's `sizes` and the author's width.
    static func sizes(
        of variant: ImageIndex.Variant, _ largest: ImageIndex.Fallback, _ source: ImageIndex.Source,
        _ tag: HTMLTag, _ size: ShownSize
    ) -> String? {
        if let sizes = authorSizes(tag) ?? tag["sizes"] { return sizes }
        guard let limit = size.limit(of: largest, from: source) else { return variant.sizes }
        // A width beyond the widest file makes no difference.
        let widest = variant.formats.flatMap(\.files).map(\.width).max() ?? 0
        if let sizes = variant.sizes, limit >= widest { return sizes }
        return SizesAttribute.limited(variant.sizes, to: limit)
    }

    /// Returns the variant that an `<img>` shows.
    func variantName(
        _ shown: Shown, _ image: ImageIndex.Entry
    ) throws(ImageIndexError) -> String {
        if case .variant(let name) = shown.choice {
            _ = try image.variant(name)
            return name
        }
        let wanted = if case .preferred(let name) = shown.choice { Optional(name) } else { variant }
        if let wanted, shown.variants.contains(wanted) { return wanted }
        if let name = shown.variants.first { return name }
        if let wanted, image.variants[wanted] != nil { return wanted }
        let names = image.variants.filter { !$0.value.isInline && $0.value.fallbackPicture != nil }.keys
            .sorted()
        // What pages show instead of others is not shown by itself.
        let others = Set(image.variants.values.flatMap { $0.media ?? [] }.map(\.variant))
        let shownAlone = names.count == 1 ? names : names.filter { !others.contains($0) }
        if shownAlone.count == 1 { return shownAlone[0] }
        if let wanted { throw .unknownVariant(name: wanted, available: image.variants.keys.sorted()) }
        throw .unclearVariant(available: names)
    }

    /// Returns the tag with other attributes in place of one; everything else in it is unchanged.
    ///
    /// - Parameters:
    ///   - main: The attribute that is replaced.
    ///   - without: The attributes that are left out, with the one that is replaced.
    ///   - encoded: The attributes in its place.
    ///   - edits: Changes of other attributes, by the beginning of each.
    func rewritten(
        _ tag: HTMLTag, _ bytes: [UInt8], _ main: String, without: [String], encoded: [UInt8],
        _ edits: [Int: PageScan.Edit] = [:]
    ) -> [UInt8] {
        var html: [UInt8] = []
        var copied = tag.place.lowerBound
        var hasMain = false
        for attribute in tag.attributes {
            if let edit = edits[attribute.place.lowerBound] {
                html += bytes[copied..<attribute.place.lowerBound] + edit.bytes
                copied = attribute.place.upperBound
                continue
            }
            let isMain = attribute.name == main && !hasMain
            let isAutomatic = attribute.name == "sizes" && AutomaticSizes.isAutomatic(attribute.value)
            guard without.contains(attribute.name), !isAutomatic else { continue }
            html += bytes[copied..<attribute.place.lowerBound]
            copied = attribute.place.upperBound
            if isMain {
                hasMain = true
                html += encoded
                // The next attribute may have had no space after a quote.
                if let next = bytes[safe: copied], !Self.endsAttribute(next) { html.append(0x20) }
            } else if let next = bytes[safe: copied], Self.endsAttribute(next), next != UInt8(ascii: "/") {
                // Includes the space before it.
                while let last = html.last, Self.endsAttribute(last), last != UInt8(ascii: ">"),
                    last != UInt8(ascii: "/")
                {
                    html.removeLast()
                }
            }
        }
        return html + bytes[copied..<tag.place.upperBound]
    }

    private static func endsAttribute(_ byte: UInt8) -> Bool {
        byte.isSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }
}

extension [UInt8] {
    fileprivate subscript(safe place: Int) -> UInt8? { place < count ? self[place] : nil }
}
