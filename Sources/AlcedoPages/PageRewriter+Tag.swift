import AlcedoIndex

extension PageRewriter {
    /// An image in a page.
    struct Shown {
        /// The image.
        var id: String
        /// The variants that have the file at the address in the page.
        var variants: [String]
        /// The prefix that leads from the page to the root of the site.
        var way: String
        /// Whether it loads eagerly.
        var isFirst: Bool
    }

    /// Returns the replacement of an `<img>`.
    func html(
        for tag: HTMLTag, _ shown: Shown, in bytes: [UInt8], isUTF8: Bool
    ) throws(ImageIndexError) -> [UInt8] {
        func placed(_ image: ImageIndex.Entry) -> ImageIndex.Entry {
            shown.way.isEmpty
                ? image : image.mapAddresses { url, _ in RelativeBase.address(url, way: shown.way) }
        }
        let image = placed(try index.image(shown.id))
        let name = try variantName(shown, image)
        let variant = try image.variant(name)
        guard let largest = variant.fallback else { throw .emptyVariant(name: name) }
        let size = ShownSize(tag)
        let sizes = Self.sizes(of: variant, largest, image, tag, size)

        var before = ""
        var attributes = [("src", largest.src)]
        switch element {
        case .picture:
            before = "<picture>"
            for alternative in image.media ?? [] {
                guard let other = index[alternative.image].map(placed), let variant = other.variants[name]
                else { continue }
                let own = variant.fallback.flatMap { Self.sizes(of: variant, $0, other, tag, size) }
                before += variant.sources(sizes: own ?? sizes, media: alternative.media) {
                    size.of($0, from: other.source)
                }
            }
            if !variant.isOneFile { before += variant.sources(sizes: sizes, media: nil) }
        case .img:
            guard let format = variant.formats.last, format.files.count > 1,
                let srcset = ImageIndex.Format.srcset(of: format.files, sizes: sizes)
            else { break }
            attributes.append(("srcset", srcset))
            if let sizes, !format.hasDensities, !Self.isAutomatic(tag["sizes"]) {
                attributes.append(("sizes", sizes))
            }
        }
        if let shown = size.of(largest, from: image.source) {
            if tag["width"] == nil { attributes.append(("width", String(shown.width))) }
            if tag["height"] == nil { attributes.append(("height", String(shown.height))) }
        }
        if tag["alt"] == nil, let alt = image.alt { attributes.append(("alt", alt)) }
        if tag["loading"] == nil, !shown.isFirst {
            attributes.append(("loading", "lazy"))
            if tag["decoding"] == nil { attributes.append(("decoding", "async")) }
        }
        if tag["style"] == nil, let style = try image.placeholderStyle(.automatic, for: variant) {
            attributes.append(("style", style))
        }
        let source = attributes.map { "\($0)=\"\(HTMLText.escape($1))\"" }.joined(separator: " ")
        func encoded(_ text: String) -> [UInt8] { Array((isUTF8 ? text : HTMLText.inASCII(text)).utf8) }
        return encoded(before) + rewritten(tag, bytes, source: encoded(source))
            + encoded(before.isEmpty ? "" : "</picture>")
    }

    /// Returns the `sizes` of a variant: the page's own, or else the smaller of the manifest's `sizes` and the author's width.
    private static func sizes(
        of variant: ImageIndex.Variant, _ largest: ImageIndex.Fallback, _ image: ImageIndex.Entry,
        _ tag: HTMLTag, _ size: ShownSize
    ) -> String? {
        if let sizes = tag["sizes"] { return sizes }
        guard let limit = size.limit(of: largest, from: image.source) else { return variant.sizes }
        // A width beyond the widest file makes no difference.
        let widest = variant.formats.flatMap(\.files).map(\.width).max() ?? 0
        if let sizes = variant.sizes, limit >= widest { return sizes }
        return SizesAttribute.limited(variant.sizes, to: limit)
    }

    private func variantName(
        _ shown: Shown, _ image: ImageIndex.Entry
    ) throws(ImageIndexError) -> String {
        if let variant, shown.variants.contains(variant) { return variant }
        if let name = shown.variants.first { return name }
        if let variant, image.variants[variant] != nil { return variant }
        let names = image.variants.filter { !$0.value.isInline && $0.value.fallback != nil }.keys.sorted()
        if names.count == 1 { return names[0] }
        if let variant { throw .unknownVariant(name: variant, available: image.variants.keys.sorted()) }
        throw .unclearVariant(available: names)
    }

    // It only applies if the picture itself has it.
    private static func isAutomatic(_ sizes: String?) -> Bool {
        sizes?.drop { $0.isWhitespace }.lowercased().hasPrefix("auto") == true
    }

    // Returns the tag with other attributes in place of `src`; everything else in it is unchanged.
    private func rewritten(_ tag: HTMLTag, _ bytes: [UInt8], source: [UInt8]) -> [UInt8] {
        var html: [UInt8] = []
        var copied = tag.place.lowerBound
        var hasSource = false
        for attribute in tag.attributes {
            let isSource = attribute.name == "src" && !hasSource
            let isAutomatic = attribute.name == "sizes" && Self.isAutomatic(attribute.value)
            guard ["src", "srcset", "sizes"].contains(attribute.name), !isAutomatic else { continue }
            html += bytes[copied..<attribute.place.lowerBound]
            copied = attribute.place.upperBound
            if isSource {
                hasSource = true
                html += source
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
        [0x20, 0x09, 0x0A, 0x0C, 0x0D, UInt8(ascii: "/"), UInt8(ascii: ">")].contains(byte)
    }
}

extension [UInt8] {
    fileprivate subscript(safe place: Int) -> UInt8? { place < count ? self[place] : nil }
}
