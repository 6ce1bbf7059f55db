import Foundation

/// Addresses as they may be shown.
enum PublicURL {
    /// The address without user name, password, query and fragment: those may be secret.
    static func of(_ written: String) -> String {
        let (scheme, rest) = parts(of: written)
        return scheme + rest
    }

    /// The scheme with what divides it from the rest, and the rest without what may be secret.
    ///
    /// By bytes: with a combining character behind it, a `?` is no `?` to Unicode, but it is to servers.
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
