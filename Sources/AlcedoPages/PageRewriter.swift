public import AlcedoIndex

/// Replaces each `<img>` of a page that shows an image of an index with the files of the image.
///
/// ```swift
/// let rewriter = PageRewriter(index: index, variant: "hero")
/// let page = rewriter.rewrite(bytes, at: "blog/kingfishers.html")
/// ```
///
/// For site generators without support for Alcedo, which write `<img src="/photos/kingfisher.jpg" alt="…">`. An image is
/// recognized by its id, by the path of its source, by its URL, by the address of one of its files, or by the bytes of the
/// site's own file. The author's attributes are kept, except `src`, `srcset` and `sizes`, and so is every other byte of the
/// page. An `<img>` in a `<picture>` is left alone, so rewriting a page again changes nothing.
public struct PageRewriter: Sendable {
    /// The element that shows an image.
    public enum Element: String, CaseIterable, Hashable, Sendable {
        /// A `<picture>` around the `<img>`, with every format and the image's alternatives for media conditions.
        case picture
        /// The `<img>` alone, with the sizes of the last format, which all browsers support. Keeps the element tree, for
        /// style sheets that depend on it.
        case img
    }

    /// A rewritten page.
    public struct Page: Sendable {
        /// The bytes of the page.
        public var bytes: [UInt8]
        /// Number of replaced `<img>` elements.
        public var replaced: Int
        /// Problems, in the order of the page.
        public var notices: [Notice]
        /// Number of `<img>` elements in the page.
        public var images = 0
        /// Ids of the images of the index in the rewritten page: shown, linked, or in a style.
        public var shown: Set<String> = []
        /// The addresses of the site in the rewritten page.
        public var references: [Reference] = []
    }

    /// A problem of an `<img>`.
    public struct Notice: Hashable, Sendable {
        /// The line, counted from 1.
        public var line: Int
        /// The column in bytes, counted from 1.
        public var column: Int
        /// The address of the `<img>` as written in the page.
        public var address: String
        /// The problem, in one sentence.
        public var message: String
        /// Whether the `<img>` shows an image outside of the index, as most icons do.
        public var isForeign: Bool
    }

    /// An address of the site in a page.
    public struct Reference: Hashable, Sendable {
        /// The origin and purpose of the address.
        public enum Kind: Hashable, Sendable {
            /// A new address of a file of the index.
            case new
            /// A picture of the original page, in an element or in its `style`.
            case picture
            /// A link, metadata for other sites, or an address in a style sheet.
            case other
        }

        /// The address as written in the page.
        public var address: String
        /// The decoded path from the root of the site; `nil` for an address outside of the site on its host.
        public var path: String?
        /// The decoded path from the root of the host.
        public var hostPath: String
        /// The origin and purpose of the address.
        public var kind: Kind
        /// The line of its tag in the original page, counted from 1.
        public var line: Int
        /// The column in bytes, counted from 1.
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
    ///   - site: The address of the site, `https://example.org/blog`, for pages that use absolute addresses or are below a
    ///     path.
    ///   - variant: The variant to show where the page does not name a file of a variant. An image without it shows its only
    ///     variant with files, which is also the default.
    ///   - eager: The number of pictures on each page that load eagerly; all others load lazily, unless the page sets
    ///     `loading`.
    ///   - element: The element that shows an image.
    ///   - files: The site's own files. A copy of a source is recognized by its bytes, and a file that only has the name of
    ///     an image is not replaced.
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

    /// Rewrites one page. If the task is cancelled, it ends soon, and the result is a part of the page.
    ///
    /// - Parameters:
    ///   - bytes: The page in UTF-8, or in another encoding compatible with ASCII.
    ///   - path: Its path from the root of the site, `blog/kingfishers.html`.
    public func rewrite(_ bytes: [UInt8], at path: String) -> Page {
        var page = Page(bytes: [], replaced: 0, notices: [])
        var base = place.base(ofPage: path)
        var hasBase = false
        // Text for a page in another encoding must be ASCII.
        // The encoding of a page with only ASCII is unknown.
        let isUTF8 = bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) != nil
        var pictures = 0
        var copied = 0
        var found = 0
        var lines = LineCount(bytes)
        for element in HTMLTags(bytes) {
            if Task.isCancelled { break }
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
                    // The replacement is the same as the original.
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
        if Task.isCancelled { return page }
        page.bytes += bytes[copied...]
        noteStyles(bytes, on: base, in: &page)
        return page
    }

    /// Reads the addresses in a style sheet: ``Page/shown`` and ``Page/references``. Its bytes stay as they are.
    ///
    /// - Parameter path: Its path from the root of the site, to which its addresses are relative.
    public func examine(styleSheet bytes: [UInt8], at path: String) -> Page {
        var page = Page(bytes: bytes, replaced: 0, notices: [])
        noteStyles(bytes, on: place.base(ofPage: path), in: &page)
        return page
    }

    // Elements that are allowed in a <picture>. Any other element implies a missing end tag.
    private static let partsOfPictures: Set<String> = [
        "picture", "source", "img", "script", "template", "noscript",
    ]

    private static func isData(_ source: String) -> Bool {
        source.drop { $0.isWhitespace }.prefix(5).lowercased() == "data:"
    }

    /// Returns the prefix that leads from a page to the root of the site, if it makes a difference.
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

    /// Whether the file at the path of an image is not its source.
    private func isOther(_ match: PictureLookup.Match) -> Bool {
        guard let path = match.path, let files, let image = index[match.id], let bytes = files.bytes(at: path)
        else { return false }
        return bytes != image.source.bytes || files.digest(at: path) != image.source.digest
    }

    // MARK: What the page names

    /// Records new addresses as a browser will resolve them.
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
        for text in pictures where !Task.isCancelled {
            note(text, isNew ? .new : .picture, on: base, line, in: &page)
        }
        for text in backgrounds { note(text, .picture, on: base, line, in: &page) }
        for text in references.others { note(text, .other, on: base, line, in: &page) }
    }

    private func note(
        _ text: String, _ kind: Reference.Kind, on base: SitePlace.Base, _ line: (line: Int, column: Int),
        in page: inout Page
    ) {
        // Most links lead to pages and are skipped quickly.
        guard kind != .other || Self.mayBeFile(text), let address = place.address(text, on: base) else {
            return
        }
        if let match = lookup.match(text, on: base) {
            page.shown.insert(match.id)
        }
        // An address with a host outside of the site is the author's responsibility.
        let path = place.path(of: address)
        guard place.own(address).host == nil, path != nil || address.host == nil else { return }
        page.references.append(
            Reference(
                address: text, path: path, hostPath: address.path, kind: kind, line: line.line,
                column: line.column))
    }

    private func noteStyles(_ bytes: [UInt8], on base: SitePlace.Base, in page: inout Page) {
        for text in PageReferences.addresses(inStyle: bytes) where !Task.isCancelled {
            note(text, .other, on: base, (1, 1), in: &page)
        }
    }

    // A link to `/kingfisher` leads to a page, whatever the names of images.
    private static func mayBeFile(_ text: String) -> Bool {
        let path = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let slash = UInt8(ascii: "/")
        let name = path.lastIndex(of: slash).map { path[path.index(after: $0)...] } ?? path
        return name.contains(UInt8(ascii: ".")) && !name.elementsEqual("..".utf8)
            && ![".html", ".htm"].contains { name.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
}
