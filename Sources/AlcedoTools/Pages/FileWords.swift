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
        var start = 0
        var hasDot = false
        for place in 0...text.count {
            let byte = place < text.count ? text[place] : 0
            if byte == UInt8(ascii: ".") { hasDot = true }
            guard place == text.count || Self.isEnd(byte) else { continue }
            if hasDot { words.insert(Self.plain(text[start..<place])) }
            (start, hasDot) = (place + 1, false)
        }
    }

    /// Whether a text may name a file, given its path.
    func mayName(_ path: String) -> Bool {
        let name = path.utf8.reversed().prefix { !Self.isEnd($0) }
        return words.contains(String(decoding: name.reversed(), as: UTF8.self))
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

    /// Returns a word with escapes resolved.
    private static func plain(_ word: ArraySlice<UInt8>) -> String {
        let text = LegacyText.decoded(word).text
        return text.utf8.contains(UInt8(ascii: "%")) ? text.percentDecoded ?? text : text
    }

    /// Whether a byte ends the name of a file in a text, or is no part of a plain one.
    private static func isEnd(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte < 0x80 && "\"'`()<>[]{}/\\,;:=?#&|*".utf8.contains(byte)
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
