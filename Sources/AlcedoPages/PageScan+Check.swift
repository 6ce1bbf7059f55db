import AlcedoIndex

extension PageScan {
    /// Notes the addresses of an attribute that show no image of the index, if the rewriter checks all of them.
    mutating func check(_ slot: PageSlot, in tag: HTMLTag) {
        guard rewriter.checksReferences else { return }
        let addresses: [String] =
            switch slot.form {
            case .address: [slot.attribute.value]
            case .candidates: SourceCandidates(slot.attribute.value).all.map(\.address)
            case .style: CSSAddresses.all(in: slot.attribute.value).map(\.text)
            }
        for address in addresses { check(address, slot.use, in: tag) }
    }

    /// Notes an address of a picture of the site that is not an image of the index. Links and icons may lead to any file of
    /// the site.
    mutating func check(_ text: String, _ use: PageSlot.Use, in tag: HTMLTag) {
        guard rewriter.checksReferences, Self.isPicture(text),
            let address = rewriter.place.address(text, on: base), rewriter.place.own(address).host == nil,
            case .failure(.foreign) = rewriter.identify(text, on: base)
        else { return }
        let path = rewriter.place.path(of: address)
        if use == .link || use == .icon, let path, rewriter.files?.bytes(at: path) != nil { return }
        note(.foreignReference(text), of: text, in: tag)
    }

    /// Whether an address has the name of a picture, and does not lead to a part of a drawing.
    private static func isPicture(_ text: String) -> Bool {
        guard !text.utf8.contains(UInt8(ascii: "#")) else { return false }
        let path = text.prefix { $0 != "?" }
        guard let dot = path.lastIndex(of: ".") else { return false }
        return extensions.contains(path[dot...].dropFirst().lowercased())
    }

    private static let extensions: Set<String> = [
        "avif", "bmp", "gif", "heic", "heif", "ico", "jpeg", "jpg", "jxl", "png", "svg", "tif", "tiff",
        "webp",
    ]
}
