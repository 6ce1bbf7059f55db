/// Finds the image that an address in a page means.
struct PictureLookup: Sendable {
    /// What was found: an image, and the variant if the address is that of one of its files.
    struct Match: Hashable, Sendable {
        var id: String
        /// The variants that have the file, by name.
        var variants: [String] = []
        /// The path below the site, if that was what told.
        var path: String?
        /// Another image that may as well be meant.
        var other: String?
    }

    private let base: String
    private let site: PageAddress?
    private var ids: Set<String> = []
    private var paths: [String: String] = [:]
    private var addresses: [PageAddress: Match] = [:]
    private var files: [String: Match] = [:]

    /// - Parameter site: The address of the site, for pages that have whole addresses or lie below a path.
    init(_ index: ImageIndex, site: String?) {
        base = index.baseURL
        self.site = site.flatMap { PageAddress($0, on: "") }
        for (id, image) in index.entries {
            ids.insert(id)
            if let path = image.source.path { paths[path] = paths[path] ?? id }
            if let url = image.source.url.flatMap({ PageAddress($0, on: "") }) {
                // Addresses in an index have no query, so what differed in it is the same now.
                if let first = addresses[url]?.id {
                    if index.images[first]?.source.digest != image.source.digest {
                        addresses[url]?.other = id
                    }
                } else {
                    addresses[url] = Match(id: id)
                }
            }
            for (name, variant) in image.variants.sorted(by: { $0.key < $1.key }) {
                for file in Set(variant.formats.flatMap(\.files).compactMap(\.file)) {
                    // Pictures with the same bytes may share a file; the first of them is as good as any.
                    if files[file] == nil {
                        files[file] = Match(id: id, variants: [name])
                    } else if files[file]?.id == id {
                        files[file]?.variants.append(name)
                    }
                }
            }
        }
    }

    /// The image that `text` means on the page at `page`: by the path below the index's base address a file of a variant;
    /// by the path below the site an id, or the source's path beside the manifest; by the path below the base address an
    /// id; by the whole address a remote source.
    func match(_ text: String, on page: String) -> Match? {
        guard var address = PageAddress(text, on: page) else { return nil }
        if let match = addresses[address] { return match }
        let whole = address
        var isElsewhere = false
        if let site, let host = site.host, address.host == nil || address.host == host {
            let isFromPage = address.host == nil && text.first { !$0.isWhitespace } != "/"
            address.host = nil
            if !site.path.isEmpty, address.path.hasPrefix(site.path + "/") {
                address.path.removeFirst(site.path.count + 1)
            } else if !site.path.isEmpty, !isFromPage {
                // On the same host, and not below the site.
                isElsewhere = true
            }
        }
        let folder = base.isEmpty ? "./" : base.hasSuffix("/") ? base : base + "/"
        // Relative to the root of the site.
        let start = RelativeBase.isBelowRoot(base) ? "" : page
        let below =
            path(of: whole, below: PageAddress(folder, on: start))
            ?? path(of: address, below: PageAddress(folder, on: start))
        if let below, let match = files[below] { return match }
        if address.host == nil, !isElsewhere {
            if ids.contains(address.path) { return Match(id: address.path, path: address.path) }
            if let id = paths[address.path] { return Match(id: id, path: address.path) }
        }
        if let below, !isElsewhere || below != address.path, ids.contains(below) {
            return Match(id: below, path: address.path)
        }
        return nil
    }

    private func path(of address: PageAddress, below base: PageAddress?) -> String? {
        guard let base, base.host == address.host else { return nil }
        if base.path.isEmpty { return address.path }
        guard address.path.hasPrefix(base.path + "/") else { return nil }
        return String(address.path.dropFirst(base.path.count + 1))
    }
}
