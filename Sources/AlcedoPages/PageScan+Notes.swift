import AlcedoIndex
import AlcedoMarkup

extension PageScan {
    /// Records new addresses as a browser will resolve them.
    mutating func note(
        _ html: [UInt8], of tag: HTMLTag, at place: (line: Int, column: Int)? = nil, new: Set<String> = []
    ) {
        for case .start(let element) in HTMLTags(html) {
            let references = PageReferences(element)
            note(
                references, of: tag, at: place,
                new: new.union(references.pictures + references.preloads))
        }
    }

    /// Records the addresses of a tag.
    /// - Parameters:
    ///   - place: The place of the tag, if it is before the last one.
    ///   - new: Addresses that the page did not have.
    mutating func note(
        _ references: PageReferences, of tag: HTMLTag, at place: (line: Int, column: Int)? = nil,
        new: Set<String> = []
    ) {
        guard !references.isEmpty else { return }
        let line = place ?? lines.place(of: tag.place.lowerBound)
        for text in references.pictures where !Task.isCancelled { note(text, .picture, line, new) }
        for text in references.backgrounds { note(text, .picture, line, new) }
        for text in references.preloads { note(text, .other, line, new) }
        for text in references.links {
            let isShown = Self.isPicture(text) || ImageIndex.isVideo(text)
            note(text, isShown ? .picture : .other, line, new)
        }
        for text in references.others { note(text, .other, line, new) }
        let isOff = !references.texts.isEmpty && staysAsItIs(tag)
        for text in references.texts {
            for word in TextWords(Array(text.utf8)) { noteUnpublished(word, at: line, isOff: isOff) }
        }

        func note(
            _ text: String, _ kind: PageRewriter.Reference.Kind, _ line: (line: Int, column: Int),
            _ new: Set<String>
        ) {
            noteAddress(text, !new.isEmpty && new.contains(text) ? .new : kind, line, of: tag)
        }
    }

    /// - Parameters:
    ///   - tag: The element that names the address.
    ///   - isOff: Whether the element stays as it is because the page or a rule says so.
    mutating func noteAddress(
        _ text: String, _ kind: PageRewriter.Reference.Kind, _ line: (line: Int, column: Int),
        of tag: HTMLTag? = nil, isOff: Bool = false
    ) {
        // Most links lead to pages and are skipped quickly.
        let site = rewriter.place
        guard kind != .other || Self.mayBeFile(text), let address = site.address(text, on: base) else {
            return
        }
        let match = rewriter.lookup.match(text, on: base)
        if let match { page.shown.insert(match.id) }
        // An address with a host outside of the site is the author's responsibility.
        let path = site.path(of: address)
        guard site.own(address).host == nil, path != nil || address.host == nil else { return }
        var reference = PageRewriter.Reference(
            address: text, path: path, hostPath: address.path, kind: kind, line: line.line,
            column: line.column)
        if kind != .new, let match, rewriter.isUnpublished(match),
            kind == .picture || Self.isPicture(text) || ImageIndex.isVideo(text)
        {
            reference.kind = .picture
            let isOff = isOff || tag.map(staysAsItIs) ?? false
            if !isOff { reference.fault = UnknownImage.unpublished(text, match.id).message }
        }
        page.references.append(reference)
    }

    /// Whether the page or a rule says that an element stays as it is, or the page is mistaken about it, which is noted.
    private func staysAsItIs(_ tag: HTMLTag) -> Bool {
        let choice = choice(for: tag)
        return choice == .off || isUnknown(choice)
    }

    /// Notes the addresses in a part of the page, or of a text, that lead to unpublished pictures.
    ///
    /// - Parameter isOff: Whether the text stays as it is because the page or a rule says so.
    mutating func readText(in range: Range<Int>, isOff: Bool = false) {
        for word in TextWords(bytes, in: range) {
            if Task.isCancelled { return }
            noteUnpublished(word, isOff: isOff)
        }
    }

    /// Notes a word that is the address of an unpublished picture. Only its reader knows what any other word is.
    private mutating func noteUnpublished(
        _ word: TextWords.Word, at line: (line: Int, column: Int)? = nil, isOff: Bool
    ) {
        // A name alone may be a title, or a key in data.
        guard word.bytes.contains(UInt8(ascii: "/")) else { return }
        var text = LegacyText.decoded(word.bytes).text
        while text.last == "." { text.removeLast() }
        guard Self.isPicture(text) || ImageIndex.isVideo(text) else { return }
        let site = rewriter.place
        // A script's relative addresses may also be relative to the root of the site.
        for start in text.hasPrefix("/") ? [base] : [base, site.root] {
            guard let address = site.address(text, on: start) else { return }
            if let path = site.path(of: address), rewriter.files?.bytes(at: path) != nil { return }
            guard let match = rewriter.lookup.match(text, on: start), rewriter.isUnpublished(match) else {
                continue
            }
            let place = line ?? lines.place(of: word.offset)
            page.references.append(
                PageRewriter.Reference(
                    address: text, path: match.path, hostPath: address.path, kind: .picture,
                    line: place.line, column: place.column,
                    fault: isOff ? nil : UnknownImage.unpublished(text, match.id).message))
            return
        }
    }

    // A link to `/kingfisher` leads to a page, whatever the names of images.
    static func mayBeFile(_ text: String) -> Bool {
        let path = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let slash = UInt8(ascii: "/")
        let name = path.lastIndex(of: slash).map { path[path.index(after: $0)...] } ?? path
        return name.contains(UInt8(ascii: ".")) && !name.elementsEqual("..".utf8)
            && ![".html", ".htm"].contains { name.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
}
