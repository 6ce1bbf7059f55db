/// Conversion of paths to addresses.
package enum URLPath {
    /// Returns the address of a file below a base.
    ///
    /// - Parameters:
    ///   - file: A path relative to the base, with `/` between its segments, not yet encoded.
    ///   - base: An address, used as written: `/images`, `https://cdn.example.org/images/`, or empty for addresses
    ///     relative to the page.
    package static func url(of file: String, below base: String) -> String {
        let encoded = encode(file)
        guard !base.isEmpty else {
            // A colon in the first segment would end a scheme, but colons are encoded.
            return encoded
        }
        return base.hasSuffix("/") ? base + encoded : "\(base)/\(encoded)"
    }

    /// Returns an absolute address: `url` itself, or completed with a site.
    ///
    /// - Parameters:
    ///   - url: An address from an index.
    ///   - site: `https://example.org`, optionally followed by a slash or a path; only its origin is used for an
    ///     address that begins with a slash.
    /// - Throws: ``ImageIndexError/notAbsolute(url:)`` if the result would not be absolute.
    package static func absolute(_ url: String, on site: String) throws(ImageIndexError) -> String {
        func isWhole(_ text: String) -> Bool {
            let text = text.lowercased()
            return text.hasPrefix("https://") || text.hasPrefix("http://")
        }
        if isWhole(url) { return url }
        guard isWhole(site), let scheme = site.firstIndex(of: ":") else { throw .notAbsolute(url: site) }
        if url.hasPrefix("//") { return "\(site[..<scheme]):\(url)" }
        let host = site.index(scheme, offsetBy: 3)
        if url.hasPrefix("/") {
            let end = site[host...].firstIndex(of: "/") ?? site.endIndex
            return "\(site[..<end])\(url)"
        }
        guard !url.hasPrefix("./"), !url.hasPrefix("../"), !url.hasPrefix("data:") else {
            // Relative to a page, whose address is not known here.
            throw .notAbsolute(url: url)
        }
        return site.hasSuffix("/") ? site + url : "\(site)/\(url)"
    }

    /// Percent-encodes a path, except for letters, digits, `-._~`, `@` and slashes.
    ///
    /// RFC 3986 allows more characters in a path, but these are safe inside an attribute, inside `srcset` (separated
    /// by commas) and inside `url()` (ended by parentheses and quotes).
    package static func encode(_ path: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(path.utf8.count)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                encoded.append(byte)
            case _ where "-._~@/".utf8.contains(byte):
                encoded.append(byte)
            default:
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
