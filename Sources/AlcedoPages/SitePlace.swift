import AlcedoIndex

/// The place of a site on its host, which resolves the addresses in its pages.
///
/// Addresses are resolved from the root of the host, as in a browser, and then made relative to the site: in
/// `https://example.org/blog`, both `/blog/a.png` and, in `index.html`, `a.png` are the site's `a.png`, and `blog/a.png` in
/// that page is the site's `blog/a.png`.
struct SitePlace: Sendable {
    /// The base of a page's relative addresses: the page itself, or its `<base>`.
    struct Base: Hashable, Sendable {
        /// The host; `nil` for the site's host.
        var host: String?
        /// The path from the root of the host, decoded, with a trailing slash for a folder.
        var path: String
    }

    // `nil` if unknown: then the root of the site is the root of its host.
    private let host: String?
    // The path on the host, decoded, without leading and trailing slashes.
    private let folder: String

    /// - Parameter site: The address of the site, for pages that use absolute addresses or are below a path.
    init(_ site: String?) {
        let address = site.flatMap { PageAddress($0, on: "") }
        host = address?.host
        folder = host == nil ? "" : address?.path ?? ""
    }

    /// The root of the site.
    var root: Base { Base(path: folder.isEmpty ? "" : folder + "/") }

    /// - Parameter page: The path of the page from the root of the site, `blog/a.html`.
    func base(ofPage page: String) -> Base { Base(path: root.path + page) }

    /// Returns the base set by a page's `<base>`, or `nil` if it has no effect.
    func base(_ href: String, on page: Base) -> Base? {
        guard let address = PageAddress(href, on: page.path) else { return nil }
        let end = address.isFolder && !address.path.isEmpty ? "/" : ""
        // An unknown site's host is assumed to be the host in `<base>`, as most generators write it.
        let isOwn = host == nil || address.host == host
        return Base(host: isOwn ? nil : address.host, path: address.path + end)
    }

    /// Returns the address for `text` in a page, with the site's host only if it is written there.
    func address(_ text: String, on base: Base) -> PageAddress? {
        guard var address = PageAddress(text, on: base.path) else { return nil }
        address.host = address.host ?? base.host
        return address
    }

    /// Returns the address without the site's host.
    func own(_ address: PageAddress) -> PageAddress {
        var own = address
        if own.host == host { own.host = nil }
        return own
    }

    /// Returns the path below the site, or `nil` for an address outside of it, or on another host.
    func path(of address: PageAddress) -> String? {
        own(address).host == nil ? PageAddress.rest(of: address.path, below: folder) : nil
    }

    /// Whether the address of the site is known.
    var isKnown: Bool { host != nil }

    /// Returns the path of an address that may be one of the site: if its host is unknown, any host may be.
    func possiblePath(of address: PageAddress) -> String? {
        path(of: address) ?? (host == nil ? address.path : nil)
    }

    /// Returns the prefix of addresses that leads from a page to the root of the site: nothing, `../`, or, for a page whose
    /// base is outside of the site, the address of the root.
    func way(from base: Base) -> String {
        if base.host == nil, let rest = PageAddress.rest(of: base.path, below: folder) {
            return String(repeating: "../", count: rest.count { $0 == "/" })
        }
        return host(from: base) + "/" + URLPath.encode(root.path)
    }

    /// Returns the host in front of a path, for a page whose base is on another one.
    func host(from base: Base) -> String {
        base.host == nil ? "" : host.map { "//" + $0 } ?? ""
    }
}
