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
struct CSSAddresses: ByteScanner {
    let bytes: ArraySlice<UInt8>
    var at: Int
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
        self.bytes = bytes[range]
        at = range.lowerBound
    }

    private mutating func read() {
        while let byte = byte(at) {
            switch byte {
            case UInt8(ascii: "/") where skipCSSComment(): continue
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let start = at
                guard let text = takeString(byte) else { continue }
                let isAddress =
                    functions.last == "url" || functions.last?.hasSuffix("image-set") == true
                if isAddress { add(text, start..<at, quote: byte) }
            case UInt8(ascii: "#"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                // A color or a number with its unit, which is no function.
                at += 1
                _ = takeName()
            case UInt8(ascii: "@"):
                at += 1
                isImport = ["import", "namespace"].contains(takeName())
            case UInt8(ascii: "("):
                at += 1
                functions.append("")
            case UInt8(ascii: ")"):
                at += 1
                _ = functions.popLast()
            case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                at += 1
                isImport = false
            case _ where isNamePart(at): readName()
            default: at += 1
            }
        }
    }

    private mutating func readName() {
        let name = takeName()
        guard byte(at) == UInt8(ascii: "(") else { return }
        at += 1
        guard name == "url" else { return functions.append(name) }
        skip { $0.isSpace }
        if let quote = byte(at), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            return functions.append(name)
        }
        let start = at
        var text: [UInt8] = []
        var isBad = false
        while let byte = byte(at), byte != UInt8(ascii: ")"), !byte.isSpace {
            if byte == UInt8(ascii: "\\") {
                takeEscape(into: &text)
                continue
            }
            if "\"'(".utf8.contains(byte) { isBad = true }
            text.append(byte)
            at += 1
        }
        let place = start..<at
        skip { $0.isSpace }
        // The end of the text ends it as well.
        if byte(at) == UInt8(ascii: ")") || at >= bytes.endIndex, !isBad {
            add(text, place, quote: nil)
        } else {
            // A bad URL ends at the next parenthesis that is not escaped.
            while let byte = byte(at), byte != UInt8(ascii: ")") {
                at += byte == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        at = min(at + 1, bytes.endIndex)
    }

    private mutating func add(_ text: [UInt8], _ place: Range<Int>, quote: UInt8?) {
        // An embedded picture is not an address, and may be long.
        guard !isImport, !text.isEmpty, !text.starts(with: "data:".utf8) else { return }
        found.append(CSSAddress(text: LegacyText.decoded(text).text, place: place, quote: quote))
    }

    // MARK: Parts

    private mutating func skipLineEnd() {
        at += bytes[at] == 0x0D && byte(at + 1) == 0x0A ? 2 : 1
    }

    private func isNamePart(_ place: Int) -> Bool {
        guard byte(place) == UInt8(ascii: "\\") else { return byte(place)?.isNamePart ?? false }
        return byte(place + 1).map { !$0.isLineEnd } ?? false
    }

    /// Returns a name in lowercase.
    private mutating func takeName() -> String {
        var name: [UInt8] = []
        while isNamePart(at) {
            if bytes[at] == UInt8(ascii: "\\") {
                takeEscape(into: &name)
            } else {
                name.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    /// Returns the text between quotes; `nil` if the line ends before the text.
    private mutating func takeString(_ quote: UInt8) -> [UInt8]? {
        at += 1
        var text: [UInt8] = []
        while let byte = byte(at) {
            switch byte {
            case quote:
                at += 1
                return text
            case _ where byte.isLineEnd: return nil
            case UInt8(ascii: "\\") where self.byte(at + 1)?.isLineEnd == true:
                at += 1
                skipLineEnd()
            case UInt8(ascii: "\\"): takeEscape(into: &text)
            default:
                text.append(byte)
                at += 1
            }
        }
        // The end of the text ends it as well.
        return text
    }

    /// Appends the character of an escape: up to six hexadecimal digits and a space, or the character itself.
    private mutating func takeEscape(into text: inout [UInt8]) {
        at += 1
        var digits = ""
        while digits.count < 6, let byte = byte(at), Character(Unicode.Scalar(byte)).isHexDigit {
            digits.unicodeScalars.append(Unicode.Scalar(byte))
            at += 1
        }
        if let number = UInt32(digits, radix: 16) {
            if let byte = byte(at), byte.isSpace {
                if byte.isLineEnd { skipLineEnd() } else { at += 1 }
            }
            let scalar = Unicode.Scalar(number) ?? "\u{FFFD}"
            text += Array(String(scalar).utf8)
        } else if let byte = byte(at) {
            text.append(byte)
            at += 1
        }
    }
}
