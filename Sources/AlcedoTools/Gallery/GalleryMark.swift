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
    /// The transforms around the name, the outermost first: `uppercased`.
    var transforms: [String] { name.split(separator: "(").dropLast().map(String.init) }

    var isSection: Bool { "#^<$".contains(sign) }
    var isPiece: Bool { "><".contains(sign) }
    var isFilled: Bool { "&#^".contains(sign) }

    /// Returns all marks of a text in order, except unclosed ones, which the parser reports.
    static func all(in text: String, of file: String) -> [GalleryMark] {
        var marks: [GalleryMark] = []
        var rest = text[...]
        while let open = rest.firstRange(of: "{{") {
            let isTriple = text[open.upperBound...].first == "{"
            var content = text[open.upperBound...].dropFirst(isTriple ? 1 : 0)
            guard let close = content.firstRange(of: isTriple ? "}}}" : "}}") else { break }
            content = content[..<close.lowerBound]
            let sign = content.first.flatMap { "#^/><$!%=&".contains($0) ? $0 : nil }
            let words = content.dropFirst(sign == nil ? 0 : 1).split(whereSeparator: \.isWhitespace)
            marks.append(
                GalleryMark(
                    sign: sign ?? "&", name: words.joined(), file: file, isRaw: isTriple || sign == "&",
                    hasSpace: words.count > 1, range: open.lowerBound..<close.upperBound,
                    before: text[..<open.lowerBound]))
            rest = text[close.upperBound...]
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
