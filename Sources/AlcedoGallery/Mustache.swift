import AlcedoBase
import AlcedoIndex
import AlcedoMarkup

/// A parsed template.
///
/// The language is [Mustache](https://mustache.github.io) with its optional inheritance (where white space of blocks within a line is
/// kept), and with transforms around names as
/// in `{{uppercased(title)}}`. Delimiters cannot be changed, and there are no lambdas. Written for Alcedo, because a library
/// for it needs all of Foundation, which makes up two thirds of a program that contains what it uses.
struct Mustache: Sendable {
    /// Why a text is not a template.
    struct Malformed: Error {
        /// The mark with the mistake.
        var mark: GalleryMark
        var reason: String
    }

    fileprivate indirect enum Node: Sendable {
        /// Text within a line, or with the newline at the end of one.
        case text(String)
        case value(Name, isEscaped: Bool)
        case section(Name, isInverted: Bool, [Node])
        case piece(String, indentation: String, blocks: [String: [Node]])
        case block(String, indentation: String, [Node])
    }

    fileprivate struct Name: Sendable {
        /// `photo.title`, where `.` is the innermost value; empty for the place in a list.
        var path: String
        /// The innermost first.
        var transforms: [String]
    }

    /// The names of all transforms.
    static let transforms = [
        "capitalized", "count", "empty", "enumerated", "equalzero", "even", "first", "index", "last",
        "lowercased", "minusone", "odd", "plusone", "reversed", "sorted", "uppercased",
    ]

    fileprivate let nodes: [Node]

    /// Parses a template.
    init(_ text: String) throws(Malformed) {
        var parser = MustacheParser(text)
        nodes = try parser.nodes(until: nil)
    }
}

/// Templates that include one another.
struct MustacheLibrary: Sendable {
    let templates: [String: Mustache]

    /// Renders a template with values: texts, numbers, Booleans, arrays, and dictionaries with texts as keys.
    ///
    /// - Returns: `nil` if there is no such template, or if it includes more than a million pieces.
    func render(_ values: [String: Any], withTemplate name: String) -> String? {
        guard let template = templates[name] else { return nil }
        var renderer = MustacheRenderer(templates: templates)
        renderer.render(template.nodes, MustacheScope(stack: [values]))
        return renderer.pieces > MustacheRenderer.maxPieces ? nil : renderer.text
    }
}

// MARK: - Parsing

private struct MustacheParser {
    private let text: String
    private var marks: ArraySlice<GalleryMark>
    private var position: String.Index

    init(_ text: String) {
        self.text = text
        marks = GalleryMark.all(in: text, of: "")[...]
        position = text.startIndex
    }

    /// The sections and frames around the current position.
    private var depth = 0
    /// Sections are rendered recursively, on a stack of limited size.
    private static let maxDepth = 100

    /// Returns the nodes up to the end of a section, or of the text.
    mutating func nodes(until end: GalleryMark?) throws(Mustache.Malformed) -> [Mustache.Node] {
        depth += 1
        defer { depth -= 1 }
        if let end, depth > Self.maxDepth + 1 {
            throw .init(mark: end, reason: "there are more than \(Self.maxDepth) sections around this one")
        }
        var nodes: [Mustache.Node] = []
        while let mark = marks.popFirst() {
            let (line, isAlone) = consume(mark, &nodes)
            switch mark.sign {
            case "/":
                guard let end, mark.name == end.name else {
                    throw .init(mark: mark, reason: "this does not close the open section")
                }
                return nodes
            case "!": break
            case "#", "^":
                let content = try self.nodes(until: mark)
                nodes.append(.section(try name(of: mark), isInverted: mark.sign == "^", content))
            case ">":
                nodes.append(.piece(mark.name, indentation: isAlone ? line : "", blocks: [:]))
            case "<":
                let blocks = try blocks(of: mark)
                nodes.append(.piece(mark.name, indentation: isAlone ? line : "", blocks: blocks))
            case "$":
                guard try name(of: mark).transforms.isEmpty else {
                    throw .init(mark: mark, reason: "a block takes no transform")
                }
                let content = try self.nodes(until: mark)
                nodes.append(.block(mark.name, indentation: isAlone ? line : "", content))
            case "&": nodes.append(.value(try name(of: mark), isEscaped: !mark.isRaw))
            default: throw .init(mark: mark, reason: "this setting is unknown")
            }
        }
        if let end { throw .init(mark: end, reason: "a section is not closed before the end of the file") }
        if let rest = text.utf8[position...].firstRange(of: GalleryMark.opening) {
            let mark = GalleryMark(
                sign: "&", name: "", file: "", isRaw: false, range: rest.lowerBound..<text.endIndex,
                before: text[..<rest.lowerBound])
            throw .init(mark: mark, reason: "the file ends within a mark")
        }
        append(text[position...], to: &nodes)
        position = text.endIndex
        return nodes
    }

    /// Appends the text before a mark, and moves behind the mark. Of a line with nothing else than a mark that prints
    /// nothing itself, neither the white space nor the newline is printed.
    ///
    /// - Returns: The white space before the mark, and whether it is alone on its line.
    private mutating func consume(_ mark: GalleryMark, _ nodes: inout [Mustache.Node]) -> (String, Bool) {
        let utf8 = text.utf8
        func isSpace(_ index: String.Index) -> Bool { utf8[index] == 0x20 || utf8[index] == 0x09 }
        var (start, end) = (mark.range.lowerBound, mark.range.upperBound)
        while start > text.startIndex, isSpace(utf8.index(before: start)) {
            start = utf8.index(before: start)
        }
        while end < text.endIndex, isSpace(end) { end = utf8.index(after: end) }
        if end < text.endIndex, utf8[end] == 0x0D { end = utf8.index(after: end) }
        let isAlone =
            mark.sign != "&"
            && (start == text.startIndex || utf8[utf8.index(before: start)] == 0x0A)
            && (end == text.endIndex || utf8[end] == 0x0A)
        let line = String(text[start..<mark.range.lowerBound])
        append(text[position..<(isAlone ? start : mark.range.lowerBound)], to: &nodes)
        position = isAlone ? (end < text.endIndex ? utf8.index(after: end) : end) : mark.range.upperBound
        // The indentation of a piece is printed once, and again before its other lines.
        if isAlone, "><$".contains(mark.sign) { append(line[...], to: &nodes) }
        return (line, isAlone)
    }

    /// Appends text, line by line.
    private func append(_ text: Substring, to nodes: inout [Mustache.Node]) {
        var rest = text.utf8
        while let newline = rest.firstIndex(of: 0x0A) {
            let next = rest.index(after: newline)
            nodes.append(.text(String(rest[..<next]) ?? ""))
            rest = rest[next...]
        }
        if !rest.isEmpty { nodes.append(.text(String(rest) ?? "")) }
    }

    /// Returns the blocks between `{{<frame}}` and `{{/frame}}`. Text between them is a comment.
    private mutating func blocks(of mark: GalleryMark) throws(Mustache.Malformed) -> [String: [Mustache.Node]]
    {
        var blocks: [String: [Mustache.Node]] = [:]
        for node in try nodes(until: mark) {
            switch node {
            case .text: break
            case .block(let name, let indentation, let content):
                blocks[name] = indentation.isEmpty ? content : content.map { $0.without(indentation) }
            default:
                throw .init(mark: mark, reason: "only blocks ({{$name}} … {{/name}}) are allowed here")
            }
        }
        return blocks
    }

    private func name(of mark: GalleryMark) throws(Mustache.Malformed) -> Mustache.Name {
        let allowed = { (character: Character) in
            character.isASCII && (character.isLetter || character.isNumber) || ".-_?*".contains(character)
        }
        let parts = mark.name.split(separator: "(", omittingEmptySubsequences: false)
        let closing = String(repeating: ")", count: parts.count - 1)
        guard let last = parts.last, last.hasSuffix(closing), !mark.name.isEmpty, !mark.hasSpace,
            case let path = last.dropLast(closing.count), path.allSatisfy(allowed),
            parts.dropLast().allSatisfy({ !$0.isEmpty && $0.allSatisfy(allowed) })
        else {
            throw .init(
                mark: mark,
                reason: "this is not a mark: it is not closed, or has characters that names cannot have")
        }
        let transforms = parts.dropLast().reversed().map(String.init)
        if let unknown = transforms.first(where: { !Mustache.transforms.contains($0) }) {
            let meant = Suggestion.closest(to: unknown, among: Mustache.transforms)
            let advice =
                meant.map { "; did you mean '\($0)'?" }
                ?? "; expected \(Mustache.transforms.joined(separator: ", "))"
            throw .init(mark: mark, reason: "there is no transform '\(unknown)'\(advice)")
        }
        return Mustache.Name(path: String(path), transforms: transforms)
    }
}

extension Mustache.Node {
    /// Removes the indentation of a block from a line's beginning.
    fileprivate func without(_ indentation: String) -> Mustache.Node {
        guard case .text(let text) = self, text.hasPrefix(indentation) else { return self }
        return .text(String(text.dropFirst(indentation.count)))
    }
}

// MARK: - Rendering

private struct MustacheScope {
    /// The values, with the innermost last.
    var stack: [Any]
    /// The place in the list whose section this is.
    var place: (index: Int, isLast: Bool)?
    var indentation = ""
    var blocks: [String: [Mustache.Node]] = [:]

    func with(_ value: Any, _ place: (index: Int, isLast: Bool)? = nil) -> MustacheScope {
        var scope = self
        scope.stack.append(value)
        scope.place = place
        return scope
    }

    func value(_ name: Mustache.Name) -> Any? {
        if name.path.isEmpty, name.transforms.count == 1 { return place(name.transforms[0]) }
        let names = name.path.split(separator: ".")
        var value: Any? =
            if let first = names.first {
                name.path.hasPrefix(".")
                    ? Self.child(first, of: stack.last)
                    : stack.reversed().lazy.compactMap { Self.child(first, of: $0) }.first
            } else {
                stack.last
            }
        for name in names.dropFirst() { value = Self.child(name, of: value) }
        for transform in name.transforms { value = value.flatMap { Self.transformed($0, transform) } }
        return value
    }

    private static func child(_ name: Substring, of value: Any?) -> Any? {
        switch value {
        case let record as [String: Any]: record[String(name)]
        default: nil
        }
    }

    /// Returns a value of the place in a list: `{{^last()}}, {{/last()}}`.
    private func place(_ name: String) -> Any? {
        guard let place else { return nil }
        return switch name {
        case "index": place.index
        case "first": place.index == 0
        case "last": place.isLast
        case "even": place.index.isMultiple(of: 2)
        case "odd": !place.index.isMultiple(of: 2)
        default: nil
        }
    }

    private static func transformed(_ value: Any, _ transform: String) -> Any? {
        switch (value, transform) {
        case (let text as String, "empty"): text.isEmpty
        case (let text as String, "capitalized"): text.capitalized
        case (let text as String, "lowercased"): text.lowercased()
        case (let text as String, "uppercased"): text.uppercased()
        case (let text as String, "reversed"): String(text.reversed())
        case (let number as Int, "equalzero"): number == 0
        case (let number as Int, "plusone"): number + 1
        case (let number as Int, "minusone"): number - 1
        case (let number as Int, "even"): number.isMultiple(of: 2)
        case (let number as Int, "odd"): !number.isMultiple(of: 2)
        case (let texts as [String], "sorted"): texts.sorted()
        case (let list as [Any], "first"): list.first
        case (let list as [Any], "last"): list.last
        case (let list as [Any], "reversed"): Array(list.reversed())
        case (let list as [Any], "count"): list.count
        case (let list as [Any], "empty"): list.isEmpty
        case (let record as [String: Any], "count"): record.count
        case (let record as [String: Any], "empty"): record.isEmpty
        case (let record as [String: Any], "enumerated"), (let record as [String: Any], "sorted"):
            record.sorted { $0.key < $1.key }.map { ["key": $0.key, "value": $0.value] }
        default: nil
        }
    }
}

private struct MustacheRenderer {
    let templates: [String: Mustache]
    var text = ""
    /// The number of pieces so far. Pieces that include one another twice would have no end.
    var pieces = 0
    static let maxPieces = 1_000_000

    init(templates: [String: Mustache]) {
        self.templates = templates
    }

    mutating func render(_ nodes: [Mustache.Node], _ scope: MustacheScope) {
        for node in nodes {
            switch node {
            case .text(let text): print(text, scope)
            case .value(let name, let isEscaped):
                guard let text = scope.value(name).flatMap(Self.text) else { break }
                print(isEscaped ? HTMLText.escape(text) : text, scope)
            case .section(let name, let isInverted, let content):
                section(scope.value(name), isInverted, content, scope)
            case .piece(let name, let indentation, let blocks):
                pieces += 1
                guard pieces <= Self.maxPieces else { return }
                var inner = scope
                inner.place = nil
                inner.indentation += indentation
                // Those of the outermost frame win.
                inner.blocks.merge(blocks) { outer, _ in outer }
                render(templates[name]?.nodes ?? [], inner)
            case .block(let name, let indentation, let content):
                var inner = scope
                inner.place = nil
                inner.indentation += indentation
                // Within its own content, a block is the one of an outer frame no more.
                let override = inner.blocks.removeValue(forKey: name)
                render(override ?? content, inner)
            }
        }
    }

    /// Lists and records have no text: their sections print their elements.
    private static func text(_ value: Any) -> String? {
        switch value {
        case let text as String: text
        case let isTrue as Bool: "\(isTrue)"
        case let number as Int: "\(number)"
        default: nil
        }
    }

    private mutating func section(
        _ value: Any?, _ isInverted: Bool, _ content: [Mustache.Node], _ scope: MustacheScope
    ) {
        switch value {
        case nil: if isInverted { render(content, scope) }
        case let isTrue as Bool: if isTrue != isInverted { render(content, scope) }
        case let list as [Any]:
            if isInverted, list.isEmpty { render(content, scope.with(list)) }
            guard !isInverted else { break }
            for (index, element) in list.enumerated() {
                render(content, scope.with(element, (index, index == list.count - 1)))
            }
        case let value?: if !isInverted { render(content, scope.with(value)) }
        }
    }

    private mutating func print(_ text: String, _ scope: MustacheScope) {
        if !scope.indentation.isEmpty, !text.isEmpty, self.text.utf8.last == 0x0A {
            self.text += scope.indentation
        }
        self.text += text
    }
}
