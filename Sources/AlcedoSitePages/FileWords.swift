import AlcedoBase
import AlcedoIndex
import AlcedoMarkup
import AlcedoPages

/// The names of files in texts of a site: in pages, scripts, feeds, data, and style sheets that are left as they are.
///
/// A script or a feed may name an original in a way that only its reader knows. So each word with a dot counts.
struct FileWords {
    private var words: Set<String> = []

    /// Adds what the text of a file names.
    mutating func add(_ bytes: [UInt8]) {
        let ends = Self.ends
        for word in TextWords(TextWords.narrow(bytes)) {
            for name in word.bytes.split(whereSeparator: { ends[Int($0)] })
            where name.contains(UInt8(ascii: ".")) {
                insert(name)
            }
        }
    }

    private mutating func insert(_ word: ArraySlice<UInt8>) {
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

    /// Whether a text may name a file, given its path. A name without a dot may be any word.
    func mayName(_ path: String) -> Bool {
        let word = Self.lastWord(path)
        return !word.contains(".") || words.contains(word)
    }

    /// Whether a file with this name can be a text that names other files. Every ending counts as one, except those of
    /// formats that are never text, and so does none: `feed`, `index.rdf`, `scene.gltf`.
    static func mayBeText(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return true }
        return !binaries.contains(name[name.index(after: dot)...].lowercased())
    }

    private static let binaries = Set(
        """
        7z aac apk avi avif bmp br bz2 deb dmg dng eot epub exe flac gif gz heic heif ico iso jar jp2 jpeg jpg jxl m4a m4v mkv
        mov mp3 mp4 ogg opus otf pdf pkg png psd rpm tar tif tiff ttf wasm wav webm webp woff woff2 xz zip zst
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Whether a file with this beginning has text: in UTF-16 with its mark, or in an encoding that has no zero bytes.
    static func isText(_ beginning: [UInt8]) -> Bool { TextWords.isWide(beginning) || !beginning.contains(0) }

    /// The bytes by which a text is told from data.
    static let beginning = 8000

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
}

extension Substring.UnicodeScalarView {
    fileprivate func ends(with end: String.UnicodeScalarView) -> Bool { suffix(end.count).elementsEqual(end) }
}
