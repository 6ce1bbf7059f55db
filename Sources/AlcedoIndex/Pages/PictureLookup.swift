/// Finds the image that an address in a page means.
struct PictureLookup: Sendable {
    /// What was found: an image, and the variant if the address is that of one of its files.
    struct Match: Hashable, Sendable {
        var id: String
        var variant: String?
    }

    private let base: String
    private var ids: [String: String] = [:]
    private var paths: [String: String] = [:]
    private var addresses: [PageAddress: String] = [:]
    private var files: [String: Match] = [:]

    init(_ index: ImageIndex) {
        base = index.baseURL
        for (id, image) in index.entries {
            ids[id] = id
            if let path = image.source.path { paths[path] = paths[path] ?? id }
            if let url = image.source.url.flatMap({ PageAddress($0, on: "") }) {
                addresses[url] = addresses[url] ?? id
            }
            for (name, variant) in image.variants {
                for file in variant.formats.flatMap(\.files) {
                    guard let file = file.file else { continue }
                    // Pictures with the same bytes may share a file; the first of them is as good as any.
                    if files[file] == nil { files[file] = Match(id: id, variant: name) }
                }
            }
        }
    }

    /// The image that `text` means on the page at `page`: by the path below the index's base address a file of a variant
    /// or an id; by the path below the site an id, or the source's path beside the manifest; by the whole address a
    /// remote source.
    func match(_ text: String, on page: String) -> Match? {
        guard let address = PageAddress(text, on: page) else { return nil }
        if let below = path(
            of: address, below: PageAddress(base.hasSuffix("/") ? base : base + "/", on: page))
        {
            if let match = files[below] { return match }
            if let id = ids[below] { return Match(id: id) }
        }
        if let id = addresses[address] { return Match(id: id) }
        guard address.origin == nil else { return nil }
        return (ids[address.path] ?? paths[address.path]).map { Match(id: $0) }
    }

    private func path(of address: PageAddress, below base: PageAddress?) -> String? {
        guard let base, base.origin == address.origin else { return nil }
        if base.path.isEmpty { return address.path }
        guard address.path.hasPrefix(base.path + "/") else { return nil }
        return String(address.path.dropFirst(base.path.count + 1))
    }
}
