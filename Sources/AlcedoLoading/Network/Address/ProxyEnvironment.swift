import AlcedoBase

/// The proxy settings of the environment.
///
/// libcurl reads `http_proxy` (lowercase only), `https_proxy`, `HTTPS_PROXY`, `all_proxy`, `ALL_PROXY`, `no_proxy` and
/// `NO_PROXY`. A proxy also resolves the host names, which may have no address here.
struct ProxyEnvironment: Sendable {
    private let variables: [String: String]

    init(_ variables: [String: String] = ProcessInfo.processInfo.environment) {
        self.variables = variables
    }

    /// Whether requests to `url` go through a proxy.
    func applies(to url: URL) -> Bool {
        variable(for: url) != nil && !isExempt(HostRule.normalized(url.host ?? ""))
    }

    /// The proxy for `url` and the variable that names it, for messages: `127.0.0.1:3128 (https_proxy)`. Without the user name
    /// and password that it may contain.
    func words(for url: URL) -> String {
        guard let variable = variable(for: url), let value = variables[variable] else { return "(unknown)" }
        // Beyond the last '@', even where what is before it makes no sense as an address.
        let place = value.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let address = place.firstRange(of: "://").map { place[$0.upperBound...] } ?? place
        // A name of a host has no other characters, and a message no line breaks.
        let isShown = { (character: Character) in
            character.isLetter || character.isNumber || ".-_:[]%".contains(character)
        }
        return "\(address.prefix(while: isShown).prefix(255)) (\(variable))"
    }

    // In libcurl's order.
    private func variable(for url: URL) -> String? {
        let scheme = url.scheme?.lowercased() ?? ""
        let own = ["\(scheme)_proxy"] + (scheme == "http" ? [] : ["\(scheme.uppercased())_PROXY"])
        return (own + ["all_proxy", "ALL_PROXY"]).first(where: isSet)
    }

    private func isSet(_ name: String) -> Bool { variables[name]?.isEmpty == false }

    // libcurl's rules: `*`, or names separated by commas or spaces, each including its subdomains.
    private func isExempt(_ host: String) -> Bool {
        let list = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
        return list.split { $0 == "," || $0 == " " }.contains { entry in
            if entry == "*" { return true }
            let name = HostRule.normalized(entry.hasPrefix(".") ? String(entry.dropFirst()) : String(entry))
            return host == name || host.hasSuffix("." + name)
        }
    }
}
