/// Puts a `<picture>` in the place of each `<img>` of a page that shows an image of an index.
///
/// ```swift
/// let rewriter = PageRewriter(index: index, variant: "hero")
/// let page = rewriter.rewrite(bytes, at: "blog/kingfishers.html")
/// ```
///
/// For site generators that know nothing of it: they write `<img src="/photos/kingfisher.jpg" alt="…">`, and this finds
/// the image by its id, by the path of its source, by its URL, or by the address of one of its files. What the author
/// wrote beside `src` stays as it is, but for `srcset` and `sizes`; every other byte of the page does, too. An `<img>` in
/// a `<picture>` is left alone, so a page that was rewritten stays what it is.
public struct PageRewriter: Sendable {
    /// A page after it.
    public struct Page: Sendable {
        /// Its bytes.
        public var bytes: [UInt8]
        /// How many pictures were put in.
        public var replaced: Int
        /// What somebody should know, in the order of the page.
        public var notices: [Notice]
    }

    /// Something about one `<img>`.
    public struct Notice: Hashable, Sendable {
        /// From 1.
        public var line: Int
        /// From 1, in bytes.
        public var column: Int
        /// One sentence.
        public var message: String
        /// Whether the `<img>` shows no image of the index, which is the way of most icons.
        public var isForeign: Bool
    }

    private let index: ImageIndex
    private let place: SitePlace
    private let lookup: PictureLookup
    private let variant: String?
    private let eager: Int
    private let isOther: @Sendable (_ path: String, ImageIndex.Entry) -> Bool

    /// - Parameters:
    ///   - index: The images.
    ///   - site: The address of the site, `https://example.org/blog`, for pages that have whole addresses or lie below a
    ///     path.
    ///   - variant: What is shown, where the page does not name a file of a variant itself. Default: an image's only
    ///     variant that has files.
    ///   - eager: How many pictures of a page are loaded at once, because they may be seen first; the others are loaded
    ///     when they come near the window, unless the page says.
    ///   - isOther: Whether at this path below the site there is a file that is not the source of this image, so that
    ///     they only have the same name.
    public init(
        index: ImageIndex, site: String? = nil, variant: String? = nil, eager: Int = 1,
        isOther: @escaping @Sendable (_ path: String, ImageIndex.Entry) -> Bool = { _, _ in false }
    ) {
        self.index = index
        self.variant = variant
        self.eager = eager
        self.isOther = isOther
        place = SitePlace(site)
        lookup = PictureLookup(index, in: place)
    }

    /// Rewrites one page.
    ///
    /// - Parameters:
    ///   - bytes: The page in UTF-8, or in another encoding that has ASCII's characters where ASCII has them.
    ///   - path: Its path from the root of the site, `blog/kingfishers.html`.
    public func rewrite(_ bytes: [UInt8], at path: String) -> Page {
        var page = Page(bytes: [], replaced: 0, notices: [])
        var base = place.base(ofPage: path)
        var hasBase = false
        // What is put into a page in another encoding has to be ASCII.
        // A page of nothing but ASCII does not tell which one it is in.
        let isUTF8 = bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) != nil
        var pictures = 0
        var copied = 0
        var lines = LineCount(bytes)
        for element in HTMLTags(bytes) {
            switch element {
            case .end("picture"): pictures = max(0, pictures - 1)
            case .end(let name) where !Self.partsOfPictures.contains(name): pictures = 0
            case .start(let tag) where tag.name == "picture": pictures += 1
            case .start(let tag) where tag.name == "base" && !hasBase:
                guard let href = tag["href"] else { continue }
                hasBase = true
                base = place.base(href, on: base) ?? base
            case .start(let tag) where tag.name == "img" && pictures == 0:
                guard let source = tag["src"], !Self.isData(source) else { continue }
                func notice(_ message: String, isForeign: Bool = false) {
                    let (line, column) = lines.place(of: tag.place.lowerBound)
                    page.notices.append(
                        Notice(line: line, column: column, message: message, isForeign: isForeign))
                }
                guard let match = lookup.match(source, on: base), let image = index[match.id] else {
                    notice("'\(source.prefix(100))' is no image of the index", isForeign: true)
                    continue
                }
                if let other = match.other {
                    notice(
                        "'\(source.prefix(100))' may be \(match.id) or \(other), whose addresses differ only behind the "
                            + "'?'; name a file of a variant")
                    continue
                }
                if let path = match.path, isOther(path, image) {
                    notice(
                        "'\(source.prefix(100))' is a file of the site that is not the source of \(match.id); "
                            + "give one of them another name")
                    continue
                }
                let picture: [UInt8]
                do throws(ImageIndexError) {
                    picture = try self.picture(
                        tag, image, match, bytes, way: way(from: base), isFirst: page.replaced < eager,
                        isUTF8: isUTF8)
                } catch {
                    notice("\(match.id): \(error)")
                    continue
                }
                if tag["alt"] == nil, image.alt == nil {
                    notice("\(match.id) has no text alternative; give the <img> an 'alt', or the source one")
                }
                page.bytes += bytes[copied..<tag.place.lowerBound]
                page.bytes += picture
                copied = tag.place.upperBound
                page.replaced += 1
            case .start(let tag) where !Self.partsOfPictures.contains(tag.name): pictures = 0
            default: continue
            }
        }
        page.bytes += bytes[copied...]
        return page
    }

    // What may stand in a <picture>. Anything else in one says that its end was forgotten.
    private static let partsOfPictures: Set<String> = [
        "picture", "source", "img", "script", "template", "noscript",
    ]

    private static func isData(_ source: String) -> Bool {
        source.drop { $0.isWhitespace }.prefix(5).lowercased() == "data:"
    }

    // MARK: One picture

    /// What leads from a page to the root of the site, if that makes a difference.
    private func way(from base: SitePlace.Base) -> String {
        RelativeBase.isBelowRoot(index.baseURL) ? place.way(from: base) : ""
    }

    private func picture(
        _ tag: HTMLTag, _ image: ImageIndex.Entry, _ match: PictureLookup.Match, _ bytes: [UInt8],
        way: String, isFirst: Bool, isUTF8: Bool
    ) throws(ImageIndexError) -> [UInt8] {
        func placed(_ image: ImageIndex.Entry) -> ImageIndex.Entry {
            way.isEmpty ? image : image.mapAddresses { url, _ in RelativeBase.address(url, way: way) }
        }
        let image = placed(image)
        let name = try variantName(match, image)
        let variant = try image.variant(name)
        guard let fallback = variant.fallback else { throw .emptyVariant(name: name) }
        let size = ShownSize(tag)
        // An author who says how wide it is has said all that `sizes` needs.
        let sizes = tag["sizes"] ?? variant.sizes ?? size.width.map { "(max-width: \($0)px) 100vw, \($0)px" }
        var html = "<picture>"
        for alternative in image.media ?? [] {
            guard let other = index[alternative.image].map(placed)?.variants[name] else { continue }
            html += other.sources(
                sizes: tag["sizes"] ?? other.sizes ?? sizes, media: alternative.media, size: size.of)
        }
        if !variant.isOneFile { html += variant.sources(sizes: sizes, media: nil) }

        var added: [(name: String, value: String?)] = []
        if let shown = size.of(fallback) {
            if tag["width"] == nil { added.append(("width", String(shown.width))) }
            if tag["height"] == nil { added.append(("height", String(shown.height))) }
        }
        if tag["alt"] == nil { added.append(("alt", image.alt)) }
        if tag["loading"] == nil, !isFirst {
            added.append(("loading", "lazy"))
            if tag["decoding"] == nil { added.append(("decoding", "async")) }
        }
        if tag["style"] == nil {
            added.append(("style", try image.placeholderStyle(.automatic, for: variant)))
        }
        var attributes = "src=\"\(HTMLText.escape(fallback.src))\""
        for (name, value) in added {
            if let value { attributes += " \(name)=\"\(HTMLText.escape(value))\"" }
        }
        func encoded(_ text: String) -> [UInt8] { Array((isUTF8 ? text : HTMLText.inASCII(text)).utf8) }
        return encoded(html) + rewritten(tag, bytes, source: encoded(attributes)) + encoded("</picture>")
    }

    private func variantName(
        _ match: PictureLookup.Match, _ image: ImageIndex.Entry
    ) throws(ImageIndexError) -> String {
        if let variant, match.variants.isEmpty || match.variants.contains(variant) { return variant }
        if let name = match.variants.first { return name }
        let names = image.variants.filter { !$0.value.isInline }.keys.sorted()
        guard names.count == 1 else { throw .unclearVariant(available: names) }
        return names[0]
    }

    // The tag with other attributes in the place of `src`; what else is in it stands where it stood.
    private func rewritten(_ tag: HTMLTag, _ bytes: [UInt8], source: [UInt8]) -> [UInt8] {
        var html: [UInt8] = []
        var copied = tag.place.lowerBound
        var hasSource = false
        for attribute in tag.attributes {
            let isSource = attribute.name == "src" && !hasSource
            // It counts only where the picture itself has it.
            let isAutomatic =
                attribute.name == "sizes"
                && attribute.value.drop { $0.isWhitespace }.lowercased().hasPrefix("auto")
            guard ["src", "srcset", "sizes"].contains(attribute.name), !isAutomatic else { continue }
            html += bytes[copied..<attribute.place.lowerBound]
            copied = attribute.place.upperBound
            if isSource {
                hasSource = true
                html += source
                // What follows may have needed no space behind a quote.
                if let next = bytes[safe: copied], !Self.endsAttribute(next) { html.append(0x20) }
            } else if let next = bytes[safe: copied], Self.endsAttribute(next), next != UInt8(ascii: "/") {
                // With the space before it.
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

/// The size at which an author shows a picture.
private struct ShownSize {
    var width: Int?
    private var height: Int?
    // It is said in a way that only the page's style can work out.
    private var isUnknown = false

    init(_ tag: HTMLTag) {
        for name in ["width", "height"] {
            guard let text = tag[name] else { continue }
            // HTML, "rules for parsing dimension values": leading digits count, and a percentage is one.
            let trimmed = text.drop { $0.isWhitespace }
            let digits = trimmed.prefix { $0.isASCII && $0.isNumber }
            let rest = trimmed[digits.endIndex...].drop { $0 == "." || ($0.isASCII && $0.isNumber) }
            guard let number = Int(digits), (1...100_000).contains(number), rest.first != "%" else {
                isUnknown = true
                continue
            }
            if name == "width" { width = number } else { height = number }
        }
        if let style = tag["style"], Self.setsSize(style) { isUnknown = true }
        if isUnknown { (width, height) = (nil, nil) }
    }

    private static func setsSize(_ style: String) -> Bool {
        style.lowercased().split(separator: ";").contains { declaration in
            // The last word before the colon: a comment may be in front of it.
            let name = declaration.prefix { $0 != ":" }.split { $0.isWhitespace || $0 == "/" }.last ?? ""
            return properties.contains(name)
        }
    }

    private static let properties: Set<Substring> = [
        "width", "min-width", "max-width", "height", "min-height", "max-height", "inline-size",
        "min-inline-size",
        "max-inline-size", "block-size", "min-block-size", "max-block-size", "aspect-ratio", "all",
    ]

    /// The size that a picture has in its place; `nil` where that is for the page's style to say.
    func of(_ picture: ImageIndex.Fallback) -> ImageIndex.Fallback? {
        if isUnknown { return nil }
        let own = (width: Double(max(1, picture.width)), height: Double(max(1, picture.height)))
        var shown = (width: own.width, height: own.height)
        if let width {
            shown = (Double(width), height.map(Double.init) ?? Double(width) * own.height / own.width)
        } else if let height {
            shown = (Double(height) * own.width / own.height, Double(height))
        }
        func whole(_ side: Double) -> Int { Int(min(max(side.rounded(), 1), 1_000_000)) }
        return ImageIndex.Fallback(height: whole(shown.height), src: picture.src, width: whole(shown.width))
    }
}

extension [UInt8] {
    fileprivate subscript(safe place: Int) -> UInt8? { place < count ? self[place] : nil }
}

/// Counts lines as places come, each behind the one before.
private struct LineCount {
    private let bytes: [UInt8]
    private var line = 1
    private var start = 0
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func place(of target: Int) -> (line: Int, column: Int) {
        while offset < target {
            if bytes[offset] == 0x0A {
                line += 1
                start = offset + 1
            }
            offset += 1
        }
        return (line, target - start + 1)
    }
}
