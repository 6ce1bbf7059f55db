import AlcedoBase

/// URLs that are safe to show.
package enum PublicURL {
    /// Returns the URL without user name, password, query and fragment, which may be secret.
    package static func of(_ written: String) -> String {
        let (scheme, rest) = parts(of: written)
        return scheme + rest
    }

    /// Splits a URL into the scheme with its separator, and the rest without secret parts.
    ///
    /// Works on bytes: a `?` followed by a combining character is a different `Character`, but a `?` to servers.
    static func parts(of written: String) -> (scheme: String, rest: String) {
        var text = written.utf8[...]
        if let end = text.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
            text = text[..<end]
        }
        let slash = UInt8(ascii: "/")
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text[colon...].starts(with: "://".utf8)
        else {
            return ("", String(Substring(text)))
        }
        var rest = text[text.index(colon, offsetBy: 3)...]
        if let at = rest.prefix(while: { $0 != slash }).lastIndex(of: UInt8(ascii: "@")) {
            rest = rest[rest.index(after: at)...]
        }
        return (String(Substring(text[...colon])) + "//", String(Substring(rest)))
    }
}
