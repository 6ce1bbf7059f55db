/// Expands `{a,b}` before any other part of a pattern, as shells do.
enum GlobBraces {
    // More than a handwritten pattern needs, and few enough to match against every name.
    static let maxExpansions = 1000

    static func expand(_ text: [Unicode.Scalar]) throws(GlobPatternError) -> [[Unicode.Scalar]] {
        var position = 0
        let expansions = try sequence(text, &position, depth: 0)
        return expansions
    }

    // Reads up to the end, or inside braces up to `,` or `}`.
    private static func sequence(
        _ text: [Unicode.Scalar], _ position: inout Int, depth: Int
    ) throws(GlobPatternError) -> [[Unicode.Scalar]] {
        guard depth <= 20 else { throw .invalid("its braces are nested too deeply") }
        var heads: [[Unicode.Scalar]] = [[]]
        func append(_ scalars: some Sequence<Unicode.Scalar>) {
            let piece = Array(scalars)
            for index in heads.indices { heads[index] += piece }
        }
        while position < text.count {
            let scalar = text[position]
            switch scalar {
            case "\\":
                guard position + 1 < text.count else { throw .invalid("it ends in a lone '\\'") }
                append(text[position...position + 1])
                position += 2
            case "[":
                let end = try GlobSet.end(of: text, from: position)
                append(text[position...end])
                position = end + 1
            case "{":
                let choices = try braces(text, &position, depth: depth)
                guard heads.count * choices.count <= maxExpansions else {
                    throw .invalid("its braces expand to more than \(maxExpansions) patterns")
                }
                heads = heads.flatMap { head in choices.map { head + $0 } }
            case "}" where depth > 0, "," where depth > 0:
                return heads
            case "}":
                throw .invalid("'}' has no '{'; write '\\}' for the character")
            default:
                append(CollectionOfOne(scalar))
                position += 1
            }
        }
        if depth > 0 { throw .invalid("'{' is not closed; write '\\{' for the character") }
        return heads
    }

    /// Refuses a space at an edge, which people write after a comma: no file would match, and the others would hide that.
    private static func check(_ alternative: ArraySlice<Unicode.Scalar>) throws(GlobPatternError) {
        let isBlank = { (scalar: Unicode.Scalar?) in scalar == " " || scalar == "\t" }
        let begins = isBlank(alternative.first)
        let trimmed = alternative.drop(while: isBlank)
        var end = trimmed.endIndex
        while end > trimmed.startIndex, isBlank(trimmed[end - 1]) { end -= 1 }
        // The first space after a backslash is meant.
        if end < trimmed.endIndex, trimmed[..<end].reversed().prefix(while: { $0 == "\\" }).count % 2 == 1 {
            end += 1
        }
        let ends = end < trimmed.endIndex
        guard begins || ends else { return }
        let verbs = [begins ? "begins" : nil, ends ? "ends" : nil].compactMap { $0 }
        let meant = String(trimmed[..<end])
        throw .invalid(
            "its alternative '\(String(alternative))' \(verbs.joined(separator: " and ")) with a space; write '\(meant)', or "
                + "'\\ ' for a space in names")
    }

    private static func braces(
        _ text: [Unicode.Scalar], _ position: inout Int, depth: Int
    ) throws(GlobPatternError) -> [[Unicode.Scalar]] {
        var choices: [[Unicode.Scalar]] = []
        repeat {
            position += 1
            let start = position
            choices += try sequence(text, &position, depth: depth + 1)
            try check(text[start..<position])
            guard choices.count <= maxExpansions else {
                throw .invalid("its braces expand to more than \(maxExpansions) patterns")
            }
        } while text[position] == ","
        position += 1
        return choices
    }
}

extension String {
    fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
        self.init(String.UnicodeScalarView(scalars))
    }
}
