import AlcedoIndex
import AlcedoMarkup

extension PageScan {
    /// Replaces the addresses of a tag that lead to no file.
    ///
    /// - Parameter isStandIn: Whether it is an `<img>` whose `src` is among them.
    mutating func mend(_ tag: HTMLTag, isStandIn: Bool = false) {
        if tag.name == "meta" { mendSocial(tag) }
        checkDrawing(tag)
        let slots = PageSlot.all(in: tag, isStandIn: isStandIn)
        guard !slots.isEmpty else { return note(PageReferences(tag), of: tag) }
        let mended = mendedAttributes(of: tag, slots)
        edits += mended.edits.values
        page.mended += mended.edits.count
        note(PageReferences(mended.tag), of: tag, new: mended.addresses)
    }

    /// Other addresses for a tag.
    struct Mended {
        /// The tag as it was.
        let original: HTMLTag
        /// The `type` of the tag in lowercase. Tags may have many attributes, so each is looked for once.
        let type: String?
        /// New values of attributes, by the beginning of each.
        private var values: [Int: String] = [:]
        /// Changes by the beginning of each attribute.
        private(set) var edits: [Int: Edit] = [:]
        /// The new addresses.
        var addresses: Set<String> = []
        /// The last file of one address.
        var file: ImageIndex.File?

        init(_ tag: HTMLTag) {
            original = tag
            type = tag["type"]?.lowercased()
        }

        /// The tag as it becomes.
        var tag: HTMLTag {
            guard !values.isEmpty else { return original }
            var tag = original
            for place in tag.attributes.indices {
                if let value = values[tag.attributes[place].place.lowerBound] {
                    tag.attributes[place].value = value
                }
            }
            return tag
        }

        /// Changes an attribute, in place of a former change of it.
        mutating func set(_ attribute: HTMLTag.Attribute, _ value: String, _ edit: Edit) {
            values[attribute.place.lowerBound] = value
            edits[attribute.place.lowerBound] = edit
        }

        /// Adds the changes for another attribute.
        mutating func add(_ other: Mended) {
            values.merge(other.values) { $1 }
            edits.merge(other.edits) { $1 }
            addresses.formUnion(other.addresses)
        }
    }

    mutating func mendedAttributes(of tag: HTMLTag, _ slots: [PageSlot]) -> Mended {
        var all = Mended(tag)
        guard !slots.isEmpty else { return all }
        let ownChoice = choice(for: tag)
        if ownChoice == .off || isUnknown(ownChoice) { return all }
        let isLink = tag.name == "a" || tag.name == "area"
        let unchanged = all
        let lightbox = tag.lightboxAddress
        for slot in slots where !Task.isCancelled {
            check(slot, in: tag)
            // Names of characters would not stay what they are.
            let value = slot.attribute.value
            guard value.isResolved else { continue }
            // What an <img> shows is not what a script shows in its place.
            let choice = slot.isGuess && !isLink ? nil : ownChoice
            var mended = unchanged
            var new: String?
            switch slot.form {
            case .address:
                new = self.file(value, slot.use, choice, tag, &mended, setsType: slot.isContent(of: tag))
            case .candidates:
                if slot.attribute.name == "srcset", let whole = wholeSource(value, choice, tag, &mended) {
                    mended.set(slot.attribute, whole[0].value, edit(slot.attribute, whole))
                } else {
                    new = candidates(value, choice, tag, &mended)
                }
            case .style:
                new = Self.replacing(in: value) { self.file($0, .picture, choice, tag, &mended) }
            }
            if let new, new != value {
                // Nor would the rest of the value, in another encoding.
                guard slot.attribute.isUTF8 || new.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
                mended.set(slot.attribute, new, in: self)
                if let file = mended.file, slot.attribute.name == lightbox {
                    mended.set("data-pswp-width", String(file.width), in: self)
                    mended.set("data-pswp-height", String(file.height), in: self)
                }
            }
            all.add(mended)
        }
        return all
    }

    /// Returns the address of the file that an element shows or leads to, in place of an address without a file.
    ///
    /// - Parameter setsType: Whether the `type` of the element is that of the file.
    private mutating func file(
        _ text: String, _ use: PageSlot.Use, _ choice: PageRewriter.Rule.Choice?, _ tag: HTMLTag,
        _ mended: inout Mended, setsType: Bool = false
    ) -> String? {
        guard use != .link || Self.mayBeFile(text),
            let match = rewriter.reference(text, on: base, isChosen: choice != nil)
        else { return nil }
        do throws(ImageIndexError) {
            let way = self.way
            let image = try rewriter.index.image(match.id)
            if use == .video || use == .link && ImageIndex.isVideo(text) {
                // A still picture is no answer to a video.
                // That of a link is a hint, that of other elements has another meaning.
                let type = setsType || use == .link ? mended.type : nil
                guard let video = try rewriter.video(of: image, for: use, choice, type: type) else {
                    return nil
                }
                let address = rewriter.address(video.url, way: way) + text.drop { $0 != "#" }
                if setsType { mended.set("type", video.type, in: self) }
                mended.addresses.insert(address)
                page.shown.insert(match.id)
                return address
            }
            let found = try rewriter.file(
                of: match.id, for: use, choice, wanting: use == .icon ? tag.iconSize : nil)
            // A script may read what is after the '#'.
            let address =
                (use == .social
                    ? rewriter.absoluteAddress(found.file.url, way: way)
                    : rewriter.address(found.file.url, way: way)) + text.drop { $0 != "#" }
            mended.addresses.insert(address)
            page.shown.insert(match.id)
            mended.file = found.file
            if use == .social, tag.metaName.hasPrefix("og:") { social = found }
            if setsType { mended.set("type", found.format.type, in: self) }
            if use == .icon {
                mended.set("type", found.format.type, in: self)
                mended.set("sizes", "\(found.file.width)x\(found.file.height)", in: self)
            }
            return address
        } catch {
            note(.unclear("\(match.id): \(error)"), of: text, in: tag)
            return nil
        }
    }

    /// The files of a `<source>` of the author's.
    struct Offer {
        var variant: ImageIndex.Variant
        var format: ImageIndex.Format
        var sizes: String?
    }

    /// Returns the attributes of a `<source>` of the author's that names one picture: all of its widths, and the size of its
    /// place; `nil` for other ones.
    private mutating func wholeSource(
        _ text: String, _ choice: PageRewriter.Rule.Choice?, _ tag: HTMLTag, _ mended: inout Mended
    ) -> [(name: String, value: String)]? {
        let all = SourceCandidates(text).all
        guard tag.name == "source", all.count == 1, all[0].descriptor.isEmpty, !all[0].address.contains("#"),
            let match = rewriter.reference(all[0].address, on: base, isChosen: choice != nil)
        else { return nil }
        do throws(ImageIndexError) {
            let variant = try rewriter.otherVariant(of: match.id, for: .picture, choice)
            let format = try self.format(of: variant, match.id, type: mended.type)
            let source = try rewriter.index.image(match.id).source
            let picture = imageOfPicture()
            let hasSize = tag["width"] != nil || tag["height"] != nil
            let size = picture.map { ShownSize($0, chosen: hasSize ? tag : nil) }
            let way = self.way
            var files = format.files
            for place in files.indices { files[place].url = rewriter.address(files[place].url, way: way) }
            let sizes =
                format.fallbackPicture.flatMap { own in
                    size.flatMap { PageRewriter.sizes(of: variant, own, source, tag, $0) }
                } ?? tag["data-alcedo-sizes"] ?? tag["sizes"] ?? variant.sizes
            guard let srcset = ImageIndex.Format.srcset(of: files, sizes: sizes) else { return nil }
            mended.set("type", format.type, in: self)
            mended.addresses.formUnion(files.map(\.url))
            page.shown.insert(match.id)
            var attributes = [("srcset", srcset)]
            if tag["sizes"] == nil, let sizes = format.sizes(sizes) { attributes.append(("sizes", sizes)) }
            // Browsers take the size of the chosen <source> in place of that of the <img> (HTML, "dimension attribute source").
            if !hasSize, let own = format.fallbackPicture,
                let shown = picture == nil ? own : size?.ofOther(own, from: source),
                picture?["width"] != String(shown.width) || picture?["height"] != String(shown.height)
            {
                attributes += [("width", String(shown.width)), ("height", String(shown.height))]
            }
            if offered[match.id] == nil {
                offered[match.id] = Offer(variant: variant, format: format, sizes: sizes)
            }
            return attributes
        } catch {
            // Noted as for other candidates.
            return nil
        }
    }

    /// Returns the format for a tag: that of its `type` if there is one, or the one that every browser supports.
    private func format(
        of variant: ImageIndex.Variant, _ id: String, type: String?
    ) throws(ImageIndexError) -> ImageIndex.Format {
        if let format = variant.formats.first(where: { $0.type == type }) { return format }
        return try variant.format(nil, of: id)
    }

    /// Returns a `srcset` with files in place of addresses without one.
    private mutating func candidates(
        _ text: String, _ choice: PageRewriter.Rule.Choice?, _ tag: HTMLTag, _ mended: inout Mended
    ) -> String? {
        var all = SourceCandidates(text).all
        var found: [(place: Int, id: String, variant: ImageIndex.Variant)] = []
        for place in all.indices {
            let address = all[place].address
            guard let match = rewriter.reference(address, on: base, isChosen: choice != nil) else { continue }
            do throws(ImageIndexError) {
                let variant = try rewriter.otherVariant(of: match.id, for: .picture, choice)
                found.append((place, match.id, variant))
            } catch {
                note(.unclear("\(match.id): \(error)"), of: address, in: tag)
            }
        }
        // One `type` is that of all.
        let type = mended.type
        let hasType = found.allSatisfy { $0.variant.formats.contains { $0.type == type } }
        var isChanged = false
        for (place, id, variant) in found {
            let candidate = all[place]
            do throws(ImageIndexError) {
                let width = candidate.descriptor.hasSuffix("w") ? Int(candidate.descriptor.dropLast()) : nil
                let format =
                    try hasType ? self.format(of: variant, id, type: type) : variant.format(nil, of: id)
                guard let file = format.file(atLeast: width ?? .max) else { continue }
                all[place].address =
                    rewriter.address(file.url, way: way) + candidate.address.drop { $0 != "#" }
                if width != nil { all[place].descriptor = "\(file.width)w" }
                if tag.name == "source" { mended.set("type", format.type, in: self) }
                mended.addresses.insert(all[place].address)
                page.shown.insert(id)
                isChanged = true
            } catch {
                note(.unclear("\(id): \(error)"), of: candidate.address, in: tag)
            }
        }
        return isChanged ? SourceCandidates.text(all) : nil
    }

    /// Replaces the addresses in CSS.
    private static func replacing(in style: String, _ change: (String) -> String?) -> String? {
        let old = Array(style.utf8)
        var text: [UInt8] = []
        var copied = 0
        for address in CSSAddresses.all(in: style) {
            guard let new = change(address.text) else { continue }
            text += old[copied..<address.place.lowerBound] + Array(address.replaced(by: new).utf8)
            copied = address.place.upperBound
        }
        return String(decoding: text + old[copied...], as: UTF8.self)
    }

    // MARK: Style sheets

    /// Mends the addresses of a style sheet, or of a `<style>`.
    mutating func readStyles(in range: Range<Int>, choice: PageRewriter.Rule.Choice? = nil) {
        for address in CSSAddresses.all(in: bytes, range) where !Task.isCancelled {
            let tag = HTMLTag(name: "style", place: address.place)
            if choice != .off { check(address.text, .picture, in: tag) }
            var mended = Mended(tag)
            // Characters in another encoding would not stay what they are, and CSS has no names of characters.
            let isKept = address.text.utf8.drop { $0 != UInt8(ascii: "#") }.allSatisfy { $0 < 0x80 }
            guard choice != .off, isKept, let new = file(address.text, .picture, choice, tag, &mended) else {
                let isPicture = Self.isPicture(address.text)
                noteAddress(
                    address.text, isPicture ? .picture : .other,
                    isPicture ? lines.place(of: address.place.lowerBound) : (1, 1), isOff: choice == .off)
                continue
            }
            edits.append(Edit(place: address.place, bytes: encoded(address.replaced(by: new))))
            page.mended += 1
            noteAddress(new, .new, lines.place(of: address.place.lowerBound))
        }
    }

    // MARK: Metadata

    /// Corrects what the page says about the picture in the `og:image` before it.
    private mutating func mendSocial(_ tag: HTMLTag) {
        let name = tag.metaName
        if ["og:image", "og:image:url"].contains(name) {
            social = nil
            return
        }
        guard let social, let content = tag.attributes.first(where: { $0.name == "content" }) else { return }
        let new: String
        switch name {
        case "og:image:width": new = String(social.file.width)
        case "og:image:height": new = String(social.file.height)
        case "og:image:type": new = social.format.type
        default: return
        }
        guard new != content.value else { return }
        edits.append(edit(content, new))
    }

    // MARK: Preloads

    /// Remembers a preload, which loads what the `<img>` shows.
    /// - Returns: Whether it names an image of the index.
    mutating func readPreload(_ tag: HTMLTag) -> Bool {
        let candidates = SourceCandidates(tag["imagesrcset"] ?? "").all
        guard let href = tag["href"] ?? candidates.first?.address else { return false }
        let choice = choice(for: tag)
        if choice == .off || isUnknown(choice) { return false }
        guard case .success(let match) = rewriter.identify(href, on: base) else {
            check(href, .picture, in: tag)
            return false
        }
        // The picture loads early even if the preload is complete.
        preloaded.insert(match.id)
        guard match.variants.isEmpty, rewriter.files != nil else { return false }
        let isThere = rewriter.reference(href, on: base, isChosen: choice != nil) == nil
        preloads.append(
            Preload(
                tag: tag, id: match.id, choice: choice, isThere: isThere,
                place: lines.place(of: tag.place.lowerBound)))
        return true
    }

    /// Writes a preload for what the page shows.
    mutating func follow(_ preload: Preload) {
        let tag = preload.tag
        do throws(ImageIndexError) {
            let id = widened[preload.id] ?? preload.id
            guard shown[id] != nil || offered[id] != nil || !preload.isThere else {
                return note(PageReferences(tag), of: tag, at: preload.place)
            }
            var (name, format, sizes) = ("", String?.none, tag["imagesizes"])
            if let shown = shown[id], preload.choice == nil {
                (name, sizes) = (shown.variant, shown.sizes ?? sizes)
            } else if let offer = offered[id], preload.choice == nil,
                let offered = rewriter.index[id]?.variants.first(where: { $0.value == offer.variant })
            {
                (name, format, sizes) = (offered.key, offer.format.format, offer.sizes ?? sizes)
            } else {
                name = try rewriter.variantName(
                    PageRewriter.Shown(
                        id: id, variants: [], choice: preload.choice, way: "", isFirst: true),
                    try rewriter.index.image(id))
            }
            let new = try rewriter.preload(
                tag, of: id, name, format: format, sizes: sizes, way: way, in: bytes,
                isUTF8: isUTF8)
            page.shown.insert(id)
            edits.append(Edit(place: tag.place, bytes: new))
            page.mended += 1
            note(new, of: tag, at: preload.place)
        } catch {
            page.notices.append(
                PageRewriter.Notice(
                    .unclear("\(preload.id): \(error)"), of: tag["href"] ?? "", at: preload.place))
            note(PageReferences(tag), of: tag, at: preload.place)
        }
    }

    // MARK: Attributes

    func encoded(_ text: String) -> [UInt8] { LegacyText.encoded(text, isUTF8: isUTF8) }

    /// Returns the change of an attribute to several.
    func edit(_ attribute: HTMLTag.Attribute, _ new: [(name: String, value: String)]) -> Edit {
        let text = new.map { "\($0)=\"\(HTMLText.escape($1))\"" }.joined(separator: " ")
        return Edit(place: attribute.place, bytes: encoded(text))
    }

    /// Returns the change of the value of an attribute; its name stays as it is written.
    func edit(_ attribute: HTMLTag.Attribute, _ value: String) -> Edit {
        let name = bytes[attribute.place.lowerBound...].prefix(attribute.name.utf8.count)
        return Edit(
            place: attribute.place, bytes: name + encoded("=\"\(HTMLText.escape(value))\""))
    }
}

extension PageScan.Mended {
    mutating func set(_ attribute: HTMLTag.Attribute, _ value: String, in scan: PageScan) {
        set(attribute, value, scan.edit(attribute, value))
    }

    /// Corrects an attribute, if the tag has it with another value. Of several, the first counts.
    mutating func set(_ name: String, _ value: String, in scan: PageScan) {
        guard let attribute = original.attributes.first(where: { $0.name == name }),
            attribute.value.lowercased() != value
        else { return }
        set(attribute, value, in: scan)
    }
}

extension HTMLTag {
    /// The attribute with the picture that PhotoSwipe shows, of which it wants the size.
    fileprivate var lightboxAddress: String { self["data-pswp-src"] == nil ? "href" : "data-pswp-src" }

    /// The first width in the `sizes` of an icon.
    fileprivate var iconSize: Int? {
        (self["sizes"] ?? "").lowercased().split(separator: "x").first.flatMap { Int($0) }
    }
}

extension String {
    /// Whether the value of an attribute is what a browser reads: without bytes in another encoding, and without names of
    /// characters that were not resolved, such as `&eacute;`.
    var isResolved: Bool {
        !unicodeScalars.contains("\u{FFFD}")
            && !(utf8.contains(UInt8(ascii: "&")) && contains(/&[A-Za-z][A-Za-z0-9]*;/))
    }
}
