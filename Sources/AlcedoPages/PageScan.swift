import AlcedoIndex
import AlcedoMarkup

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
    // The image that is shown for one in `src`, if `srcset` has a wider file of the same picture.
    var widened: [String: String] = [:]
    // What the first `<img>` of each image shows.
    var shown: [String: PageRewriter.Replacement] = [:]
    // What the first `<source>` of the author's with all widths of an image offers.
    var offered: [String: Offer] = [:]
    // The picture in the last `og:image`, if it was replaced.
    var social: (file: ImageIndex.File, format: ImageIndex.Format)?
    private var path = ElementPath()
    private var hasBase = false
    // Whether hosts show the page in place of any that does not exist.
    private let isNotFound: Bool
    private var pictures = 0
    // What the last <picture> that began shows.
    private var pictureImage = PictureImage.unread(HTMLTags([]))
    /// The number of tags that were read ahead, besides reading the page once.
    private(set) var tagsAhead = 0
    // What the open <picture> of the author's says.
    private var pictureChoice: PageRewriter.Rule.Choice?
    private var found = 0
    // The pictures that the page asks to preload, and where the head ends.
    private var urgent: [Urgent] = []
    private var headEnd: Int?
    // Whether the icons of the site have taken the place of a link.
    var hasIcons = false
    // The number of open elements whose contents are for browsers without scripts, or for none yet.
    private var asides = 0

    /// The `<img>` of a `<picture>`, which comes after its sources, and is found when the first of them needs it.
    private enum PictureImage {
        case unread(HTMLTags)
        case read(HTMLTag?)
    }

    /// An `<img>` with `data-alcedo-priority`.
    private struct Urgent {
        var tag: HTMLTag
        var id: String
        var shown: PageRewriter.Replacement
        var place: (line: Int, column: Int)
    }

    init(_ rewriter: PageRewriter, _ bytes: [UInt8], at path: String) {
        self.rewriter = rewriter
        self.bytes = bytes
        isUTF8 = bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) != nil
        base = rewriter.place.base(ofPage: path)
        isNotFound = path.split(separator: "/").last == "404.html"
        lines = LineCount(bytes)
    }

    /// The prefix that leads from the page to the root of the site, if it makes a difference.
    var way: String { rewriter.way(from: base, isAnywhere: isNotFound && !hasBase) }

    /// Returns the result; a part of the page if the task is cancelled.
    mutating func finished() -> PageRewriter.Page {
        var copied = 0
        // What is added before an element comes first.
        for edit in edits.sorted(by: {
            ($0.place.lowerBound, $0.place.upperBound) < ($1.place.lowerBound, $1.place.upperBound)
        }) {
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
        // The last tag, if its text is a style sheet or a script.
        var raw: HTMLTag?
        while let element = tags.next() {
            if Task.isCancelled { return }
            switch element {
            case .start(let tag):
                raw = ["style", "script"].contains(tag.name) ? tag : nil
                if tag.name == "picture" {
                    pictures += 1
                    pictureImage = .unread(tags)
                } else if !Self.partsOfPictures.contains(tag.name) {
                    pictures = 0
                }
                if asides == 0, !Self.partsOfHead.contains(tag.name) {
                    headEnd = headEnd ?? tag.place.lowerBound
                }
                if Self.asides.contains(tag.name) { asides += 1 }
                if tag.name == "base", !hasBase, let href = tag["href"] {
                    hasBase = true
                    base = rewriter.place.base(href, on: base) ?? base
                }
                if !rewriter.rules.isEmpty { path.prepare(for: tag) }
                read(tag)
                if !rewriter.rules.isEmpty { path.begin(tag) }
            case .end(let name):
                if name == "head" { headEnd = headEnd ?? tags.endTagStart }
                if Self.asides.contains(name) { asides = max(0, asides - 1) }
                if name == "picture" {
                    pictures = max(0, pictures - 1)
                } else if !Self.partsOfPictures.contains(name) {
                    pictures = 0
                }
                if !rewriter.rules.isEmpty { path.end(name) }
                // A `<style/>` of SVG has no text, and its end tag may be there nevertheless.
                if let tag = raw, name == tag.name, tag.place.upperBound <= tags.rawTextEnd {
                    let text = tag.place.upperBound..<tags.rawTextEnd
                    let choice = choice(for: tag)
                    if name == "style" {
                        readStyles(in: text, choice: isUnknown(choice) ? .off : choice)
                    } else {
                        readText(in: text, isOff: choice == .off)
                    }
                }
                raw = nil
            }
        }
        for preload in preloads { follow(preload) }
        addPreloads()
    }

    // What is in them is not visible at first.
    private static let asides: Set<String> = ["noscript", "template"]

    // Elements of a head, and those around it.
    private static let partsOfHead: Set<String> = [
        "html", "head", "title", "base", "link", "meta", "style", "script", "noscript", "template",
    ]

    private mutating func read(_ tag: HTMLTag) {
        if tag.name == "link", tag["integrity"] != nil,
            let address = tag["href"].flatMap({ rewriter.place.address($0, on: base) }),
            let path = rewriter.place.possiblePath(of: address)
        {
            page.pinnedStyleSheets.insert(path)
        }
        let isMistaken = noteMistakes(of: tag)
        if tag.name == "picture" { pictureChoice = isMistaken ? .off : ownChoice(of: tag) }
        if tag.name == "img" {
            page.images += 1
            if let source = tag["src"], !Self.isData(source) {
                if isStandIn(source, in: tag) { return mend(tag, isStandIn: true) }
                if read(tag, showing: source) { return }
            }
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
        if let choice = ownChoice(of: tag) { return choice }
        if pictures > 0, let pictureChoice, ["img", "source"].contains(tag.name) { return pictureChoice }
        return rewriter.rules.choice(for: tag, in: path.open)
    }

    private func ownChoice(of tag: HTMLTag) -> PageRewriter.Rule.Choice? {
        tag["data-alcedo"].map { text in
            let name = text.filter { !$0.isWhitespace }
            return name == "off" ? .off : .variant(name)
        }
    }

    /// Returns the `<img>` of the open `<picture>`, which comes after its sources.
    mutating func imageOfPicture() -> HTMLTag? {
        guard pictures > 0 else { return nil }
        if case .unread(let tags) = pictureImage { pictureImage = .read(nextImage(in: tags)) }
        if case .read(let image) = pictureImage { return image }
        return nil
    }

    private mutating func nextImage(in tags: HTMLTags) -> HTMLTag? {
        var tags = tags
        var asides = 0
        while let element = tags.next() {
            tagsAhead += 1
            switch element {
            case .start(let tag) where Self.asides.contains(tag.name): asides += 1
            case .end(let name) where Self.asides.contains(name): asides = max(0, asides - 1)
            case .start(let tag) where tag.name == "img" && asides == 0: return tag
            case .start(let tag) where tag.name != "picture" && Self.partsOfPictures.contains(tag.name):
                continue
            case .end(let name) where name != "picture" && Self.partsOfPictures.contains(name): continue
            default: return nil
            }
        }
        return nil
    }

    /// Adds a notice about an element.
    mutating func note(_ reason: UnknownImage, of address: String, in tag: HTMLTag) {
        var notice = PageRewriter.Notice(reason, of: address, at: lines.place(of: tag.place.lowerBound))
        if case .foreign(let source) = reason { notice.isFileOfSite = rewriter.isFile(source, on: base) }
        // Several addresses of an element may have the same problem.
        if page.notices.last != notice { page.notices.append(notice) }
    }

    /// Whether the page names a variant that no image has.
    func isUnknown(_ choice: PageRewriter.Rule.Choice?) -> Bool {
        guard case .variant(let name) = choice, !rewriter.variantNames.isEmpty else { return false }
        return !rewriter.variantNames.contains(name)
    }

    /// Notes that an element, whichever it is, names a variant that no image has, or has another mistake in what it says to
    /// Alcedo.
    private mutating func noteMistakes(of tag: HTMLTag) -> Bool {
        for attribute in tag.attributes where attribute.name.hasPrefix("data-") {
            for fault in PageAttribute.faults(of: attribute) { note(fault, of: attribute.name, in: tag) }
        }
        // The word for the icons of the site is no variant.
        let isIcons =
            tag.isIcon && tag["data-alcedo"] == "favicon" && rewriter.index.siteIcons != nil
        guard !isIcons, let choice = ownChoice(of: tag), isUnknown(choice), case .variant(let name) = choice
        else {
            return false
        }
        note(.unknownVariant(name, rewriter.variantNames.sorted()), of: name, in: tag)
        return true
    }

    /// Replaces an `<img>`.
    /// - Returns: Whether it shows an image of the index, whose addresses are then noted.
    private mutating func read(_ tag: HTMLTag, showing source: String) -> Bool {
        let choice = choice(for: tag)
        if choice == .off || isUnknown(choice) { return false }
        let isInPicture = pictures > 0
        var match: PictureLookup.Match
        if isInPicture {
            // A <picture> of the author's is only mended: one that Alcedo wrote shows files.
            guard let found = rewriter.reference(source, on: base, isChosen: choice != nil) else {
                if case .failure(.foreign) = rewriter.identify(source, on: base) {
                    note(.foreign(source), of: source, in: tag)
                }
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
        // Nothing of it is published, so it is as if it were not in the index.
        if rewriter.index[match.id]?.variants.isEmpty == true { return false }
        let named = match
        match = widest(match, in: tag)
        widened[named.id] = match.id
        let isFirst =
            asides == 0 && found < rewriter.eager || tag["fetchpriority"]?.lowercased() == "high"
            || tag.isUrgent || preloaded.contains(named.id) || preloaded.contains(match.id)
        let wanted = PageRewriter.Shown(
            id: match.id, variants: match.variants, choice: choice, way: way,
            isFirst: isFirst, isInPicture: isInPicture, sizedBy: sizing(named, shownBy: match, in: tag))
        let mended = mendedAttributes(of: tag, PageSlot.all(in: tag).filter { $0.attribute.name != "srcset" })
        do throws(ImageIndexError) {
            let new = try rewriter.html(for: tag, wanted, mended.edits, in: bytes, isUTF8: isUTF8)
            if asides == 0 { found += 1 }
            if tag["alt"] == nil, rewriter.index[match.id]?.alt == nil {
                note(.noText(match.id), of: source, in: tag)
            }
            if let small = new.small { note(small, of: source, in: tag) }
            page.shown.insert(match.id)
            if shown[match.id] == nil { shown[match.id] = new }
            if tag.isUrgent, !new.isVideo {
                let place = lines.place(of: tag.place.lowerBound)
                urgent.append(Urgent(tag: tag, id: match.id, shown: new, place: place))
            }
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

    /// Adds a preload to the head for each picture that the page asks for.
    private mutating func addPreloads() {
        guard let headEnd else { return }
        for picture in urgent where preloaded.insert(picture.id).inserted {
            do throws(ImageIndexError) {
                let new = encoded(
                    try rewriter.preload(
                        of: picture.id, picture.shown.variant, sizes: picture.shown.sizes,
                        way: way))
                edits.append(Edit(place: headEnd..<headEnd, bytes: new + [0x0A]))
                page.mended += 1
                note(new, of: picture.tag, at: picture.place)
            } catch {
                note(.unclear("\(picture.id): \(error)"), of: picture.tag["src"] ?? "", in: picture.tag)
            }
        }
    }
}

extension HTMLTag {
    /// Whether the page asks for the picture before all others.
    var isUrgent: Bool { name == "img" && self["data-alcedo-priority"] != nil }
}
