import AlcedoMarkup

/// Words of a text that may be addresses or names of files: of scripts, feeds, data, and whatever else only its reader
/// understands.
///
/// A word has a dot, and ends at a space, a quote, or another character that ends addresses in most texts; of those, a slash and
/// a colon are parts of it, and so are parentheses in a path. What is between quotes is one more word if it has spaces. Escapes are
/// resolved: `\u00fc` and `\/` in JSON, `\xfc` and `\u{fc}`
/// in scripts, `&#252;`, `&#xfc;` and `&uuml;` in XML and HTML.
package struct TextWords: Sequence, IteratorProtocol {
    /// A word with the place of its first byte in the text.
    package struct Word {
        /// The bytes without escapes, in the encoding of the text.
        package var bytes: [UInt8]
        /// The number of bytes before it.
        package var offset: Int
    }

    private let text: [UInt8]
    private let end: Int
    private var place: Int
    // What is between quotes: its beginning, and whether it has a space and a dot; and such a word, which comes after its parts.
    private var quoted: (start: Int, hasSpace: Bool, hasDot: Bool)?
    private var whole: Word?

    /// - Parameter range: The part of the text to read; by default all of it.
    package init(_ text: [UInt8], in range: Range<Int>? = nil) {
        self.text = text
        place = range?.lowerBound ?? 0
        end = range?.upperBound ?? text.count
    }

    package mutating func next() -> Word? {
        if let word = whole {
            whole = nil
            return word
        }
        // Every byte of a site is read, so the table is looked up once.
        let ends = Self.ends
        var word: [UInt8] = []
        var (start, depth) = (place, 0)
        var (hasDot, hasSlash) = (false, false)
        while place < end {
            let byte = text[place]
            var character: Unicode.Scalar?
            var length = 1
            if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&"),
                let escape = Self.escape(text, at: place, end)
            {
                (character, length) = (escape.character, escape.length)
            }
            let isEnd =
                if let character { character.isASCII && ends[Int(character.value)] } else {
                    switch byte {
                    // That of `url(…)` is no part of an address.
                    case UInt8(ascii: "("): !hasSlash
                    case UInt8(ascii: ")"): depth == 0
                    default: ends[Int(byte)]
                    }
                }
            if isEnd {
                noteQuotes(character.map { UInt8($0.value) } ?? byte, length, hasDot: hasDot)
                place += length
                if hasDot { return Word(bytes: word, offset: start) }
                if let word = whole {
                    whole = nil
                    return word
                }
                word.removeAll(keepingCapacity: true)
                (depth, hasDot, hasSlash) = (0, false, false)
                continue
            }
            if word.isEmpty { start = place }
            place += length
            if let character {
                word += String(character).utf8
            } else {
                word.append(byte)
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
            }
            if word.last == UInt8(ascii: ".") { hasDot = true }
            if word.last == UInt8(ascii: "/") { hasSlash = true }
        }
        return hasDot ? Word(bytes: word, offset: start) : nil
    }

    /// Notes the end of a word.
    private mutating func noteQuotes(_ byte: UInt8, _ length: Int, hasDot: Bool) {
        if hasDot { quoted?.hasDot = true }
        switch byte {
        case UInt8(ascii: " "): quoted?.hasSpace = true
        case 0x0A, 0x0D: quoted = nil
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
            if let quoted, quoted.hasSpace, quoted.hasDot, place - quoted.start <= Self.longestAddress {
                whole = Word(bytes: unescaped(quoted.start..<place), offset: quoted.start)
            }
            quoted = (place + length, false, false)
        default: break
        }
    }

    // Longer ones are texts.
    private static let longestAddress = 2000

    private func unescaped(_ range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        var place = range.lowerBound
        while place < range.upperBound {
            if let escape = Self.escape(text, at: place, range.upperBound) {
                bytes += String(escape.character).utf8
                place += escape.length
            } else {
                bytes.append(text[place])
                place += 1
            }
        }
        return bytes
    }

    /// Returns the character of an escape and its length in bytes.
    private static func escape(
        _ text: [UInt8], at place: Int, _ end: Int
    ) -> (character: Unicode.Scalar, length: Int)? {
        // The longest one is that of a rare name.
        let escape = text[place..<Swift.min(place + 12, end)]
        guard text[place] == UInt8(ascii: "&") || text[place] == UInt8(ascii: "\\") else { return nil }
        if text[place] == UInt8(ascii: "&") {
            guard let end = escape.firstIndex(of: UInt8(ascii: ";")),
                let character = CharacterReference.character(
                    String(decoding: text[(place + 1)..<end], as: UTF8.self))
            else { return nil }
            return (character, end + 1 - place)
        }
        if escape.count > 1, text[place + 1] == UInt8(ascii: "/") { return ("/", 2) }
        guard escape.count > 3 else { return nil }
        switch text[place + 1] {
        case UInt8(ascii: "u") where text[place + 2] == UInt8(ascii: "{"):
            guard let end = escape.firstIndex(of: UInt8(ascii: "}")),
                let number = hexadecimal(text[(place + 3)..<end])
            else { return nil }
            return Unicode.Scalar(number).map { ($0, end + 1 - place) }
        case UInt8(ascii: "u"):
            guard let number = hexadecimal(escape.dropFirst(2).prefix(4)) else { return nil }
            if let character = Unicode.Scalar(number) { return (character, 6) }
            // Characters beyond the first 65,536 are two units of UTF-16.
            guard escape.dropFirst(6).starts(with: #"\u"#.utf8),
                let second = hexadecimal(escape.dropFirst(8).prefix(4))
            else { return nil }
            let pair = String(decoding: [number, second].map(UInt16.init), as: UTF16.self).unicodeScalars
            return pair.first.flatMap { pair.count == 1 ? ($0, 12) : nil }
        case UInt8(ascii: "x"):
            return hexadecimal(escape.dropFirst(2).prefix(2)).flatMap(Unicode.Scalar.init).map { ($0, 4) }
        default: return nil
        }
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt32? {
        UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// Whether a byte ends a word.
    private static let ends: [Bool] = (0...255).map { byte in
        byte <= 0x20 || "\"'`()<>[]{}\\,;=?#&|*".utf8.contains(UInt8(byte))
    }

    // MARK: UTF-16

    /// Whether a text begins with the mark of UTF-16.
    package static func isWide(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    /// Returns a text in UTF-16 as UTF-8, without the mark, and any other text as it is.
    package static func narrow(_ bytes: [UInt8]) -> [UInt8] {
        guard isWide(bytes) else { return bytes }
        let (high, low) = bytes[0] == 0xFE ? (0, 1) : (1, 0)
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
