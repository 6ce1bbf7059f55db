/// Rules for addresses on the web that come from elsewhere: from a picture's metadata, or a manifest.
package enum WebAddress {
    /// Whether pages may link to an address that anyone may have put into a picture: `https:` or `http:`, with a host and without
    /// user information, which hides where a link leads.
    package static func isPage(_ text: String) -> Bool {
        guard let host = host(of: text), !host.isEmpty, !host.contains("@") else { return false }
        return text.unicodeScalars.allSatisfy { mayStand($0) && $0 != "`" }
    }

    /// Returns the host of an address with its port and with user information, if there is any; `nil` if the address does not
    /// begin with `https://` or `http://`.
    package static func host(of text: String) -> Substring? {
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://"),
            let slashes = text.firstRange(of: "//")
        else { return nil }
        // Browsers treat a backslash as a slash (WHATWG URL, "special authority").
        return text[slashes.upperBound...].prefix { !"/\\?#".contains($0) }
    }

    /// Whether a character may be in an address. An IRI may contain letters beyond ASCII, but no controls or directional marks
    /// (RFC 3987, 2.2 and 4.1).
    package static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x21, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        default: !scalar.properties.isWhitespace && !"\\\"<>".unicodeScalars.contains(scalar)
        }
    }
}
