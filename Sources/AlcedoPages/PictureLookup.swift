import AlcedoIndex

/// Finds the image for an address in a page.
struct PictureLookup: Sendable {
    /// An image, and its variants that have the file at the address.
    struct Match: Hashable, Sendable {
        var id: String
        /// The names of the variants that have the file.
        var variants: [String] = []
        /// The path below the site, if the image was found by it.
        var path: String?
        /// Another image for which the address is equally valid.
        var other: String?
    }

    private let baseURL: String
    private let place: SitePlace
    private var ids: Set<String> = []
    private var paths: [String: String] = [:]
    private var addresses: [PageAddress: Match] = [:]
    private var files: [String: Match] = [:]
    // Sources by digest, and their sizes, so that only files of these sizes are read.
    private var digests: [String: String] = [:]
    private var sizes: Set<Int> = []

    init(_ index: ImageIndex, in place: SitePlace) {
        baseURL = index.baseURL
        self.place = place
        for (id, image) in index.entries {
            ids.insert(id)
            if !image.source.digest.isEmpty {
                digests[image.source.digest] = digests[image.source.digest] ?? id
                sizes.insert(image.source.bytes)
            }
            if let path = image.source.path { paths[path] = paths[path] ?? id }
            if let url = image.source.url.flatMap({ PageAddress($0, on: "") }) {
                // Addresses in an index have no query, so sources that differ in it have the same address.
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
                    // Pictures with the same bytes may share a file; use the first.
                    if files[file] == nil {
                        files[file] = Match(id: id, variants: [name])
                    } else if files[file]?.id == id {
                        files[file]?.variants.append(name)
                    }
                }
            }
        }
    }

    /// Returns the image for the address `text` in a page: a file of a variant, by the path below the index's base URL; an id
    /// or a source's path, by the path below the site; an id, by the path below the base URL; or a remote source, by its URL.
    ///
    /// - Parameter base: The base of the page's relative addresses.
    func match(_ text: String, on base: SitePlace.Base) -> Match? {
        guard let whole = place.address(text, on: base) else { return nil }
        if let match = addresses[whole] { return match }
        let address = place.own(whole)
        let path = place.path(of: address)
        let below = candidates(address, path, on: base)
        for rest in below {
            if let match = files[rest] { return match }
        }
        if let path {
            if ids.contains(path) { return Match(id: path, path: path) }
            if let id = paths[path] { return Match(id: id, path: path) }
        }
        // Addresses outside of the site do not belong to it, even if the base URL is the root of the host.
        let isBeside = path == nil && address.host == nil
        guard let id = below.first(where: { ids.contains($0) && (!isBeside || $0 != address.path) }) else {
            return nil
        }
        return Match(id: id, path: path ?? address.path)
    }

    /// Returns the image whose source has the same bytes as the site's own file at this address, whatever its name: a copy in
    /// a page's bundle, or under a name with a hash.
    func match(_ text: String, on base: SitePlace.Base, amongCopiesIn site: some SiteFiles) -> Match? {
        guard let path = place.address(text, on: base).flatMap({ place.path(of: $0) }),
            let bytes = site.bytes(at: path), sizes.contains(bytes), let digest = site.digest(at: path)
        else { return nil }
        return digests[digest].map { Match(id: $0) }
    }

    /// Returns possible paths of an address below the index's base URL.
    ///
    /// - Parameter path: The path of the address below the site, if any.
    private func candidates(_ address: PageAddress, _ path: String?, on base: SitePlace.Base) -> [String] {
        let folder = baseURL.isEmpty ? "./" : baseURL.hasSuffix("/") ? baseURL : baseURL + "/"
        // Relative to the root of the site.
        let start = RelativeBase.isBelowRoot(baseURL) ? place.root : base
        guard let whole = place.address(folder, on: start) else { return [] }
        var below: [String] = []
        let own = place.own(whole)
        if own.host == address.host, let rest = PageAddress.rest(of: address.path, below: own.path) {
            below.append(rest)
        }
        // `/images` may also be relative to the root of the site.
        if folder.hasPrefix("/"), whole.host == nil, let path,
            let rest = PageAddress.rest(of: path, below: whole.path)
        {
            below.append(rest)
        }
        return below
    }
}
