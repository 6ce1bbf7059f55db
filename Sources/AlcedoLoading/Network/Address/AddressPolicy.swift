import AlcedoBase

/// The rules for addresses that requests may go to. Every hop of every attempt is checked twice: first the text of its
/// URL, then the IP addresses of its host (see `AddressGuard`).
struct AddressPolicy: Sendable {
    private let allowed: [HostRule]

    init(allow: [String]) {
        allowed = allow.compactMap(HostRule.init)
    }

    /// Whether the configuration names this host as written, which allows it any IP address.
    func names(_ host: String) -> Bool {
        allowed.contains { $0.matches(host: host) }
    }

    /// Returns the reason to refuse `url`, or `nil` if it is allowed.
    ///
    /// - Parameter origin: The origin that redirected to `url`, if any.
    func objection(to url: URL, redirectedFrom origin: Origin?) -> LoadingError.NetworkReason? {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http" else {
            return .unsupportedScheme
        }
        guard url.user == nil, url.password == nil else { return .userInfo }
        // Parsers disagree about unusual hosts, so only plain ones are accepted.
        guard let host = url.host, HostRule.isHostName(host) || IPAddress(host) != nil else {
            return .invalidURL
        }
        // A redirect never downgrades https to http, even to an allowed host.
        if scheme == "http", origin?.scheme == "https" { return .insecureRedirect }
        // Matched by text, because DNS responses can be forged.
        if scheme == "http", !names(host) { return .plainHTTP }
        return nil
    }

    /// Returns the reason to refuse a host with these addresses, or `nil` if each is public or in an allowed block.
    func objection(to addresses: [IPAddress]) -> LoadingError.NetworkReason? {
        for address in addresses {
            guard let purpose = address.specialPurpose else { continue }
            if !allowed.contains(where: { $0.matches(address) }) {
                return .addressRefused(address: address.description, purpose: purpose)
            }
        }
        return nil
    }
}

/// Scheme, host and port, which decide whether two URLs trust each other.
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
