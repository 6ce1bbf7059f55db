import Foundation

/// Which addresses may be asked. Every hop of every attempt goes through here.
///
/// What is decided here is decided by the text of the address. Checks of what a host resolves to belong here too.
struct AddressPolicy: Sendable {
    private let allowed: [HostRule]

    init(allow: [String]) {
        allowed = allow.compactMap(HostRule.init)
    }

    /// Why `url` must not be asked, or `nil` when it may be.
    ///
    /// - Parameter origin: Where a redirect comes from, if one led here.
    func objection(to url: URL, redirectedFrom origin: Origin?) -> NetworkReason? {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http" else {
            return .unsupportedScheme
        }
        guard url.user == nil, url.password == nil else { return .userInfo }
        // Anything unusual in a host is where two readers of the same address begin to disagree.
        guard let host = url.host, HostRule.isHostName(host) || HostRule.address(host) != nil else {
            return .invalidURL
        }
        // Who was asked in secret is not to be followed into the open, allowed or not.
        if scheme == "http", origin?.scheme == "https" { return .insecureRedirect }
        if scheme == "http", !allowed.contains(where: { $0.matches(host: host) }) { return .plainHTTP }
        return nil
    }
}

/// Scheme, host and port: what decides whether two addresses trust one another.
struct Origin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int

    init(_ url: URL) {
        scheme = url.scheme?.lowercased() ?? ""
        host = HostRule.normalized(url.host ?? "")
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }
}
