public import AlcedoIndex

/// Replaces each `<img>` of a page that shows an image of an index with the files of the image, and mends other addresses of
/// images.
///
/// ```swift
/// let rewriter = PageRewriter(index: index, variant: "hero")
/// let page = rewriter.rewrite(bytes, at: "blog/kingfishers.html")
/// ```
///
/// For site generators without support for Alcedo, which write `<img src="/photos/kingfisher.jpg" alt="…">`. An image is
/// recognized by its id, by the path of its source, by its URL, by the address of one of its files, or by the bytes of the
/// site's own file. The author's attributes are kept, except `src`, `srcset` and `sizes`, and so is every other byte of the
/// page. An address outside of an `<img>` is replaced if it leads to no file of the site, or if the page or a rule names a
/// variant for it. Rewriting a page again changes nothing.
public struct PageRewriter: Sendable {
    /// The largest page or style sheet that is read, in bytes: a GiB. While it is rewritten, it is in memory more than once.
    package static let largestFile = 1 << 30

    /// The element that shows an image.
    public enum Element: String, CaseIterable, Hashable, Sendable {
        /// A `<picture>` around the `<img>`, with every format and the image's alternatives for media conditions.
        case picture
        /// The `<img>` alone, with the sizes of the last format, which all browsers support. Keeps the element tree, for
        /// style sheets that depend on it.
        case img
    }

    let index: ImageIndex
    let place: SitePlace
    let variant: String?
    let element: Element
    let lookup: PictureLookup
    let eager: Int
    let files: (any SiteFiles)?
    let rules: [Rule]
    /// The variants of all images.
    let variantNames: Set<String>
    private let site: String?
    /// Whether there is a notice for each address of a picture of the site that is not an image of the index, wherever it is.
    package var checksReferences = false

    /// - Parameters:
    ///   - index: The images.
    ///   - site: The address of the site, `https://example.org/blog`, for pages that use absolute addresses or are below a
    ///     path, and for metadata, whose addresses are absolute.
    ///   - variant: The variant to show where the page does not name a file of a variant. An image without it shows its only
    ///     variant with files, which is also the default.
    ///   - eager: The number of pictures on each page that load eagerly; all others load lazily, unless the page sets
    ///     `loading` or `fetchpriority="high"`, or preloads them.
    ///   - element: The element that shows an image.
    ///   - files: The site's own files. A copy of a source is recognized by its bytes, and a file that only has the name of
    ///     an image is not replaced. Without it, addresses outside of `<img>` are not mended.
    ///   - rules: The variants of elements that selectors name. A page overrides them with `data-alcedo`.
    public init(
        index: ImageIndex, site: String? = nil, variant: String? = nil, eager: Int = 1,
        element: Element = .picture, files: (any SiteFiles)? = nil, rules: [Rule] = []
    ) {
        self.index = index
        self.site = site
        self.variant = variant
        self.eager = eager
        self.element = element
        self.files = files
        self.rules = rules
        place = SitePlace(site)
        lookup = PictureLookup(index, in: place)
        variantNames = Set(index.images.values.flatMap(\.variants.keys))
    }

    /// Rewrites one page. If the task is cancelled, it ends soon, and the result is a part of the page.
    ///
    /// - Parameters:
    ///   - bytes: The page in UTF-8, or in another encoding compatible with ASCII.
    ///   - path: Its path from the root of the site, `blog/kingfishers.html`.
    public func rewrite(_ bytes: [UInt8], at path: String) -> Page {
        var scan = PageScan(self, bytes, at: path)
        scan.readPage()
        return scan.finished()
    }

    /// Rewrites the addresses in a style sheet that lead to no file.
    ///
    /// - Parameter path: Its path from the root of the site, to which its addresses are relative.
    public func rewrite(styleSheet bytes: [UInt8], at path: String) -> Page {
        var scan = PageScan(self, bytes, at: path)
        scan.readStyles(in: 0..<bytes.count)
        return scan.finished()
    }

    /// Finds the addresses in a text that lead to unpublished pictures: in a feed, a script, or data. It stays as it is.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8, UTF-16, or another encoding compatible with ASCII.
    ///   - path: Its path from the root of the site, to which its addresses are relative.
    package func read(text bytes: [UInt8], at path: String) -> Page {
        let bytes = TextWords.narrow(bytes)
        var scan = PageScan(self, bytes, at: path)
        for part in Self.isXML(path) ? Self.withoutComments(bytes) : [0..<bytes.count] {
            scan.readText(in: part)
        }
        return scan.page
    }

    private static func isXML(_ path: String) -> Bool {
        ["atom", "gpx", "kml", "rss", "xml", "xsl", "xslt"].contains(
            path.split(separator: ".").last?.lowercased())
    }

    /// Returns the parts of an XML text that a reader of it gets.
    private static func withoutComments(_ text: [UInt8]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var place = 0
        while let start = text[place...].firstRange(of: "<!--".utf8) {
            parts.append(place..<start.lowerBound)
            place = text[start.upperBound...].firstRange(of: "-->".utf8)?.upperBound ?? text.count
        }
        return parts + [place..<text.count]
    }

    // MARK: Which image

    /// Returns the image that an `<img>` shows.
    func identify(
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

    /// Returns the image that an address outside of an `<img>` leads to, if its file is not there, or if the author names a
    /// variant for it.
    func reference(_ text: String, on base: SitePlace.Base, isChosen: Bool) -> PictureLookup.Match? {
        // A part of a drawing has no other file.
        func mayBe(_ match: PictureLookup.Match) -> Bool {
            match.variants.isEmpty && index[match.id]?.variants.isEmpty == false
                && !(text.utf8.contains(UInt8(ascii: "#")) && isDrawing(match.id))
        }
        if isChosen {
            guard case .success(let match) = identify(text, on: base) else { return nil }
            return mayBe(match) ? match : nil
        }
        guard let match = lookup.match(text, on: base), mayBe(match), isUnpublished(match) else { return nil }
        return match
    }

    /// Whether an address leads to an image itself, which is no file of the site.
    func isUnpublished(_ match: PictureLookup.Match) -> Bool {
        guard let files, let path = match.path, match.variants.isEmpty, match.other == nil else {
            return false
        }
        return files.bytes(at: path) == nil
    }

    /// Whether an image has parts with names, which addresses may lead to.
    func isDrawing(_ id: String) -> Bool { index[id]?.source.format == "svg" }

    // MARK: Advice

    /// Returns the address of an image in the site: `/blog/a%20b.jpg` for `a b.jpg` in `https://example.org/blog`.
    package func address(ofImage id: String) -> String { "/" + URLPath.encode(place.root.path + id) }

    /// Returns the address of an image that only lacks the path of the site: `/blog/a.jpg` for `/a.jpg` in
    /// `https://example.org/blog`.
    package func addressWithSite(_ text: String) -> String? {
        guard text.hasPrefix("/"), !text.hasPrefix("//"), !text.utf8.contains(UInt8(ascii: "\\")),
            let address = place.address(text, on: place.root), place.path(of: address) == nil
        else { return nil }
        let whole = "/" + URLPath.encode(place.root.path) + text.dropFirst()
        guard case .success = identify(whole, on: place.root) else { return nil }
        return whole
    }

    /// Returns the address of the site that would make an address that of an image: `https://example.org/blog` for
    /// `https://example.org/blog/a.jpg`, `https://…/blog` for `/blog/a.jpg`. If the site's address is known, one below it.
    package func likelySite(behind text: String) -> String? {
        guard let address = place.address(text, on: place.root), address.host != nil || text.hasPrefix("/"),
            let path = place.isKnown ? place.path(of: address) : address.path
        else { return nil }
        let names = path.split(separator: "/")
        let mayBeRoot = !place.isKnown && address.host != nil
        // A site is not far below the root of its host.
        for start in names.indices.prefix(8) where start > 0 || mayBeRoot {
            let rest = "/" + URLPath.encode(place.root.path + names[start...].joined(separator: "/"))
            guard case .success = identify(rest, on: place.root) else { continue }
            let folders = names[..<start].map { "/" + URLPath.encode(String($0)) }.joined()
            if place.isKnown {
                return "https:" + place.way(from: SitePlace.Base(host: "", path: "")).dropLast() + folders
            }
            let scheme = text.lowercased().hasPrefix("http:") ? "http" : "https"
            return "\(scheme)://\(address.host ?? "…")\(folders)"
        }
        return nil
    }

    /// Whether an address leads to a file of the site.
    func isFile(_ text: String, on base: SitePlace.Base) -> Bool {
        guard let files, let address = place.address(text, on: base), let path = place.path(of: address)
        else {
            return false
        }
        return files.bytes(at: path) != nil
    }

    /// Whether two addresses lead to the same place from the root of the site, however they are written.
    package func isSame(_ one: String, _ other: String) -> Bool {
        place.address(one, on: place.root) == place.address(other, on: place.root)
    }

    // MARK: Addresses in pages

    /// Returns the prefix that leads from a page to the root of the site, if it makes a difference.
    ///
    /// - Parameter isAnywhere: Whether a host shows the page at other addresses, too.
    func way(from base: SitePlace.Base, isAnywhere: Bool = false) -> String {
        guard RelativeBase.isBelowRoot(index.baseURL) else {
            // From the root of a host, and a `<base>` may lead to another one.
            return index.baseURL.hasPrefix("/") && !index.baseURL.hasPrefix("//")
                ? place.host(from: base) : ""
        }
        return isAnywhere ? "/" + URLPath.encode(place.root.path) : place.way(from: base)
    }

    /// Returns the address of a file for a page.
    /// - Parameter way: The prefix that leads from the page to the root of the site.
    func address(_ url: String, way: String) -> String {
        way.isEmpty ? url : RelativeBase.address(url, way: way)
    }

    /// Returns the address of a file for other sites, or for a page if the address of the site is unknown.
    func absoluteAddress(_ url: String, way: String) -> String {
        let address = RelativeBase.isBelowRoot(index.baseURL) ? RelativeBase.address(url, way: "") : url
        guard let site else { return self.address(url, way: way) }
        do throws(ImageIndexError) {
            return try URLPath.absolute(address, on: site)
        } catch {
            return self.address(url, way: way)
        }
    }
}
