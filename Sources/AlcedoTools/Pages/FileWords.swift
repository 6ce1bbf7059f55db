import AlcedoBase
import AlcedoPages

/// The names of files in texts of a site: in pages, scripts, feeds, data, and style sheets that are left as they are.
///
/// A script or a feed may name an original in a way that only its reader knows. So each word with a dot counts.
struct FileWords {
    private var words: Set<String> = []

    /// Adds what the text of a file names.
    mutating func add(_ bytes: [UInt8]) {
        let text = Self.isWide(bytes) ? Self.narrow(bytes) : bytes
        // Every byte of a site is read, so the table is looked up once.
        let ends = Self.ends
        var word: [UInt8] = []
        var hasDot = false
        var place = 0
        while place < text.count {
            let byte = text[place]
            if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&"),
                let (character, length) = Self.escape(text, at: place)
            {
                word += String(character).utf8
                place += length
                continue
            }
            place += 1
            if !ends[Int(byte)] {
                word.append(byte)
                if byte == UInt8(ascii: ".") { hasDot = true }
                continue
            }
            if hasDot { insert(word) }
            word.removeAll(keepingCapacity: true)
            hasDot = false
        }
        if hasDot { insert(word) }
    }

    private mutating func insert(_ word: [UInt8]) {
        // A sentence may end after a name, and most words with dots are no names: `e.g.`, `index.html`.
        let dot = UInt8(ascii: ".")
        var word = word[...]
        while word.last == dot { word.removeLast() }
        guard word.contains(dot), !word.ends(with: ".html".utf8) else { return }
        let text = LegacyText.decoded(word).text
        let plain = text.utf8.contains(UInt8(ascii: "%")) ? text.percentDecoded ?? text : text
        words.insert(Self.lastWord(plain))
    }

    /// Returns the character of `\u00fc` in JSON and scripts, or of `&#252;` and `&#xfc;` in XML, and its length in bytes.
    private static func escape(_ text: [UInt8], at place: Int) -> (Unicode.Scalar, length: Int)? {
        func number(_ start: Int, _ end: Int, radix: Int) -> Unicode.Scalar? {
            UInt32(String(decoding: text[start..<end], as: UTF8.self), radix: radix).flatMap(
                Unicode.Scalar.init)
        }
        guard place + 5 < text.count else { return nil }
        switch (text[place], text[place + 1]) {
        case (UInt8(ascii: "\\"), UInt8(ascii: "u")):
            return number(place + 2, place + 6, radix: 16).map { ($0, 6) }
        case (UInt8(ascii: "&"), UInt8(ascii: "#")):
            let isHex = text[place + 2] | 0x20 == UInt8(ascii: "x")
            let start = place + (isHex ? 3 : 2)
            guard let end = text[start...].prefix(9).firstIndex(of: UInt8(ascii: ";")), end > start else {
                return nil
            }
            return number(start, end, radix: isHex ? 16 : 10).map { ($0, end + 1 - place) }
        default: return nil
        }
    }

    /// Whether a text may name a file, given its path.
    func mayName(_ path: String) -> Bool {
        words.contains(Self.lastWord(path))
    }

    /// Whether a file has text in which other files may be named.
    static func isText(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }

    /// Whether a file begins with the mark of UTF-16.
    static func isWide(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    private static let endings: Set<String> = [
        "asp", "aspx", "atom", "cjs", "css", "csv", "htm", "html", "js", "json", "jsonld", "jsp", "mjs",
        "php", "rss", "shtml",
        "svg", "txt", "webmanifest", "xht", "xhtml", "xml",
    ]

    /// Returns what is after the last byte that ends a word, so that a name with a space is found in either form.
    private static func lastWord(_ text: String) -> String {
        let word = text.utf8.reversed().prefix { !ends[Int($0)] }
        return String(decoding: word.reversed(), as: UTF8.self)
    }

    /// Whether a byte ends the name of a file in a text, or is no part of a plain one.
    private static let ends: [Bool] = (0...255).map { byte in
        byte <= 0x20 || "\"'`()<>[]{}/\\,;:=?#&|*".utf8.contains(UInt8(byte))
    }

    /// Returns UTF-16 as UTF-8, without the mark.
    private static func narrow(_ bytes: [UInt8]) -> [UInt8] {
        let (high, low) = bytes[0] == 0xFE ? (0, 1) : (1, 0)
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with end: String.UTF8View) -> Bool { suffix(end.count).elementsEqual(end) }
}
