import AlcedoBase

/// Rules for addresses that file names are appended to, in the manifest and on the command line.
package enum AddressRules {
    /// Returns what is wrong with an address, phrased to follow its name, or `nil`.
    package static func fault(in address: String) -> String? {
        if address.contains("?") || address.contains("#") {
            return "must not have a query or a fragment: file names are appended to it"
        }
        if !address.unicodeScalars.allSatisfy(WebAddress.mayStand) {
            return "has a character that is not allowed in a URL; percent-encode it"
        }
        return nil
    }

    /// Returns what is wrong with the address of a site, whose pages are below it, phrased to follow its name, or `nil`.
    package static func fault(inSite address: String) -> String? {
        guard let host = WebAddress.host(of: address) else { return "must begin with https:// or http://" }
        if let reason = fault(in: address) { return reason }
        let names = address.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2)
        guard !host.isEmpty else { return "has no host, such as example.org" }
        if host.contains("@") {
            return
                "has a user name or a password, which each page would publish; leave out what is before '@'"
        }
        if names.count > 1, let page = names.last, ["index.html", "index.htm"].contains(page.lowercased()) {
            return "names a page; write the address of its folder, \(address.dropLast(page.count))"
        }
        return nil
    }
}
