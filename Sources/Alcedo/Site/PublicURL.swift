import Foundation

/// Addresses as they may be shown.
enum PublicURL {
    /// The address without user name, password, query and fragment: those may be secret.
    static func of(_ written: String) -> String {
        var text = written[...]
        if let end = text.firstIndex(where: { $0 == "?" || $0 == "#" }) { text = text[..<end] }
        guard let scheme = text.range(of: "://") else { return String(text) }
        let rest = text[scheme.upperBound...]
        let hostEnd = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let at = rest[..<hostEnd].lastIndex(of: "@") else { return String(text) }
        return String(text[..<scheme.upperBound] + rest[rest.index(after: at)...])
    }
}
