import AlcedoMarkup

extension PageScan {
    /// Notes the addresses of an attribute that show no image of the index, if the rewriter checks all of them.
    mutating func check(_ slot: PageSlot, in tag: HTMLTag) {
        guard rewriter.checksReferences, !slot.isGuess else { return }
        let addresses: [String] =
            switch slot.form {
            case .address: [slot.attribute.value]
            case .candidates: SourceCandidates(slot.attribute.value).all.map(\.address)
            case .style: CSSAddresses.all(in: slot.attribute.value).map(\.text)
            }
        for address in addresses { check(address, slot.use, in: tag) }
    }

    /// Notes an address of a picture of the site that is not an image of the index. Links, icons and parts of drawings may
    /// be in any file of the site.
    mutating func check(_ text: String, _ use: PageSlot.Use, in tag: HTMLTag) {
        guard rewriter.checksReferences, Self.isPicture(text),
            let address = rewriter.place.address(text, on: base), rewriter.place.own(address).host == nil
        else { return }
        let isPart = text.utf8.contains(UInt8(ascii: "#"))
        func isThere() -> Bool {
            rewriter.place.path(of: address).flatMap { rewriter.files?.bytes(at: $0) } != nil
        }
        guard case .failure(.foreign) = rewriter.identify(text, on: base) else { return }
        if use == .link || use == .icon || isPart, isThere() { return }
        note(.foreignReference(text), of: text, in: tag)
    }

    /// Notes the drawing in another file that an element shows, wholly or in part, and that no other file can replace.
    mutating func checkDrawing(_ tag: HTMLTag) {
        guard rewriter.checksReferences,
            tag.name == "use" || tag.name == "link" && tag.relations.contains("mask-icon"),
            let text = tag["href"] ?? tag["xlink:href"], choice(for: tag) != .off
        else { return }
        check(text, tag.name == "use" ? .picture : .icon, in: tag)
    }

    /// Whether an address has the name of a picture.
    static func isPicture(_ text: String) -> Bool {
        let path = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return extensions.contains(String(text[path.index(after: dot)..<path.endIndex]).lowercased())
    }

    private static let extensions: Set<String> = [
        "avif", "bmp", "gif", "heic", "heif", "ico", "jpeg", "jpg", "jxl", "png", "svg", "tif", "tiff",
        "webp",
    ]
}
