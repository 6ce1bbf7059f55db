/// An address in a page, without query and fragment.
struct PageAddress: Hashable, Sendable {
    /// The host, with the port if there is one; `nil` for the site itself.
    var host: String?
    /// The path from the root of the host, decoded, without leading and trailing slashes.
    var path: String
    /// Whether it is a folder, which contains addresses relative to it.
    var isFolder: Bool

    static func == (one: PageAddress, other: PageAddress) -> Bool {
        one.host == other.host && one.path == other.path
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(path)
    }

    /// Resolves an address in a page (RFC 3986, 5.2, as far as pictures need it).
    ///
    /// - Parameters:
    ///   - text: The address as written in the page.
    ///   - page: The path of the page from the root of its host, `blog/a.html`.
    /// - Returns: `nil` for text that is not an address of a picture: `data:`, another scheme, or empty.
    init?(_ text: String, on page: String) {
        // Browsers leave out line breaks and tabs in addresses (WHATWG URL, "basic URL parser").
        let isBroken = text.utf8.contains { Self.isLeftOut($0) }
        let whole =
            isBroken ? String(decoding: text.utf8.filter { !Self.isLeftOut($0) }, as: UTF8.self) : text
        let trimmed = whole.drop { $0.isWhitespace }
        var rest = trimmed.prefix { $0 != "#" && $0 != "?" }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        guard !rest.isEmpty else { return nil }
        // Browsers treat a backslash as a slash in web addresses (WHATWG URL, "special scheme").
        if rest.utf8.contains(UInt8(ascii: "\\")) { rest = rest.replacing("\\", with: "/") }
        let lower = rest.prefix(8).lowercased()
        if lower.hasPrefix("https://") || lower.hasPrefix("http://") || rest.hasPrefix("//") {
            guard let slashes = rest.firstRange(of: "//") else { return nil }
            // However many slashes there are.
            let host = rest[slashes.upperBound...].drop { $0 == "/" }.prefix { $0 != "/" }
            let port = lower.hasPrefix("https:") ? ":443" : lower.hasPrefix("http:") ? ":80" : nil
            let isUsual = port.map { host.hasSuffix($0) } ?? false
            self.host = (isUsual ? host.dropLast(port?.count ?? 0) : host).lowercased()
            path = Self.normalized(rest[host.endIndex...])
            isFolder = Self.isFolder(rest[host.endIndex...])
            return
        }
        let scheme = rest.prefix { $0 != ":" && $0 != "/" }
        guard scheme.endIndex == rest.endIndex || rest[scheme.endIndex] == "/" else { return nil }
        isFolder = Self.isFolder(rest)
        if rest.first == "/" {
            path = Self.normalized(rest)
        } else {
            let folder = page.lastIndex(of: "/").map { page[...$0] } ?? ""
            path = Self.normalized(Substring(folder + rest))
        }
    }

    /// Returns the part of a path below a folder, or `nil` if it is not below it. The root is the empty path.
    static func rest(of path: String, below folder: String) -> String? {
        if folder.isEmpty { return path }
        guard path.hasPrefix(folder + "/") else { return nil }
        return String(path.dropFirst(folder.count + 1))
    }

    private static func isLeftOut(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func isFolder(_ path: Substring) -> Bool {
        let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return last.isEmpty || last == "." || last == ".."
    }

    /// Returns a path without dot segments, empty segments and percent-encoding.
    private static func normalized(_ path: Substring) -> String {
        var parts: [String] = []
        for part in path.split(separator: "/") {
            switch part.contains("%") ? part.replacing(/%2[eE]/, with: ".")[...] : part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(decoded(part))
            }
        }
        return parts.joined(separator: "/")
    }

    private static func decoded(_ part: Substring) -> String {
        guard part.utf8.contains(UInt8(ascii: "%")) else { return String(part) }
        var bytes: [UInt8] = []
        var rest = Array(part.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                rest.prefix(2).allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
