import AlcedoIndex

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
    }

    private mutating func note(
        _ text: String, _ kind: PageRewriter.Reference.Kind, _ line: (line: Int, column: Int),
        _ new: Set<String>
    ) {
        noteAddress(text, !new.isEmpty && new.contains(text) ? .new : kind, line)
    }

    mutating func noteAddress(
        _ text: String, _ kind: PageRewriter.Reference.Kind, _ line: (line: Int, column: Int)
    ) {
        // Most links lead to pages and are skipped quickly.
        let site = rewriter.place
        guard kind != .other || Self.mayBeFile(text), let address = site.address(text, on: base) else {
            return
        }
        if let match = rewriter.lookup.match(text, on: base) { page.shown.insert(match.id) }
        // An address with a host outside of the site is the author's responsibility.
        let path = site.path(of: address)
        guard site.own(address).host == nil, path != nil || address.host == nil else { return }
        page.references.append(
            PageRewriter.Reference(
                address: text, path: path, hostPath: address.path, kind: kind, line: line.line,
                column: line.column))
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
