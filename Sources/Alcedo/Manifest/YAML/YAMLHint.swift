import Foundation

/// What to write in place of what YAML cannot read, where that can be seen in the line.
///
/// libyaml's own words are those of its scanner ("did not find expected key"), and come a line late as often as not.
struct YAMLHint {
    private let lines: [String]

    /// - Parameter text: The whole file.
    init(_ text: YAMLText) {
        lines = String(decoding: text.bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).map(String.init)
    }

    /// The advice for a mistake; `nil` where nothing is seen.
    ///
    /// - Parameters:
    ///   - line: Where it was noticed, from 0.
    ///   - column: The same, from 0, in scalars.
    ///   - start: The line in which what could not be read begins, from 0.
    ///   - isInBrackets: Whether it was noticed between braces or brackets, where something should have ended.
    func advice(line: Int, column: Int, start: Int, isInBrackets: Bool) -> String? {
        // What is missing at the end is noticed behind the last line.
        let line = min(line, lines.count - 1)
        if let advice = tab(line, column) ?? colon(line, column, isInBrackets) { return advice }
        // Where it was noticed, what stands above that, and where it begins. What lies between is mostly as it should be.
        let above = lines[..<line].lastIndex { !$0.allSatisfy(\.isWhitespace) }
        for number in [line, above, min(start, line)].compactMap(\.self) {
            if let advice = Self.advice(for: lines[number], isFaulty: number == line) { return advice }
        }
        if isInBrackets, isClosed(from: start), let advice = comma(line, column) { return advice }
        return unclosed(from: start) ?? (isInBrackets ? nil : indentation(line))
    }

    // MARK: - One place

    /// What stands before a place in its line, and from there on.
    private func halves(_ line: Int, _ column: Int) -> (before: String, rest: String) {
        let scalars = lines[line].unicodeScalars
        let cut = scalars.index(scalars.startIndex, offsetBy: column, limitedBy: scalars.endIndex)
        return (String(scalars[..<(cut ?? scalars.endIndex)]), String(scalars[(cut ?? scalars.endIndex)...]))
    }

    /// A media query that is a key, `(min-width: 60em): a.jpg`, and text within braces, `{ alt: Title: a thing }`.
    private func colon(_ line: Int, _ column: Int, _ isInBrackets: Bool) -> String? {
        let (before, rest) = halves(line, column)
        guard rest.hasPrefix(":") else { return nil }
        if let query = before.firstMatch(of: /\([^()]*: [^()]*\)$/) {
            return "text with a colon needs quotes: \"\(query.0)\": …"
        }
        let isText = before.contains(/\([\w-]+$/) || isInBrackets && before.contains(/:\s+[\w-]+$/)
        guard isText, let key = before.matches(of: /[\w-]+:\s+/).last else {
            return nil
        }
        let text = before[key.range.upperBound...] + rest
        let end = text.firstRange(of: /,\s*[\w-]+:\s|\s*[}\]]|\s*$/)?.lowerBound ?? text.endIndex
        return "text with a colon needs quotes: \(key.0)\"\(Self.escaped(String(text[..<end])))\""
    }

    /// The word before a colon, or what follows a bracket or a quote: `{ width: 640 height: 480 }`, `[a] b`.
    private func comma(_ line: Int, _ column: Int) -> String? {
        let (before, rest) = halves(line, column)
        if rest.hasPrefix(":") {
            guard let word = before.firstMatch(of: /(?:^|\s)([\w-]+)$/)?.1 else { return nil }
            return "a ',' is missing before '\(word)', or quotes around text with a colon"
        }
        return rest.prefixMatch(of: /[\w-]+|[{\["']/).map { "a ',' is missing before '\($0.0)'" }
    }

    private func tab(_ line: Int, _ column: Int) -> String? {
        let scalars = Array(lines[line].unicodeScalars)
        let isTab = scalars.indices.contains(column) && scalars[column] == "\t"
        let begins = lines[line].prefix { $0 == " " || $0 == "\t" }.contains("\t")
        return isTab || begins ? "indent with spaces, not with tabs" : nil
    }

    // MARK: - One line

    private static func advice(for line: String, isFaulty: Bool) -> String? {
        // A comment, or nothing.
        let bare = line.drop { $0.isWhitespace }
        guard let first = bare.first, first != "#" else { return nil }
        if line.contains(/[:,\[]\s+#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\b/) {
            return "'#' begins a comment: write a colour in quotes, such as \"#1d4ed8\""
        }
        // A host follows two slashes.
        if let pair = bare.wholeMatch(of: /((?:- +)*[a-z][a-z-]*):(?:[^\s:\/]|\/[^\/]).*/) {
            return "a space follows the colon: '\(pair.1): …'"
        }
        let (key, value) = keyAndValue(bare)
        if let advice = advice(for: value, of: key, isFaulty: isFaulty) { return advice }
        // Within braces: `{ name: {name}.{ext} }`, `{ path: *.jpg }`.
        if let found = value.firstMatch(
            of: /([\w-]+:\s+)((?:\{[\w.]+\}|\*)[^\s,"'{}\]]+(?:\{[\w.]+\}[^\s,"'{}\]]*)*)/)
        {
            return quotes(String(found.2), String(found.1))
        }
        return nil
    }

    /// What is wrong with a value as it stands.
    /// - Parameter isFaulty: Whether the mistake was noticed in its line. In others, aliases and escapes are right.
    private static func advice(for value: Substring, of key: String, isFaulty: Bool) -> String? {
        guard let first = value.first else { return nil }
        var text = value
        while text.last?.isWhitespace == true { text.removeLast() }
        switch first {
        case "*", "&", "@", "`", "%", "|", ">":
            // Blocks are YAML's, aliases and anchors with a plain name too.
            if "|>".contains(first), text.dropFirst().allSatisfy({ $0.isNumber || "+-".contains($0) }) {
                return nil
            }
            // An anchor, with or without its value behind it.
            if first == "&", text.dropFirst().first?.isWhitespace == false { return nil }
            if first == "*", !isFaulty, text.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber }) {
                return nil
            }
            return "text that begins with '\(first)' needs quotes: \(key)\"\(escaped(String(text)))\""
        case "{", "[":
            // Braces that end before the value does are meant as text.
            guard let end = closing(of: text), end < text.index(before: text.endIndex) else { return nil }
            let rest = text[text.index(after: end)...].drop { $0.isWhitespace }
            return rest.first == "#" || rest.first == "," ? nil : quotes(String(text), key)
        case "\"", "'":
            return quoted(text, by: first, key, isFaulty: isFaulty)
        default:
            // `alt: Title: a thing`; an address has no space behind its colon.
            guard let colon = text.firstRange(of: ": "),
                !text[..<colon.lowerBound].contains(where: { "{[\"'#".contains($0) })
            else { return nil }
            guard !key.isEmpty else { return nil }
            if let meant = CurlyQuotes.content(of: text) {
                return "curly quotes are letters to YAML: write \(key)\"\(escaped(meant))\""
            }
            let quoted = "text with a colon needs quotes: \(key)\"\(escaped(String(text)))\""
            let isKey = text[..<colon.lowerBound].allSatisfy { $0.isLowercase && $0.isASCII || $0 == "-" }
            return isKey ? "\(quoted); a mapping needs braces: \(key){ \(text) }" : quoted
        }
    }

    /// Text in quotes that goes on behind them, or in which a backslash means something.
    private static func quoted(
        _ text: Substring, by mark: Character, _ key: String, isFaulty: Bool
    ) -> String? {
        let inner = text.dropFirst()
        if mark == "\"", isFaulty, inner.contains("\\") {
            return "in double quotes '\\' begins an escape: write '/' between folders, or use single quotes"
        }
        guard let end = inner.firstIndex(of: mark), inner.index(after: end) < inner.endIndex else {
            return nil
        }
        let rest = inner[inner.index(after: end)...].drop { $0.isWhitespace }
        guard let next = rest.first, !"#,]}:".contains(next), next != mark else { return nil }
        if mark == "'" {
            let content = inner.hasSuffix("'") ? inner.dropLast() : inner
            return
                "a quote within quotes ends them: use the other kind: \(key)\"\(escaped(String(content)))\""
        }
        return "nothing may follow the closing quote: \(key)'\(text.replacing("'", with: "''"))'"
    }

    private static func quotes(_ text: String, _ key: String) -> String {
        "text with braces or '*' needs quotes: \(key)\"\(escaped(text))\""
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    /// `alt: ` and what follows it; without a key all is value.
    private static func keyAndValue(_ line: Substring) -> (key: String, value: Substring) {
        var rest = line
        while rest.hasPrefix("- ") { rest = rest.dropFirst(2).drop { $0 == " " } }
        guard let found = rest.prefixMatch(of: /("[^"]*"|'[^']*'|[\w-]+):(?:\s+|$)/) else {
            return ("", rest)
        }
        return (found.1 + ": ", rest[found.range.upperBound...])
    }

    /// The bracket that closes the one with which a text begins.
    private static func closing(of text: Substring) -> Substring.Index? {
        var depth = 0
        var quote: Character?
        for index in text.indices {
            let character = text[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if "{[".contains(character) {
                depth += 1
            } else if "}]".contains(character) {
                depth -= 1
                if depth == 0 { return index }
            }
        }
        return nil
    }

    // MARK: - Several lines

    /// Whether as many brackets close as open, from a line on to some later one.
    private func isClosed(from start: Int) -> Bool {
        guard lines.indices.contains(start) else { return false }
        let text = lines[start...].joined(separator: "\n")
        guard let open = text.firstIndex(where: { "{[".contains($0) }) else { return false }
        return Self.closing(of: text[open...]) != nil
    }

    /// A bracket or a quote of a line that is open at its end.
    private func unclosed(from start: Int) -> String? {
        guard lines.indices.contains(start) else { return nil }
        let line = lines[start]
        guard !line.drop(while: \.isWhitespace).hasPrefix("#") else { return nil }
        var open: [Character] = []
        var quote: Character?
        for character in line {
            if let mark = quote {
                if character == mark { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "{" || character == "[" {
                open.append(character == "{" ? "}" : "]")
            } else if character == open.last {
                open.removeLast()
            }
        }
        if let quote { return "a closing \(quote == "'" ? "'" : "\"") is missing in line \(start + 1)" }
        return open.last.map { "a '\($0)' is missing in line \(start + 1)" }
    }

    /// A key that begins in another column than its neighbours.
    private func indentation(_ line: Int) -> String? {
        guard line > 0 else { return nil }
        let above = lines[..<line].last {
            !$0.allSatisfy(\.isWhitespace) && !$0.drop(while: \.isWhitespace).hasPrefix("#")
        }
        guard let above, lines[line].contains(/^\s*(- +)?[\w-]+:(\s|$)/) else { return nil }
        // The keys of an entry begin behind its dash.
        let wanted = above.prefix { $0 == " " || $0 == "-" }.count
        let found = lines[line].prefix { $0 == " " || $0 == "-" }.count
        guard found != wanted else { return nil }
        return
            "keys that belong together begin in one column: this one in column \(found + 1), that above in column \(wanted + 1)"
    }
}
