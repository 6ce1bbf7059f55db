public import AlcedoIndex

/// Puts the files of an index in the place of each `<img>` of a page that shows one of its images.
///
/// ```swift
/// let rewriter = PageRewriter(index: index, variant: "hero")
/// let page = rewriter.rewrite(bytes, at: "blog/kingfishers.html")
/// ```
///
/// For site generators that know nothing of it: they write `<img src="/photos/kingfisher.jpg" alt="…">`, and this finds
/// the image by its id, by the path of its source, by its URL, by the address of one of its files, or by the bytes of the
/// site's own file. What the author wrote beside `src` stays as it is, but for `srcset` and `sizes`; every other byte of
/// the page does, too. An `<img>` in a `<picture>` is left alone, so a page that was rewritten stays what it is.
public struct PageRewriter: Sendable {
    /// What stands in a page for an image.
    public enum Element: String, CaseIterable, Hashable, Sendable {
        /// A `<picture>` around the `<img>`, with every format and what the image has for media conditions.
        case picture
        /// The `<img>` alone, with the sizes of the one format that everything knows. The tree of elements stays as it
        /// was, for style sheets that count on it.
        case img
    }

    /// A page after it.
    public struct Page: Sendable {
        /// Its bytes.
        public var bytes: [UInt8]
        /// How many pictures were put in.
        public var replaced: Int
        /// What somebody should know, in the order of the page.
        public var notices: [Notice]
        /// How many `<img>` elements the page has.
        public var images = 0
        /// The images of the index that the page names now, by id: shown, linked to, or in a style.
        public var shown: Set<String> = []
        /// The addresses of the site that the page names now.
        public var references: [Reference] = []
    }

    /// Something about one `<img>`.
    public struct Notice: Hashable, Sendable {
        /// From 1.
        public var line: Int
        /// From 1, in bytes.
        public var column: Int
        /// The address of the `<img>` as it stands there.
        public var address: String
        /// One sentence.
        public var message: String
        /// Whether the `<img>` shows no image of the index, which is the way of most icons.
        public var isForeign: Bool
    }

    /// An address of the site in a page.
    public struct Reference: Hashable, Sendable {
        /// How it came into the page, and what for.
        public enum Kind: Hashable, Sendable {
            /// The address of a file of the index that was put in.
            case new
            /// A picture that the page shows as it was written, in an element or in its `style`.
            case picture
            /// A link, a tag for other sites, what a style sheet names.
            case other
        }

        /// As it stands in the page.
        public var address: String
        /// Decoded, from the root of the site; `nil` for what lies beside the site on its host.
        public var path: String?
        /// Decoded, from the root of the host.
        public var hostPath: String
        /// How it came into the page, and what for.
        public var kind: Kind
        /// From 1: the line of its tag as the page was.
        public var line: Int
        /// From 1, in bytes.
        public var column: Int
    }

    let index: ImageIndex
    let place: SitePlace
    let variant: String?
    let element: Element
    private let lookup: PictureLookup
    private let eager: Int
    private let files: (any SiteFiles)?

    /// - Parameters:
    ///   - index: The images.
    ///   - site: The address of the site, `https://example.org/blog`, for pages that have whole addresses or lie below a
    ///     path.
    ///   - variant: What is shown, where the page does not name a file of a variant itself. An image that lacks it has its
    ///     only variant with files instead, which is also the default.
    ///   - eager: How many pictures of a page are loaded at once, because they may be seen first; the others are loaded
    ///     when they come near the window, unless the page says.
    ///   - element: What stands in the page for an image.
    ///   - files: The site's own files. A copy of a source is known by its bytes, and a file that only has the name of an
    ///     image is not taken for it.
    public init(
        index: ImageIndex, site: String? = nil, variant: String? = nil, eager: Int = 1,
        element: Element = .picture, files: (any SiteFiles)? = nil
    ) {
        self.index = index
        self.variant = variant
        self.eager = eager
        self.element = element
        self.files = files
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
        var found = 0
        var lines = LineCount(bytes)
        for element in HTMLTags(bytes) {
            guard case .start(let tag) = element else {
                if case .end("picture") = element {
                    pictures = max(0, pictures - 1)
                } else if case .end(let name) = element, !Self.partsOfPictures.contains(name) {
                    pictures = 0
                }
                continue
            }
            if tag.name == "picture" {
                pictures += 1
            } else if !Self.partsOfPictures.contains(tag.name) {
                pictures = 0
            }
            if tag.name == "base", !hasBase, let href = tag["href"] {
                hasBase = true
                base = place.base(href, on: base) ?? base
            }
            if tag.name == "img" { page.images += 1 }
            guard tag.name == "img", pictures == 0, let source = tag["src"], !Self.isData(source) else {
                note(PageReferences(tag), of: tag, on: base, &lines, in: &page)
                continue
            }
            switch identify(source, on: base) {
            case .failure(let reason):
                page.notices.append(Notice(reason, of: source, at: lines.place(of: tag.place.lowerBound)))
            case .success(let match):
                let shown = Shown(
                    id: match.id, variants: match.variants, way: way(from: base), isFirst: found < eager)
                do throws(ImageIndexError) {
                    let html = try self.html(for: tag, shown, in: bytes, isUTF8: isUTF8)
                    found += 1
                    if tag["alt"] == nil, index[match.id]?.alt == nil {
                        page.notices.append(
                            Notice(
                                .noText(match.id), of: source, at: lines.place(of: tag.place.lowerBound)))
                    }
                    page.shown.insert(match.id)
                    // It stood there before, as this would put it.
                    guard !html.elementsEqual(bytes[tag.place]) else { break }
                    page.bytes += bytes[copied..<tag.place.lowerBound]
                    page.bytes += html
                    copied = tag.place.upperBound
                    page.replaced += 1
                    note(html, of: tag, on: base, &lines, in: &page)
                    continue
                } catch {
                    page.notices.append(
                        Notice(
                            .unclear("\(match.id): \(error)"), of: source,
                            at: lines.place(of: tag.place.lowerBound)))
                }
            }
            note(PageReferences(tag), of: tag, on: base, &lines, in: &page)
        }
        page.bytes += bytes[copied...]
        noteStyles(bytes, on: base, in: &page)
        return page
    }

    /// What a style sheet names: ``Page/shown`` and ``Page/references``. Its bytes stay as they are.
    ///
    /// - Parameter path: Its path from the root of the site, to which its addresses are relative.
    public func examine(styleSheet bytes: [UInt8], at path: String) -> Page {
        var page = Page(bytes: bytes, replaced: 0, notices: [])
        noteStyles(bytes, on: place.base(ofPage: path), in: &page)
        return page
    }

    // What may stand in a <picture>. Anything else in one says that its end was forgotten.
    private static let partsOfPictures: Set<String> = [
        "picture", "source", "img", "script", "template", "noscript",
    ]

    private static func isData(_ source: String) -> Bool {
        source.drop { $0.isWhitespace }.prefix(5).lowercased() == "data:"
    }

    /// What leads from a page to the root of the site, if that makes a difference.
    private func way(from base: SitePlace.Base) -> String {
        RelativeBase.isBelowRoot(index.baseURL) ? place.way(from: base) : ""
    }

    // MARK: Which image

    private func identify(
        _ source: String, on base: SitePlace.Base
    ) -> Result<PictureLookup.Match, UnknownImage> {
        let named = lookup.match(source, on: base)
        let isOther = named.map(isOther) ?? false
        if named == nil || isOther, let files,
            let copy = lookup.match(source, on: base, amongCopiesIn: files)
        {
            return .success(copy)
        }
        guard let named else { return .failure(.foreign(source)) }
        if let other = named.other { return .failure(.eitherOf(source, named.id, other)) }
        return isOther ? .failure(.other(source, named.id)) : .success(named)
    }

    /// Whether at the path by which an image is known there is a file that is not its source.
    private func isOther(_ match: PictureLookup.Match) -> Bool {
        guard let path = match.path, let files, let image = index[match.id], let bytes = files.bytes(at: path)
        else { return false }
        return bytes != image.source.bytes || files.digest(at: path) != image.source.digest
    }

    // MARK: What the page names

    /// Notes what was put in, as a browser will find it.
    private func note(
        _ html: [UInt8], of tag: HTMLTag, on base: SitePlace.Base, _ lines: inout LineCount,
        in page: inout Page
    ) {
        for case .start(let new) in HTMLTags(html) {
            note(PageReferences(new), of: tag, on: base, &lines, in: &page, isNew: true)
        }
    }

    private func note(
        _ references: PageReferences, of tag: HTMLTag, on base: SitePlace.Base, _ lines: inout LineCount,
        in page: inout Page, isNew: Bool = false
    ) {
        let (pictures, backgrounds) = (references.pictures, references.backgrounds)
        guard !(pictures.isEmpty && backgrounds.isEmpty && references.others.isEmpty) else { return }
        let line = lines.place(of: tag.place.lowerBound)
        for text in pictures { note(text, isNew ? .new : .picture, on: base, line, in: &page) }
        for text in backgrounds { note(text, .picture, on: base, line, in: &page) }
        for text in references.others { note(text, .other, on: base, line, in: &page) }
    }

    private func note(
        _ text: String, _ kind: Reference.Kind, on base: SitePlace.Base, _ line: (line: Int, column: Int),
        in page: inout Page
    ) {
        // Most links are those to pages, and need no thought.
        guard kind != .other || Self.mayBeFile(text), let address = place.address(text, on: base) else {
            return
        }
        if let match = lookup.match(text, on: base) {
            page.shown.insert(match.id)
        }
        // An address beside the site that names the host was written by an author who knows what is there.
        let path = place.path(of: address)
        guard place.own(address).host == nil, path != nil || address.host == nil else { return }
        page.references.append(
            Reference(
                address: text, path: path, hostPath: address.path, kind: kind, line: line.line,
                column: line.column))
    }

    private func noteStyles(_ bytes: [UInt8], on base: SitePlace.Base, in page: inout Page) {
        for text in PageReferences.addresses(inStyle: bytes) {
            note(text, .other, on: base, (1, 1), in: &page)
        }
    }

    // A link to `/kingfisher` is one to a page, whatever images are called.
    private static func mayBeFile(_ text: String) -> Bool {
        let path = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let slash = UInt8(ascii: "/")
        let name = path.lastIndex(of: slash).map { path[path.index(after: $0)...] } ?? path
        return name.contains(UInt8(ascii: ".")) && !name.elementsEqual("..".utf8)
            && ![".html", ".htm"].contains { name.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
}
