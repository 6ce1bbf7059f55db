import AlcedoBase

/// Conversion of names in a manifest to names in Swift.
enum SwiftName {
    /// Returns `mountainLake01` for `Mountain-lake_01`: words are joined, the first in lower case.
    ///
    /// Characters that are not valid in an identifier (*The Swift Programming Language*, "Identifiers") end a word.
    /// Text without letters or digits becomes the values of its scalars.
    static func identifier(_ text: String) -> String {
        var words: [String] = []
        var word = ""
        for scalar in text.precomposed.unicodeScalars {
            if isWordScalar(scalar) {
                word.unicodeScalars.append(scalar)
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        if !word.isEmpty { words.append(word) }
        guard let first = words.first else {
            return "_" + text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "_")
        }
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let name = lowered(first) + rest.joined()
        // A digit cannot come first.
        return name.unicodeScalars.first.map { $0.properties.isXIDStart } == true ? name : "_" + name
    }

    /// Returns the identifier as written in code, because some words have another meaning without backticks.
    static func written(_ identifier: String) -> String {
        if unusable.contains(identifier) { return identifier + "_" }
        return keywords.contains(identifier) ? "`\(identifier)`" : identifier
    }

    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "\"": literal += "\\\(scalar)"
            case _ where isUnprintable(scalar): literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// Returns text for a comment, on a single line whatever it contains.
    static func comment(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { isUnprintable($0) || $0.properties.isWhitespace ? " " : $0 }
        var line = ""
        line.unicodeScalars.append(contentsOf: scalars)
        return line.split(separator: " ").joined(separator: " ")
    }

    /// Returns the first word in lower case: `IMG_1234` gives `img1234`, `DSC01234` gives `dsc01234`, `iPhone` stays.
    private static func lowered(_ word: String) -> String {
        word == word.uppercased() ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
    }

    // Invisible characters, such as directional marks, also end a word.
    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return scalar != "_" && properties.isXIDContinue && !properties.isDefaultIgnorableCodePoint
            && properties.generalCategory != .connectorPunctuation
    }

    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
            true
        default: false
        }
    }

    // Not valid even in backticks, because these have a meaning after a dot.
    private static let unusable: Set = ["self", "Self", "Type", "Protocol", "init", "_"]

    // Reserved everywhere (*The Swift Programming Language*, "Keywords and Punctuation").
    private static let keywords: Set = [
        "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard",
        "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private",
        "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super",
        "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
