/// Media queries (Media Queries Level 4).
enum MediaQuery {
    /// Returns the list of queries that holds where two lists hold, or `nil` if the syntax cannot express it.
    static func both(_ one: String, _ other: String) -> String? {
        let pairs = queries(in: one).flatMap { first in queries(in: other).map { (first, $0) } }
        var list: [String] = []
        for (first, second) in pairs {
            guard let query = joined(Query(first), Query(second)) else { return nil }
            list.append(query)
        }
        return list.joined(separator: ", ")
    }

    private static func queries(in list: String) -> [String] {
        pieces(of: list) { $0 == "," }
    }

    private static func joined(_ one: Query, _ other: Query) -> String? {
        var type = one.type ?? other.type
        if let first = one.type, let second = other.type {
            guard first.lowercased() == second.lowercased() else { return nil }
            type = first
        }
        // `not print and (…)` is the opposite of the whole query.
        if type?.lowercased().hasPrefix("not ") == true { return nil }
        return ([type] + [one.condition, other.condition]).compactMap(\.self).joined(separator: " and ")
    }

    /// One query in its two parts.
    private struct Query {
        /// `screen` or `only screen`.
        var type: String?
        /// What can stand between two `and`.
        var condition: String?

        init(_ text: String) {
            let words = MediaQuery.pieces(of: text) { $0.isWhitespace }
            func isWord(_ word: String, _ name: String) -> Bool { word.lowercased() == name }
            func isCondition(_ word: String?) -> Bool { word?.hasPrefix("(") ?? false }
            let isNegated = words.first.map { isWord($0, "not") } ?? false
            var conditions = words
            if let first = words.first, !first.contains("("),
                !(isNegated && isCondition(words.dropFirst().first))
            {
                let end = words.firstIndex { isWord($0, "and") } ?? words.endIndex
                type = words[..<end].joined(separator: " ")
                conditions = Array(words[end...].dropFirst())
            }
            guard !conditions.isEmpty else { return }
            let isPlain = !conditions.contains { isWord($0, "or") || isWord($0, "not") }
            let text = conditions.joined(separator: " ")
            condition = isPlain ? text : "(\(text))"
        }
    }

    /// Splits a text outside of parentheses, and leaves out empty pieces and spaces around them.
    private static func pieces(of text: String, at isEnd: (Character) -> Bool) -> [String] {
        var depth = 0
        return text.split { character in
            if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
            return depth == 0 && isEnd(character)
        }.map { piece in
            let start = piece.drop { $0.isWhitespace }
            return String(
                start.prefix(
                    upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.endIndex))
        }.filter { !$0.isEmpty }
    }
}
