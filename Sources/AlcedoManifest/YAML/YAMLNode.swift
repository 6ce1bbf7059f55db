import AlcedoBase

/// A value in a YAML document, with its location.
///
/// Aliases share nodes: a node that is used twice has the location of its anchor.
package final class YAMLNode: Sendable {
    enum Content: Sendable {
        case scalar(text: String, style: Style, value: YAMLScalar)
        case sequence([YAMLNode])
        case mapping([YAMLPair])
    }

    enum Style: Sendable {
        case plain
        /// In quotes, or a block (`|`, `>`).
        case quoted
    }

    let content: Content
    let location: Diagnostic.Location

    init(_ content: Content, at location: Diagnostic.Location) {
        self.content = content
        self.location = location
    }
}

struct YAMLPair: Sendable {
    let key: YAMLNode
    let value: YAMLNode
}

extension YAMLNode {
    /// The meaning of a scalar; `nil` for collections.
    package var scalar: YAMLScalar? {
        if case .scalar(_, _, let value) = content { value } else { nil }
    }

    /// The text of a scalar as written, whatever its meaning; `nil` for collections.
    package var text: String? {
        if case .scalar(let text, _, _) = content { text } else { nil }
    }

    package var sequence: [YAMLNode]? {
        if case .sequence(let items) = content { items } else { nil }
    }

    var mapping: [YAMLPair]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }

    var isNull: Bool { scalar == .null }

    /// Whether nothing at all is written.
    var isMissing: Bool { isNull && text?.isEmpty == true }

    /// The value of a key, or the first value if there are several.
    package subscript(key: String) -> YAMLNode? {
        mapping?.first { $0.key.text == key }?.value
    }

    /// The name of the value in errors: `a list`, `the text 'wide'`.
    var summary: String {
        switch content {
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .scalar(let text, _, let value):
            switch value {
            case .null: "nothing"
            case .bool, .int, .float: Self.excerpt(text)
            case .string: "'\(Self.excerpt(text))'"
            }
        }
    }

    /// Text in braces or brackets, such as `{meta.title}`, that YAML has read as a collection.
    var textInBrackets: String? {
        switch content {
        case .mapping(let pairs):
            let names = pairs.map { $0.value.isMissing ? $0.key.text : nil }
            guard !pairs.isEmpty, names.allSatisfy({ $0?.contains("\"") == false }) else { return nil }
            return "{" + names.compactMap(\.self).joined(separator: ",") + "}"
        case .sequence(let items):
            guard items.count == 1, let text = items[0].text, !text.isEmpty, !text.contains("\"") else {
                return nil
            }
            return "[\(text)]"
        case .scalar: return nil
        }
    }

    /// Shortens text to fit into one line of an error.
    static func excerpt(_ text: String) -> String {
        var short = ""
        for scalar in text.unicodeScalars.prefix(60) {
            let isControl = scalar.properties.generalCategory == .control
            short.unicodeScalars.append(isControl ? " " : scalar)
        }
        return text.unicodeScalars.count > 60 ? short + "…" : short
    }
}
