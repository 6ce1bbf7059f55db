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
    private let lookup: PictureLookup
    private let variant: String?
    private let eager: Int

    /// - Parameters:
    ///   - index: The images.
    ///   - variant: What is shown, where the page does not name a file of a variant itself. Default: an image's only
    ///     variant that has files.
    ///   - eager: How many pictures of a page are loaded at once, because they may be seen first; the others are loaded
    ///     when they come near the window, unless the page says.
    public init(index: ImageIndex, variant: String? = nil, eager: Int = 1) {
        self.index = index
        self.variant = variant
        self.eager = eager
        lookup = PictureLookup(index)
    }

    /// Rewrites one page.
    ///
    /// - Parameters:
    ///   - bytes: The page in UTF-8, or in another encoding that has ASCII's characters where ASCII has them.
    ///   - path: Its path from the root of the site, `blog/kingfishers.html`.
    public func rewrite(_ bytes: [UInt8], at path: String) -> Page {
        var page = Page(bytes: [], replaced: 0, notices: [])
        var base = path
        var hasBase = false
        var pictures = 0
        var copied = 0
        var lines = LineCount(bytes)
        for element in HTMLTags(bytes) {
            switch element {
            case .end("picture"): pictures = max(0, pictures - 1)
            case .start(let tag) where tag.name == "picture": pictures += 1
            case .start(let tag) where tag.name == "base" && !hasBase:
                guard let href = tag["href"] else { continue }
                hasBase = true
                if let address = PageAddress(href, on: path), address.origin == nil {
                    base = address.path + (href.hasSuffix("/") ? "/" : "")
                }
            case .start(let tag) where tag.name == "img" && pictures == 0:
                guard let source = tag["src"] else { continue }
                func notice(_ message: String, isForeign: Bool = false) {
                    let (line, column) = lines.place(of: tag.place.lowerBound)
                    page.notices.append(
                        Notice(line: line, column: column, message: message, isForeign: isForeign))
                }
                guard let match = lookup.match(source, on: base), let image = index[match.id] else {
                    notice("'\(source)' is no image of the index", isForeign: true)
                    continue
                }
                let picture: [UInt8]
                do throws(ImageIndexError) {
                    picture = try self.picture(
                        tag, image, match, bytes, isFirst: page.replaced < eager)
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
            default: continue
            }
        }
        page.bytes += bytes[copied...]
        return page
    }

    // MARK: One picture

    private func picture(
        _ tag: HTMLTag, _ image: ImageIndex.Entry, _ match: PictureLookup.Match, _ bytes: [UInt8],
        isFirst: Bool
    ) throws(ImageIndexError) -> [UInt8] {
        let name = try variantName(match, image)
        let variant = try image.variant(name)
        guard let fallback = variant.fallback else { throw .emptyVariant(name: name) }
        let shown = tag["width"].flatMap { Int($0) }
        // An author who says how wide it is has said all that `sizes` needs.
        let sizes = tag["sizes"] ?? variant.sizes ?? shown.map { "(max-width: \($0)px) 100vw, \($0)px" }
        var html = "<picture>"
        for alternative in image.media ?? [] {
            guard let other = index[alternative.image]?.variants[name] else { continue }
            html += other.sources(sizes: tag["sizes"] ?? other.sizes ?? sizes, media: alternative.media)
        }
        if !variant.isOneFile { html += variant.sources(sizes: sizes, media: nil) }

        var added: [(name: String, value: String?)] = []
        let height = tag["height"].flatMap { Int($0) }
        if tag["width"] == nil {
            let width = height.map { scaled(fallback.width, by: $0, of: fallback.height) } ?? fallback.width
            added.append(("width", String(width)))
        }
        if tag["height"] == nil {
            let height = shown.map { scaled(fallback.height, by: $0, of: fallback.width) } ?? fallback.height
            added.append(("height", String(height)))
        }
        if tag["alt"] == nil { added.append(("alt", image.alt)) }
        if tag["loading"] == nil, !isFirst {
            added.append(("loading", "lazy"))
            if tag["decoding"] == nil { added.append(("decoding", "async")) }
        }
        if tag["style"] == nil {
            added.append(("style", try image.placeholderStyle(.automatic, for: variant)))
        }
        return Array(html.utf8) + rewritten(tag, bytes, source: fallback.src, adding: added)
            + Array("</picture>".utf8)
    }

    private func variantName(
        _ match: PictureLookup.Match, _ image: ImageIndex.Entry
    ) throws(ImageIndexError) -> String {
        if let name = match.variant ?? variant { return name }
        let names = image.variants.filter { !$0.value.isInline }.keys.sorted()
        guard names.count == 1 else { throw .unclearVariant(available: names) }
        return names[0]
    }

    private func scaled(_ side: Int, by shown: Int, of other: Int) -> Int {
        max(1, Int((Double(side) * Double(shown) / Double(max(1, other))).rounded()))
    }

    // The tag with another source and more attributes; what else is in it stands where it stood.
    private func rewritten(
        _ tag: HTMLTag, _ bytes: [UInt8], source: String, adding added: [(name: String, value: String?)]
    ) -> [UInt8] {
        var html: [UInt8] = []
        var copied = tag.place.lowerBound
        for attribute in tag.attributes {
            switch attribute.name {
            case "src":
                html += bytes[copied..<attribute.place.lowerBound]
                html += "src=\"\(HTMLText.escape(source))\"".utf8
                copied = attribute.place.upperBound
            case "srcset", "sizes":
                html += bytes[copied..<attribute.place.lowerBound]
                copied = attribute.place.upperBound
                // With the space before it.
                while let last = html.last, last == 0x20 || (0x09...0x0D).contains(last) { html.removeLast() }
            default: continue
            }
        }
        // Behind the last attribute, so that a value without quotes does not take in a slash.
        let end = max(copied, tag.attributes.last?.place.upperBound ?? copied)
        html += bytes[copied..<end]
        for (name, value) in added {
            if let value { html += " \(name)=\"\(HTMLText.escape(value))\"".utf8 }
        }
        html += bytes[end..<tag.place.upperBound]
        return html
    }
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
