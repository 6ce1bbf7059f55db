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

    /// A BlurHash, in the characters of its base 83.
    static func isBlurHash(_ text: String) -> Bool {
        (6...200).contains(text.utf8.count)
            && text.utf8.allSatisfy { isLetter($0) || blurHashSigns.contains($0) }
    }

    /// Base64 (RFC 4648).
    static func isBase64(_ text: some Sequence<UInt8>) -> Bool {
        text.allSatisfy { isLetter($0) || base64Signs.contains($0) }
    }

    /// A digest as in subresource integrity, or nothing.
    static func isDigest(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
        let bytes = text.utf8
        return bytes.starts(with: "sha256-".utf8) && isBase64(bytes.dropFirst(7)) && bytes.count == 7 + 44
    }

    /// The name of a format: `jpeg`.
    static func isFormat(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
    }

    /// The media type of a picture or a video: `image/avif`, `video/mp4`, perhaps with codecs.
    static func isMediaType(_ text: String) -> Bool {
        let parts = text.utf8.split(
            separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        let names = parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard names.count == 2, !names[1].isEmpty, names[1].count <= 64,
            ["image", "video"].contains(where: { names[0].elementsEqual($0.utf8) }),
            names[1].allSatisfy(isNameByte)
        else { return false }
        return parts.count == 1 || parts[1].allSatisfy { isNameByte($0) || codecSigns.contains($0) }
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
                let isWord = isLetter(byte) || wordSigns.contains(byte)
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
        var rest = text.utf8[...]
        if !base.isEmpty {
            guard rest.starts(with: base.utf8) else { return false }
            rest = rest.dropFirst(base.utf8.count)
            if base.utf8.last != UInt8(ascii: "/") {
                guard rest.popFirst() == UInt8(ascii: "/") else { return false }
            }
        }
        guard isName(rest) else { return false }
        while let byte = rest.popFirst() {
            if isLetter(byte) || pathSigns.contains(byte) { continue }
            // Dots and slashes are never encoded.
            guard byte == UInt8(ascii: "%"), let first = rest.popFirst(), let second = rest.popFirst(),
                isUppercaseHex(first), isUppercaseHex(second),
                first != UInt8(ascii: "2") || second < UInt8(ascii: "E")
            else { return false }
        }
        return true
    }

    /// The picture of an inline file.
    static func isPicture(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.starts(with: "data:image/".utf8), let comma = bytes.firstIndex(of: UInt8(ascii: ","))
        else { return false }
        return bytes[..<comma].dropFirst(11).allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ";") }
            && isBase64(bytes[comma...].dropFirst())
    }

    /// The name of a file below a folder: `photos/a.webp`.
    static func isName(_ text: some Sequence<UInt8>) -> Bool {
        var (length, dots) = (0, 0)
        func isPart() -> Bool { length > 0 && !(length == dots && dots <= 2) }
        for byte in text {
            if byte == UInt8(ascii: "/") {
                guard isPart() else { return false }
                (length, dots) = (0, 0)
                continue
            }
            if byte == 0 { return false }
            length += 1
            if byte == UInt8(ascii: ".") { dots += 1 }
        }
        return isPart()
    }

    private static let blurHashSigns = Set("#$%*+,-.:;=?@[]^_{|}~".utf8)
    private static let base64Signs = Set("+/=".utf8)
    private static let codecSigns = Set(" =\",".utf8)
    private static let conditionEnds = Set("\"'\\;{}@`".utf8)
    private static let wordSigns = Set("-_,.%+".utf8)
    private static let pathSigns = Set("-._~@/".utf8)

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isUppercaseHex(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x46).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "_")
    }
}
