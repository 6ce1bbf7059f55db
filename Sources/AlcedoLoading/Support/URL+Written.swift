package import AlcedoBase

extension URL {
    /// Parses a URL as written by people and servers: invalid characters are percent-encoded, and `%XX` is left alone.
    ///
    /// Foundation's own lenient parser encodes every percent sign of a component again if one of its characters is
    /// invalid, and so requests another file. The host is left to Foundation, which writes other scripts as `xn--…`.
    ///
    /// - Parameter base: The base of a relative URL.
    package init?(written text: String, relativeTo base: URL? = nil) {
        let bytes = Array(text.utf8)
        let end = Self.endOfAuthority(bytes)
        var result = String(decoding: bytes[..<end], as: UTF8.self)
        if let colon = result.utf8.firstIndex(of: UInt8(ascii: ":")), result[colon...].hasPrefix("://") {
            result = result[..<colon].lowercased() + result[colon...]
        }
        for index in bytes.indices[end...] {
            let byte = bytes[index]
            let isKept = byte == UInt8(ascii: "%") ? Self.isEscape(bytes[index...]) : Self.mayStand(byte)
            result += isKept ? String(UnicodeScalar(byte)) : Self.escape(byte)
        }
        self.init(string: result, relativeTo: base)
    }

    // The index after `scheme://host:port` or `//host:port`; 0 without an authority.
    private static func endOfAuthority(_ bytes: [UInt8]) -> Int {
        let ends: Set<UInt8> = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        let first = bytes.firstIndex(where: ends.contains) ?? bytes.endIndex
        guard bytes[first...].starts(with: "//".utf8), first == 0 || bytes[first - 1] == UInt8(ascii: ":")
        else {
            return 0
        }
        return bytes[(first + 2)...].firstIndex(where: ends.contains) ?? bytes.endIndex
    }

    private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        let digits = bytes.dropFirst().prefix(2)
        return digits.count == 2 && digits.allSatisfy { $0.hexDigitValue != nil }
    }

    // Allowed by RFC 3986 after the authority: unreserved characters, sub-delims, and the delimiters themselves.
    private static let others = Set("-._~!$&'()*+,;=:@/?#".utf8)

    private static func mayStand(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: others.contains(byte)
        }
    }

    private static func escape(_ byte: UInt8) -> String {
        "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
