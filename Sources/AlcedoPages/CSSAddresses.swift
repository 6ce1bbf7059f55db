import AlcedoIndex
import AlcedoMarkup

/// An address of a picture in CSS: in `url(…)`, or a text in `image-set(…)`.
struct CSSAddress {
    /// The address, with escapes resolved.
    var text: String
    /// The range of the address with its quotes, if it has any.
    var place: Range<Int>
    /// The quote around it.
    var quote: UInt8?

    /// Returns another address in its place.
    func replaced(by address: String) -> String {
        let isPlain = address.utf8.allSatisfy { $0 > 0x20 && !"\"'()\\<&".utf8.contains($0) }
        guard isPlain else { return CSSText.string(address) }
        guard let quote else { return address }
        let mark = String(decoding: [quote], as: UTF8.self)
        return mark + address + mark
    }
}

/// Finds the addresses in CSS as a browser does (CSS Syntax Level 3, "Tokenization"): not in comments and other texts, and
/// not those of `@import` and `@namespace`, which are no pictures.
struct CSSAddresses {
    private let bytes: [UInt8]
    private let end: Int
    private var offset: Int
    // Names of the functions around the place, in lowercase; empty for a bare parenthesis.
    private var functions: [String] = []
    private var isImport = false
    private var found: [CSSAddress] = []

    /// Returns the addresses in a part of a page or of a style sheet, in order.
    static func all(in bytes: [UInt8], _ range: Range<Int>) -> [CSSAddress] {
        var addresses = CSSAddresses(bytes, range)
        addresses.read()
        return addresses.found
    }

    /// Returns the addresses in a `style` attribute.
    static func all(in text: String) -> [CSSAddress] {
        let bytes = Array(text.utf8)
        return all(in: bytes, 0..<bytes.count)
    }

    private init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    private mutating func read() {
        while let byte = byte(offset) {
            switch byte {
            case UInt8(ascii: "/") where self.byte(offset + 1) == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let start = offset
                guard let text = takeString(byte) else { continue }
                let isAddress =
                    functions.last == "url" || functions.last?.hasSuffix("image-set") == true
                if isAddress { add(text, start..<offset, quote: byte) }
            case UInt8(ascii: "#"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                // A color or a number with its unit, which is no function.
                offset += 1
                _ = takeName()
            case UInt8(ascii: "@"):
                offset += 1
                isImport = ["import", "namespace"].contains(takeName())
            case UInt8(ascii: "("):
                offset += 1
                functions.append("")
            case UInt8(ascii: ")"):
                offset += 1
                _ = functions.popLast()
            case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                offset += 1
                isImport = false
            case _ where isNamePart(offset): readName()
            default: offset += 1
            }
        }
    }

    private mutating func readName() {
        let name = takeName()
        guard byte(offset) == UInt8(ascii: "(") else { return }
        offset += 1
        guard name == "url" else { return functions.append(name) }
        skipSpace()
        if let quote = byte(offset), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            return functions.append(name)
        }
        let start = offset
        var text: [UInt8] = []
        var isBad = false
        while let byte = byte(offset), byte != UInt8(ascii: ")"), !Self.isSpace(byte) {
            if byte == UInt8(ascii: "\\") {
                takeEscape(into: &text)
                continue
            }
            if "\"'(".utf8.contains(byte) { isBad = true }
            text.append(byte)
            offset += 1
        }
        let place = start..<offset
        skipSpace()
        // The end of the text ends it as well.
        if byte(offset) == UInt8(ascii: ")") || offset >= end, !isBad {
            add(text, place, quote: nil)
        } else {
            // A bad URL ends at the next parenthesis that is not escaped.
            while let byte = byte(offset), byte != UInt8(ascii: ")") {
                offset += byte == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        offset = min(offset + 1, end)
    }

    private mutating func add(_ text: [UInt8], _ place: Range<Int>, quote: UInt8?) {
        // An embedded picture is not an address, and may be long.
        guard !isImport, !text.isEmpty, !text.starts(with: "data:".utf8) else { return }
        found.append(CSSAddress(text: LegacyText.decoded(text).text, place: place, quote: quote))
    }

    // MARK: Parts

    private func byte(_ place: Int) -> UInt8? { place < end ? bytes[place] : nil }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0C || byte == 0x0D }

    private mutating func skipLineEnd() {
        offset += bytes[offset] == 0x0D && byte(offset + 1) == 0x0A ? 2 : 1
    }

    private func isNamePart(_ place: Int) -> Bool {
        guard let byte = byte(place) else { return false }
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
            return true
        case UInt8(ascii: "\\"): return self.byte(place + 1).map { !Self.isLineEnd($0) } ?? false
        default: return false
        }
    }

    private mutating func skipSpace() {
        while let byte = byte(offset), Self.isSpace(byte) { offset += 1 }
    }

    private mutating func skipComment() {
        offset += 2
        while offset < end {
            if bytes[offset] == UInt8(ascii: "*"), byte(offset + 1) == UInt8(ascii: "/") {
                offset += 2
                return
            }
            offset += 1
        }
    }

    /// Returns a name in lowercase.
    private mutating func takeName() -> String {
        var name: [UInt8] = []
        while isNamePart(offset) {
            if bytes[offset] == UInt8(ascii: "\\") {
                takeEscape(into: &name)
            } else {
                name.append(bytes[offset])
                offset += 1
            }
        }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    /// Returns the text between quotes; `nil` if the line ends before the text.
    private mutating func takeString(_ quote: UInt8) -> [UInt8]? {
        offset += 1
        var text: [UInt8] = []
        while let byte = byte(offset) {
            switch byte {
            case quote:
                offset += 1
                return text
            case _ where Self.isLineEnd(byte): return nil
            case UInt8(ascii: "\\") where self.byte(offset + 1).map(Self.isLineEnd) == true:
                offset += 1
                skipLineEnd()
            case UInt8(ascii: "\\"): takeEscape(into: &text)
            default:
                text.append(byte)
                offset += 1
            }
        }
        // The end of the text ends it as well.
        return text
    }

    /// Appends the character of an escape: up to six hexadecimal digits and a space, or the character itself.
    private mutating func takeEscape(into text: inout [UInt8]) {
        offset += 1
        var digits = ""
        while digits.count < 6, let byte = byte(offset), Character(Unicode.Scalar(byte)).isHexDigit {
            digits.unicodeScalars.append(Unicode.Scalar(byte))
            offset += 1
        }
        if let number = UInt32(digits, radix: 16) {
            if let byte = byte(offset), Self.isSpace(byte) {
                if Self.isLineEnd(byte) { skipLineEnd() } else { offset += 1 }
            }
            let scalar = Unicode.Scalar(number) ?? "\u{FFFD}"
            text += Array(String(scalar).utf8)
        } else if let byte = byte(offset) {
            text.append(byte)
            offset += 1
        }
    }
}
