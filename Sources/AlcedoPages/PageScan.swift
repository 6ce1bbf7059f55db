import AlcedoIndex

/// Reads a page or a style sheet from its beginning to its end, and collects the changes.
struct PageScan {
    /// Bytes in place of others.
    struct Edit {
        var place: Range<Int>
        var bytes: [UInt8]
    }

    /// A `<link rel="preload">` of an image, which follows the `<img>` after it.
    struct Preload {
        var tag: HTMLTag
        var id: String
        var choice: PageRewriter.Rule.Choice?
        var isThere: Bool
        var place: (line: Int, column: Int)
    }

    let rewriter: PageRewriter
    let bytes: [UInt8]
    // Text for a page in another encoding must be ASCII.
    // The encoding of a page with only ASCII is unknown.
    let isUTF8: Bool
    var base: SitePlace.Base
    var page = PageRewriter.Page(bytes: [], replaced: 0, notices: [])
    var edits: [Edit] = []
    var lines: LineCount
    var preloads: [Preload] = []
    var preloaded: Set<String> = []
    // What the first `<img>` of each image shows.
    var shown: [String: PageRewriter.Replacement] = [:]
    // The picture in the last `og:image`, if it was replaced.
    var social: (file: ImageIndex.File, format: ImageIndex.Format)?
    private var path = ElementPath()
    private var hasBase = false
    private var pictures = 0
    private var found = 0

    init(_ rewriter: PageRewriter, _ bytes: [UInt8], at path: String) {
        self.rewriter = rewriter
        self.bytes = bytes
        isUTF8 = bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) != nil
        base = rewriter.place.base(ofPage: path)
        lines = LineCount(bytes)
    }

    /// Returns the result; a part of the page if the task is cancelled.
    mutating func finished() -> PageRewriter.Page {
        var copied = 0
        for edit in edits.sorted(by: { $0.place.lowerBound < $1.place.lowerBound }) {
            page.bytes += bytes[copied..<edit.place.lowerBound]
            page.bytes += edit.bytes
            copied = edit.place.upperBound
        }
        if !Task.isCancelled { page.bytes += bytes[copied...] }
        return page
    }

    // Elements that are allowed in a <picture>. Any other element implies a missing end tag.
    private static let partsOfPictures: Set<String> = [
        "picture", "source", "img", "script", "template", "noscript",
    ]

    mutating func readPage() {
        var tags = HTMLTags(bytes)
        var style: HTMLTag?
        while let element = tags.next() {
            if Task.isCancelled { return }
            switch element {
            case .start(let tag):
                style = tag.name == "style" ? tag : nil
                if tag.name == "picture" {
                    pictures += 1
                } else if !Self.partsOfPictures.contains(tag.name) {
                    pictures = 0
                }
                if tag.name == "base", !hasBase, let href = tag["href"] {
                    hasBase = true
                    base = rewriter.place.base(href, on: base) ?? base
                }
                if !rewriter.rules.isEmpty { path.prepare(for: tag) }
                read(tag)
                if !rewriter.rules.isEmpty { path.begin(tag) }
            case .end(let name):
                if name == "picture" {
                    pictures = max(0, pictures - 1)
                } else if !Self.partsOfPictures.contains(name) {
                    pictures = 0
                }
                if !rewriter.rules.isEmpty { path.end(name) }
                if let tag = style, name == "style" {
                    readStyles(in: tag.place.upperBound..<tags.rawTextEnd, choice: choice(for: tag))
                }
                style = nil
            }
        }
        for preload in preloads { follow(preload) }
    }

    private mutating func read(_ tag: HTMLTag) {
        if tag.name == "link", tag["integrity"] != nil, let address = tag["href"] {
            let path = address.prefix { $0 != "?" && $0 != "#" }
            if let name = path.split(separator: "/").last { page.pinnedStyleSheets.insert(String(name)) }
        }
        if tag.name == "img" {
            page.images += 1
            if let source = tag["src"], !Self.isData(source), read(tag, showing: source) { return }
        } else if tag.isPicturePreload, readPreload(tag) {
            return
        } else if readFavicon(tag) {
            return
        }
        mend(tag)
    }

    private static func isData(_ source: String) -> Bool {
        source.drop { $0.isWhitespace }.prefix(5).lowercased() == "data:"
    }

    /// Returns what the page or a rule says about an element.
    func choice(for tag: HTMLTag) -> PageRewriter.Rule.Choice? {
        if let name = tag["data-alcedo"]?.filter({ !$0.isWhitespace }) {
            return name == "off" ? .off : .variant(name)
        }
        return rewriter.rules.choice(for: tag, in: path.open)
    }

    /// Adds a notice about an element.
    mutating func note(_ reason: UnknownImage, of address: String, in tag: HTMLTag) {
        let notice = PageRewriter.Notice(reason, of: address, at: lines.place(of: tag.place.lowerBound))
        // Several addresses of an element may have the same problem.
        if page.notices.last != notice { page.notices.append(notice) }
    }

    /// Whether the page names a variant that no image has, which is then noted.
    mutating func isMistaken(_ choice: PageRewriter.Rule.Choice?, _ tag: HTMLTag) -> Bool {
        guard case .variant(let name) = choice, !rewriter.variantNames.isEmpty,
            !rewriter.variantNames.contains(name)
        else { return false }
        note(.unknownVariant(name, rewriter.variantNames.sorted()), of: name, in: tag)
        return true
    }

    /// Replaces an `<img>`.
    /// - Returns: Whether it shows an image of the index, whose addresses are then noted.
    private mutating func read(_ tag: HTMLTag, showing source: String) -> Bool {
        let choice = choice(for: tag)
        if choice == .off || isMistaken(choice, tag) { return false }
        let isInPicture = pictures > 0
        let match: PictureLookup.Match
        if isInPicture {
            // A <picture> of the author's is only mended: one that Alcedo wrote shows files.
            guard let found = rewriter.reference(source, on: base, isChosen: choice != nil) else {
                return false
            }
            match = found
        } else {
            switch rewriter.identify(source, on: base) {
            case .failure(let reason):
                note(reason, of: source, in: tag)
                return false
            case .success(let found): match = found
            }
        }
        let isFirst =
            found < rewriter.eager || tag["fetchpriority"]?.lowercased() == "high"
            || preloaded.contains(match.id)
        let wanted = PageRewriter.Shown(
            id: match.id, variants: match.variants, choice: choice, way: rewriter.way(from: base),
            isFirst: isFirst, isInPicture: isInPicture)
        let mended = mendedAttributes(of: tag, PageSlot.all(in: tag).filter { $0.attribute.name != "srcset" })
        do throws(ImageIndexError) {
            let new = try rewriter.html(for: tag, wanted, mended.edits, in: bytes, isUTF8: isUTF8)
            found += 1
            if tag["alt"] == nil, rewriter.index[match.id]?.alt == nil {
                note(.noText(match.id), of: source, in: tag)
            }
            page.shown.insert(match.id)
            if shown[match.id] == nil { shown[match.id] = new }
            // The replacement is the same as the original.
            guard !new.html.elementsEqual(bytes[tag.place]) else {
                note(PageReferences(tag), of: tag)
                return true
            }
            edits.append(Edit(place: tag.place, bytes: new.html))
            page.replaced += 1
            page.mended += mended.edits.count
            note(new.html, of: tag, new: mended.addresses)
            return true
        } catch {
            note(.unclear("\(match.id): \(error)"), of: source, in: tag)
            return false
        }
    }
}
