import AlcedoMarkup

/// An error in a template.
package enum TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An unknown name in braces.
    case unknownPlaceholder(String, known: [String])
    /// An unmatched brace.
    case unbalancedBrace
    /// Any other error, as a sentence.
    case invalid(String)

    /// The error in one sentence.
    package var description: String {
        switch self {
        case .unknownPlaceholder(let name, let known):
            if let close = Suggestion.closest(to: name, among: known) {
                return "unknown placeholder '{\(name)}'; did you mean '{\(close)}'?"
            }
            let list = known.map { "{\($0)}" }.joined(separator: ", ")
            return "unknown placeholder '{\(name)}'; expected \(list)"
        case .unbalancedBrace:
            return "a brace has no partner; write '{{' or '}}' for a literal brace"
        case .invalid(let reason): return reason
        }
    }
}

/// Splits a template into text and placeholders.
enum TemplateScanner {
    enum Piece: Hashable {
        case text(String)
        case placeholder(String)
    }

    static func scan(_ text: String) throws(TemplateError) -> [Piece] {
        var pieces: [Piece] = []
        var literal = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "{", rest.first == "{" {
                rest.removeFirst()
                literal.append("{")
            } else if character == "}", rest.first == "}" {
                rest.removeFirst()
                literal.append("}")
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}"), !rest[..<end].contains("{") else {
                    throw .unbalancedBrace
                }
                if !literal.isEmpty { pieces.append(.text(literal)) }
                literal = ""
                pieces.append(.placeholder(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            } else if character == "}" {
                throw .unbalancedBrace
            } else {
                literal.append(character)
            }
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        return pieces
    }
}
