import Foundation

/// Which addresses may be asked. Every hop of every attempt goes through here: first what can be said from the text of
/// an address, then, when its host has been looked up, what it leads to (see ``AddressGuard``).
struct AddressPolicy: Sendable {
    private let allowed: [HostRule]

    init(allow: [String]) {
        allowed = allow.compactMap(HostRule.init)
    }

    /// Whether the configuration names this host as it is written, so that it may be anywhere.
    func names(_ host: String) -> Bool {
        allowed.contains { $0.matches(host: host) }
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
        guard let host = url.host, HostRule.isHostName(host) || IPAddress(host) != nil else {
            return .invalidURL
        }
        // Who was asked in secret is not to be followed into the open, allowed or not.
        if scheme == "http", origin?.scheme == "https" { return .insecureRedirect }
        // By its text: an address could be made up by whoever answers for names.
        if scheme == "http", !names(host) { return .plainHTTP }
        return nil
    }

    /// Why a host with these addresses must not be asked, or `nil` when it may be: each of them has to be public, or in
    /// a block that the configuration allows.
    func objection(to addresses: [IPAddress]) -> NetworkReason? {
        for address in addresses {
            guard let purpose = address.specialPurpose else { continue }
            if !allowed.contains(where: { $0.matches(address) }) {
                return .addressRefused(address: address.description, purpose: purpose)
            }
        }
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
