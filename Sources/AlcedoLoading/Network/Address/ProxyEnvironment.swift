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
        let scheme = url.scheme?.lowercased() ?? ""
        let names = ["\(scheme)_proxy"] + (scheme == "http" ? [] : ["\(scheme.uppercased())_PROXY"])
        guard names.contains(where: isSet) || ["all_proxy", "ALL_PROXY"].contains(where: isSet) else {
            return false
        }
        return !isExempt(HostRule.normalized(url.host ?? ""))
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
