/// Rules for addresses that file names are appended to, in the manifest and on the command line.
package enum AddressRules {
    /// Returns what is wrong with an address, phrased to follow its name, or `nil`.
    package static func fault(in address: String) -> String? {
        if address.contains("?") || address.contains("#") {
            return "must not have a query or a fragment: file names are appended to it"
        }
        if address.unicodeScalars.contains(where: cannotStand) {
            return "has a character that is not allowed in a URL; percent-encode it"
        }
        return nil
    }

    /// Returns what is wrong with the address of a site, whose pages are below it, phrased to follow its name, or `nil`.
    package static func fault(inSite address: String) -> String? {
        let start = address.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://") else {
            return "must begin with https:// or http://"
        }
        if let reason = fault(in: address) { return reason }
        let names = address.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2)
        guard let host = names.first, !host.isEmpty else { return "has no host, such as example.org" }
        if host.contains("@") {
            return
                "has a user name or a password, which each page would publish; leave out what is before '@'"
        }
        if names.count > 1, let page = names.last, ["index.html", "index.htm"].contains(page.lowercased()) {
            return "names a page; write the address of its folder, \(address.dropLast(page.count))"
        }
        return nil
    }

    // An IRI may contain letters beyond ASCII, but no controls or directional marks (RFC 3987, 2.2 and 4.1).
    private static func cannotStand(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x21, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: scalar.properties.isWhitespace || "\\\"<>".unicodeScalars.contains(scalar)
        }
    }
}
