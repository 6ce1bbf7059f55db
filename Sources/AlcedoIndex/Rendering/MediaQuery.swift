/// Media queries (Media Queries Level 4).
enum MediaQuery {
    /// Returns the list of queries that holds where two lists hold, or `nil` if none can, or if the syntax cannot express it.
    static func both(_ one: String, _ other: String) -> String? {
        let pairs = queries(in: one).flatMap { first in queries(in: other).map { (first, $0) } }
        var list: [String] = []
        for (first, second) in pairs {
            switch joined(Query(first), Query(second)) {
            case .query(let query): if !list.contains(query) { list.append(query) }
            case .never: continue
            case .inexpressible: return nil
            }
        }
        return list.isEmpty ? nil : list.joined(separator: ", ")
    }

    private enum Joined {
        case query(String)
        /// Nothing is both a screen and a printer.
        case never
        case inexpressible
    }

    private static func queries(in list: String) -> [String] {
        pieces(of: list) { $0 == "," }
    }

    private static func joined(_ one: Query, _ other: Query) -> Joined {
        // `not print and (…)` is the opposite of the whole query; alone, it is that of a type.
        switch (one.excluded, other.excluded) {
        case (nil, nil): break
        case (let first?, let second?):
            let isSame = first == second && one.condition == nil && other.condition == nil
            return isSame ? .query("not " + first) : .inexpressible
        case (let excluded?, nil): return without(excluded, one.condition, other)
        case (nil, let excluded?): return without(excluded, other.condition, one)
        }
        var type = one.type ?? other.type
        if let first = one.medium, let second = other.medium {
            guard first == second || first == "all" || second == "all" else { return .never }
            type = first == "all" ? other.type : one.type
        }
        return .query(
            ([type] + [one.condition, other.condition]).compactMap(\.self).joined(separator: " and "))
    }

    private static func without(_ excluded: String, _ condition: String?, _ query: Query) -> Joined {
        guard condition == nil, let medium = query.medium, medium != "all" || excluded == "all" else {
            return .inexpressible
        }
        if medium == excluded || excluded == "all" { return .never }
        return .query([query.type, query.condition].compactMap(\.self).joined(separator: " and "))
    }

    /// One query in its two parts.
    private struct Query {
        /// `screen` or `only screen`.
        var type: String?
        /// What can stand between two `and`.
        var condition: String?

        /// The type of media in lowercase, without what stands before it.
        var medium: String? { type?.split(whereSeparator: \.isWhitespace).last?.lowercased() }

        /// The type that a `not` excludes.
        var excluded: String? { type?.lowercased().hasPrefix("not ") == true ? medium : nil }

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
