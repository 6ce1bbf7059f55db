import AlcedoBase
import AlcedoIndex
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
                place += length
                // Templates escape the quotes around a name too.
                if !Self.isEnd(character) {
                    word += String(character).utf8
                    if character == "." { hasDot = true }
                    continue
                }
            } else {
                place += 1
                if !ends[Int(byte)] {
                    word.append(byte)
                    if byte == UInt8(ascii: ".") { hasDot = true }
                    continue
                }
            }
            if hasDot { insert(word) }
            word.removeAll(keepingCapacity: true)
            hasDot = false
        }
        if hasDot { insert(word) }
    }

    private mutating func insert(_ word: [UInt8]) {
        let text = LegacyText.decoded(word).text
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 >= 0x80 }) else {
            return insert(text.unicodeScalars[...])
        }
        // A query may have a whole address, or data with its quotes.
        let plain = text.percentDecoded ?? text
        for part in plain.unicodeScalars.split(whereSeparator: Self.isEnd) { insert(part) }
    }

    private mutating func insert(_ word: Substring.UnicodeScalarView) {
        // A sentence may end after a name, and most words with dots are no names: `e.g.`, `index.html`.
        var word = word
        while word.last == "." { word.removeLast() }
        if word.contains("."), !word.ends(with: ".html".unicodeScalars) { words.insert(String(word)) }
    }

    /// Returns the character of an escape and its length in bytes: `\u00fc` in JSON, `\xfc` and `\u{fc}` in scripts, `&#252;`,
    /// `&#xfc;` and `&uuml;` in XML and HTML.
    private static func escape(_ text: [UInt8], at place: Int) -> (Unicode.Scalar, length: Int)? {
        // The longest one is that of a rare name.
        let escape = text[place...].prefix(12)
        if text[place] == UInt8(ascii: "&") {
            guard let end = escape.firstIndex(of: UInt8(ascii: ";")),
                let character = HTMLText.character(String(decoding: text[(place + 1)..<end], as: UTF8.self))
            else { return nil }
            return (character, end + 1 - place)
        }
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

    /// Whether a text may name a file, given its path.
    func mayName(_ path: String) -> Bool {
        words.contains(Self.lastWord(path))
    }

    /// Whether a file has text in which other files may be named.
    static func isText(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else {
            return ["_headers", "_redirects"].contains(name.split(separator: "/").last)
        }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }

    /// Whether a file begins with the mark of UTF-16.
    static func isWide(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    private static let endings: Set<String> = [
        "asp", "aspx", "atom", "cjs", "css", "csv", "geojson", "gpx", "htaccess", "htm", "html", "ics", "js",
        "json", "jsonld", "jsp", "kml", "markdown", "md", "mjs", "php", "rss", "shtml", "svg", "toml",
        "tsv", "txt", "vtt", "webmanifest", "xht", "xhtml", "xml", "yaml", "yml",
    ]

    /// Returns what is after the last character that ends a word, so that a name with a space is found in either form.
    private static func lastWord(_ text: String) -> String {
        let word = text.unicodeScalars.reversed().prefix { !isEnd($0) }
        return String(String.UnicodeScalarView(word.reversed()))
    }

    /// Whether a character ends the name of a file in a text, or is no part of a plain one.
    private static func isEnd(_ character: Unicode.Scalar) -> Bool {
        if character.isASCII { return ends[Int(character.value)] }
        let properties = character.properties
        return switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: false
        default: !properties.isAlphabetic && properties.numericType == nil
        }
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

extension Substring.UnicodeScalarView {
    fileprivate func ends(with end: String.UnicodeScalarView) -> Bool { suffix(end.count).elementsEqual(end) }
}
