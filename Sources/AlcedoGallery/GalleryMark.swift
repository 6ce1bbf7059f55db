import AlcedoBase

/// A mark of a template: `{{photo.title}}`.
struct GalleryMark: Sendable {
    /// Mustache's sign at the beginning: `#` and `^` open sections, `/` closes them, `>` and `<` include another file, `$` is
    /// a block of such a file, `!` a comment, `%` a setting, `=` sets delimiters. `&` is a value, with or without the sign.
    var sign: Character
    /// The name, without the sign and white space: `uppercased(photo.title)` of `{{{ uppercased(photo.title) }}}`.
    var name: String
    /// The name of the file, without `.html`.
    var file: String
    /// Whether the value is HTML: `{{{mark}}}` or `{{&mark}}`.
    var isRaw: Bool
    /// Whether there is white space within the name.
    var hasSpace = false
    /// The mark with its delimiters.
    var range: Range<String.Index>
    /// The text before the mark in the file.
    var before: Substring

    /// The name without transforms: `photo.title`.
    var path: String { name.split(separator: "(").last?.filter { $0 != ")" } ?? "" }

    var isPiece: Bool { "><".contains(sign) }

    static let opening = Array("{{".utf8)
    private static let closing = Array("}}".utf8)

    /// Returns all marks of a text in order, except unclosed ones, which the parser reports.
    static func all(in text: String, of file: String) -> [GalleryMark] {
        var marks: [GalleryMark] = []
        // By bytes: a combining character forms one character with the brace before it.
        var rest = text.utf8[...]
        while let open = rest.firstRange(of: Self.opening) {
            let isTriple = text.utf8[open.upperBound...].first == UInt8(ascii: "{")
            let inner = text.utf8[open.upperBound...].dropFirst(isTriple ? 1 : 0)
            guard let close = inner.firstRange(of: isTriple ? Self.closing + [0x7D] : Self.closing) else {
                break
            }
            var content = text[inner.startIndex..<close.lowerBound].unicodeScalars
            let sign = content.first.map(Character.init).flatMap { "#^/><$!%=&".contains($0) ? $0 : nil }
            if sign != nil { content.removeFirst() }
            let words = Substring(content).split(whereSeparator: \.isWhitespace)
            marks.append(
                GalleryMark(
                    sign: sign ?? "&", name: words.joined(separator: sign == ">" || sign == "<" ? " " : ""),
                    file: file, isRaw: isTriple || sign == "&",
                    hasSpace: words.count > 1, range: open.lowerBound..<close.upperBound,
                    before: text[..<open.lowerBound]))
            rest = text.utf8[close.upperBound...]
        }
        return marks
    }

    /// The mark's place; lines and columns are counted from 1, columns in characters.
    func place(in folder: String) -> Diagnostic.Location {
        let lines = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let column = (lines.last?.count ?? 0) + 1
        return Diagnostic.Location(file: "\(folder)/\(file).html", line: lines.count, column: column)
    }
}
