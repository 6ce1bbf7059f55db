/// The grammars of texts in an index, as builds write them. Whatever else an index says came from elsewhere.
///
/// The texts go into addresses, attributes and styles of pages. Each function returns whether a text is one of its kind.
enum IndexText {
    /// A color: `#rrggbb` or `#rrggbbaa`.
    static func isColor(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.utf8.first == UInt8(ascii: "#") && (digits.count == 6 || digits.count == 8)
            && digits.allSatisfy { isDigit($0) || (0x61...0x66).contains($0) || (0x41...0x46).contains($0) }
    }

    /// A BlurHash, in the characters of its base 83. The first is the number of components, which have two each.
    static func isBlurHash(_ text: String) -> Bool {
        guard text.utf8.allSatisfy(base83.contains), let first = text.utf8.first,
            let flag = base83Digits.firstIndex(of: first)
        else { return false }
        return text.utf8.count == 4 + 2 * (flag % 9 + 1) * (flag / 9 + 1)
    }

    /// Base64 (RFC 4648).
    static func isBase64(_ text: String, after start: Int = 0) -> Bool {
        var text = text
        return text.withUTF8 { $0.dropFirst(start).allSatisfy(base64.contains) }
    }

    /// A digest as in subresource integrity, or nothing.
    static func isDigest(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
        return text.utf8.count == 7 + 44 && text.hasPrefix("sha256-") && isBase64(text, after: 7)
    }

    /// The name of a format: `jpeg`.
    static func isFormat(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(nameBytes.contains)
    }

    /// The media type of a picture or a video: `image/avif`, `video/mp4`, perhaps with codecs.
    static func isMediaType(_ text: String) -> Bool {
        let parts = text.utf8.split(
            separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        let names = parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard names.count == 2, !names[1].isEmpty, names[1].count <= 64,
            ["image", "video"].contains(where: { names[0].elementsEqual($0.utf8) }),
            names[1].allSatisfy(nameBytes.contains)
        else { return false }
        return parts.count == 1 || parts[1].allSatisfy(codecBytes.contains)
    }

    /// A value of `sizes`, or a media query: words, with everything else in closed parentheses, and nothing that ends a style
    /// or a string.
    static func isCondition(_ text: String) -> Bool {
        var depth = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case 0x20, 0x09, 0x0A, 0x0D: continue
            case 0..<0x20, 0x7F...: return false
            default:
                let isWord = wordBytes.contains(byte)
                if depth == 0 && !isWord || conditionEnds.contains(byte) { return false }
            }
            if depth < 0 { return false }
        }
        return depth == 0 && !text.isEmpty
    }

    /// The sizes of an icon: `any`, or `16x16 32x32`.
    static func isIconSizes(_ text: String) -> Bool {
        text == "any" || text.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "x") || $0 == 0x20 }
    }

    /// The `rel` of a link: words in lowercase.
    static func isRel(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") || $0 == 0x20 }
    }

    /// An address of the web, or one that is relative to a page or its site, as a manifest may have it.
    static func isAddress(_ text: String) -> Bool {
        let start = text.utf8.prefix { $0 != UInt8(ascii: "/") }
        if start.contains(UInt8(ascii: ":")), !isOfWeb(text) { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0...0x20, 0x7F..<0xA0, 0x2000...0x206F: false
            default: !"\"<>\\".unicodeScalars.contains(scalar)
            }
        }
    }

    /// Whether an address begins with `http://` or `https://`.
    static func isOfWeb(_ text: String) -> Bool {
        let start = String(Substring(text.utf8.prefix(8))).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://")
    }

    /// Whether an address is that of a file below a base, as ``URLPath`` writes it.
    static func isAddress(_ text: String, below base: String) -> Bool {
        var (text, base) = (text, base)
        if !base.isEmpty, base.utf8.last != UInt8(ascii: "/") { base += "/" }
        return base.withUTF8 { base in
            text.withUTF8 { bytes in
                bytes.starts(with: base) && isPath(UnsafeBufferPointer(rebasing: bytes.dropFirst(base.count)))
            }
        }
    }

    private static func isPath(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // An encoded byte takes three.
        guard isName(bytes, expansion: 3) else { return false }
        var place = 0
        while place < bytes.count {
            if pathBytes.contains(bytes[place]) {
                place += 1
                continue
            }
            // Dots and slashes are never encoded.
            guard bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
                case let (first, second) = (bytes[place + 1], bytes[place + 2]),
                isUppercaseHex(first), isUppercaseHex(second),
                first != UInt8(ascii: "2") || second < UInt8(ascii: "E")
            else { return false }
            place += 3
        }
        return true
    }

    /// The picture of an inline file.
    static func isPicture(_ text: String) -> Bool {
        let head = text.utf8.prefix { $0 != UInt8(ascii: ",") }
        return head.starts(with: "data:image/".utf8) && head.count < text.utf8.count
            && head.dropFirst(11).allSatisfy { nameBytes.contains($0) || $0 == UInt8(ascii: ";") }
            && isBase64(text, after: head.count + 1)
    }

    /// The name of a file below a folder: `photos/a.webp`.
    static func isName(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isName($0) }
    }

    private static func isName(_ bytes: UnsafeBufferPointer<UInt8>, expansion: Int = 1) -> Bool {
        // No file system has longer ones.
        guard bytes.count <= 3000 * expansion else { return false }
        var (length, dots) = (0, 0)
        for byte in bytes {
            if byte == UInt8(ascii: "/") {
                if length == 0 || length == dots && dots <= 2 { return false }
                (length, dots) = (0, 0)
                continue
            }
            length += 1
            if byte == 0 || length > 255 * expansion { return false }
            if byte == UInt8(ascii: ".") { dots += 1 }
        }
        return length > 0 && !(length == dots && dots <= 2)
    }

    /// The candidates of a `srcset`: these addresses, with descriptors.
    static func isSourceSet(_ text: String, of addresses: [String]) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = bytes[...]
            guard !rest.isEmpty else { return false }
            while !rest.isEmpty {
                let found = addresses.first { address in
                    var address = address
                    return address.withUTF8 { address in
                        guard rest.count >= address.count,
                            rest[rest.startIndex..<rest.startIndex + address.count].elementsEqual(address)
                        else { return false }
                        let next = rest.dropFirst(address.count).first
                        return next == nil || next == 0x20 || next == UInt8(ascii: ",")
                    }
                }
                guard let found else { return false }
                rest = rest.dropFirst(found.utf8.count)
                let descriptor = rest.prefix { $0 != UInt8(ascii: ",") }
                guard descriptor.allSatisfy(descriptorBytes.contains) else { return false }
                rest = rest.dropFirst(descriptor.count + 1)
                if rest.first == 0x20 { rest = rest.dropFirst() }
            }
            return true
        }
    }

    private static let letters = ByteSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    private static let nameBytes = letters.union("-._+")
    private static let pathBytes = letters.union("-._~@/")
    private static let base64 = letters.union("+/=")
    private static let base83 = letters.union("#$%*+,-.:;=?@[]^_{|}~")
    private static let base83Digits = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)
    private static let codecBytes = nameBytes.union(" =\",")
    private static let wordBytes = letters.union("-_,.%+")
    private static let descriptorBytes = ByteSet("0123456789.wx ")
    private static let conditionEnds = ByteSet("\"'\\;{}@`")

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isUppercaseHex(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x46).contains(byte)
    }
}

/// A set of ASCII characters, with a look-up that costs nothing: an index has millions of bytes.
private struct ByteSet {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ text: StaticString) {
        text.withUTF8Buffer { bytes in
            for byte in bytes {
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
            }
        }
    }

    func union(_ text: StaticString) -> ByteSet {
        var all = ByteSet(text)
        all.low |= low
        all.high |= high
        return all
    }

    func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
    }
}
