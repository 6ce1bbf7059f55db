/// A Mustache tag such as `{{photo.title}}`, with its location.
struct GalleryMark: Hashable, Sendable {
    /// Kind of a tag, given by its first character.
    enum Kind: Hashable, Sendable {
        case value, section, inverted, end, partial, parent, block, comment, setting, delimiters

        /// Whether the tag requires an end tag.
        var opens: Bool { self == .section || self == .inverted || self == .parent || self == .block }
    }

    var kind: Kind
    /// Name, without sigil and whitespace: `uppercased(photo.title)` for `{{{ uppercased(photo.title) }}}`.
    var name: String
    /// Line, counted from 1.
    var line: Int
    /// Column, counted in characters from 1.
    var column: Int

    /// Returns all tags of a text in order, except unclosed ones, which the library reports.
    static func all(in text: String) -> [GalleryMark] {
        var marks: [GalleryMark] = []
        var line = 1
        var lineStart = text.startIndex
        var counted = text.startIndex
        var rest = text[...]
        while let open = rest.firstRange(of: "{{") {
            var content = text[open.upperBound...]
            let end = content.first == "{" ? "}}}" : "}}"
            if content.first == "{" { content = content.dropFirst() }
            guard let close = content.firstRange(of: end) else { break }
            while let newline = text[counted..<open.lowerBound].firstIndex(where: \.isNewline) {
                line += 1
                counted = text.index(after: newline)
                lineStart = counted
            }
            let column = text.distance(from: lineStart, to: open.lowerBound) + 1
            marks.append(
                GalleryMark(text[content.startIndex..<close.lowerBound], line: line, column: column))
            rest = text[close.upperBound...]
        }
        return marks
    }

    private init(_ content: Substring, line: Int, column: Int) {
        let kinds: [Character: Kind] = [
            "#": .section, "^": .inverted, "/": .end, ">": .partial, "<": .parent, "$": .block, "!": .comment,
            "%": .setting, "=": .delimiters, "&": .value,
        ]
        self.line = line
        self.column = column
        kind = content.first.flatMap { kinds[$0] } ?? .value
        let name = kind == .value && content.first != "&" ? content : content.dropFirst()
        self.name = String(name.filter { !$0.isWhitespace })
    }

    /// Name without the transforms around it, which have the form `transform(…)`: `photo.title`.
    var path: Substring {
        let inner = name.lastIndex(of: "(").map { name[name.index(after: $0)...] } ?? name[...]
        return inner.prefix { $0 != ")" }
    }

    /// Transforms around the name, outermost first: `uppercased`.
    var transforms: [Substring] {
        guard let last = name.lastIndex(of: "(") else { return [] }
        return name[..<last].split(separator: "(", omittingEmptySubsequences: false)
    }
}
