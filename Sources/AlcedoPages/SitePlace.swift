import AlcedoIndex

/// Where a site lies, and where the addresses in its pages lead.
///
/// Everything is resolved from the root of the host, as a browser does it, and only then asked for its path below the
/// site: in `https://example.org/blog` both `/blog/a.png` and, in `index.html`, `a.png` are the site's `a.png`, and
/// `blog/a.png` in that page is its `blog/a.png`.
struct SitePlace: Sendable {
    /// What the addresses in a page are relative to: the page itself, or what its `<base>` says.
    struct Base: Hashable, Sendable {
        /// Another host than the site's; `nil` for that one.
        var host: String?
        /// The path from the root of the host, decoded, with a slash at its end if it is a folder.
        var path: String
    }

    // `nil` if nobody said: then the root of the site is that of its host, whichever that is.
    private let host: String?
    // Its path on the host, decoded, without slashes at its ends.
    private let folder: String

    /// - Parameter site: The address of the site, for pages that have whole addresses or lie below a path.
    init(_ site: String?) {
        let address = site.flatMap { PageAddress($0, on: "") }
        host = address?.host
        folder = host == nil ? "" : address?.path ?? ""
    }

    /// The root of the site.
    var root: Base { Base(path: folder.isEmpty ? "" : folder + "/") }

    /// - Parameter page: Its path from the root of the site, `blog/a.html`.
    func base(ofPage page: String) -> Base { Base(path: root.path + page) }

    /// What a page's `<base>` says.
    ///
    /// - Returns: `nil` if it says nothing that counts.
    func base(_ href: String, on page: Base) -> Base? {
        guard let address = PageAddress(href, on: page.path) else { return nil }
        let end = address.isFolder && !address.path.isEmpty ? "/" : ""
        // A host that cannot be compared is taken for the site's: that is whose most generators write.
        let isOwn = host == nil || address.host == host
        return Base(host: isOwn ? nil : address.host, path: address.path + end)
    }

    /// The address that `text` is in a page, with the site's host only where it stands there.
    func address(_ text: String, on base: Base) -> PageAddress? {
        guard var address = PageAddress(text, on: base.path) else { return nil }
        address.host = address.host ?? base.host
        return address
    }

    /// The address without the site's host.
    func own(_ address: PageAddress) -> PageAddress {
        var own = address
        if own.host == host { own.host = nil }
        return own
    }

    /// The path below the site; `nil` for what lies beside it, or on another host.
    func path(of address: PageAddress) -> String? {
        own(address).host == nil ? PageAddress.rest(of: address.path, below: folder) : nil
    }

    /// What leads from a page to the root of the site when it is put before an address: nothing, `../`, or, for a page
    /// whose addresses begin outside of the site, the root's own address.
    func way(from base: Base) -> String {
        if base.host == nil, let rest = PageAddress.rest(of: base.path, below: folder) {
            return String(repeating: "../", count: rest.count { $0 == "/" })
        }
        let start = base.host == nil ? "" : host.map { "//" + $0 } ?? ""
        return start + "/" + URLPath.encode(root.path)
    }
}
