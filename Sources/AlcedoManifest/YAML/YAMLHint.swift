import AlcedoBase

/// Suggests what to write instead of invalid YAML, if the line shows the mistake.
///
/// libyaml's own messages come from its scanner ("did not find expected key") and often point one line too far.
struct YAMLHint {
    private let lines: [String]

    /// - Parameter text: The whole file.
    init(_ text: YAMLText) {
        lines = String(decoding: text.bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).map(String.init)
    }

    /// Returns advice on a mistake, or `nil` if no known mistake is found.
    ///
    /// - Parameters:
    ///   - line: The line of the error, from 0.
    ///   - column: The column of the error, from 0, in scalars.
    ///   - start: The line at which the unreadable value starts, from 0.
    ///   - isInBrackets: Whether the error is within braces or brackets, where an item should have ended.
    func advice(line: Int, column: Int, start: Int, isInBrackets: Bool) -> String? {
        // A missing end is detected after the last line.
        let line = min(line, lines.count - 1)
        if let advice = tab(line, column) ?? colon(line, column, isInBrackets) { return advice }
        // Check the line of the error, the line above, and the start. Lines in between are usually correct.
        let above = lines[..<line].lastIndex { !$0.allSatisfy(\.isWhitespace) }
        for number in [line, above, min(start, line)].compactMap(\.self) {
            if let advice = Self.advice(for: lines[number], isFaulty: number == line) { return advice }
        }
        if isInBrackets, isClosed(from: start), let advice = comma(line, column) { return advice }
        return unclosed(from: start) ?? (isInBrackets ? nil : indentation(line))
    }

    // MARK: - One place

    /// Returns the parts of a line before and after a column.
    private func halves(_ line: Int, _ column: Int) -> (before: String, rest: String) {
        let scalars = lines[line].unicodeScalars
        let cut = scalars.index(scalars.startIndex, offsetBy: column, limitedBy: scalars.endIndex)
        return (String(scalars[..<(cut ?? scalars.endIndex)]), String(scalars[(cut ?? scalars.endIndex)...]))
    }

    /// Detects a media query as a key, `(min-width: 60em): a.jpg`, and text within braces, `{ alt: Title: a thing }`.
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

    /// Detects a missing comma before a key or after a bracket or quote: `{ width: 640 height: 480 }`, `[a] b`.
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
        // A comment or an empty line.
        let bare = line.drop { $0.isWhitespace }
        guard let first = bare.first, first != "#" else { return nil }
        if line.contains(/[:,\[]\s+#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\b/) {
            return "'#' begins a comment: write a colour in quotes, such as \"#1d4ed8\""
        }
        // The colon of a URL is followed by two slashes.
        if let pair = bare.wholeMatch(of: /((?:- +)*[a-z][a-z-]*):(?:[^\s:\/]|\/[^\/]).*/) {
            return "put a space after the colon: '\(pair.1): …'"
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

    /// Returns advice on a value by itself.
    /// - Parameter isFaulty: Whether the error is in this line. In other lines, aliases and escapes are valid.
    private static func advice(for value: Substring, of key: String, isFaulty: Bool) -> String? {
        guard let first = value.first else { return nil }
        var text = value
        while text.last?.isWhitespace == true { text.removeLast() }
        switch first {
        case "*", "&", "@", "`", "%", "|", ">":
            // Block markers are valid YAML, as are aliases and anchors with a plain name.
            if "|>".contains(first), text.dropFirst().allSatisfy({ $0.isNumber || "+-".contains($0) }) {
                return nil
            }
            // An anchor, with or without a value after it.
            if first == "&", text.dropFirst().first?.isWhitespace == false { return nil }
            if first == "*", !isFaulty, text.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber }) {
                return nil
            }
            return "text that begins with '\(first)' needs quotes: \(key)\"\(escaped(String(text)))\""
        case "{", "[":
            // Braces that end before the value does are intended as text.
            guard let end = closing(of: text), end < text.index(before: text.endIndex) else { return nil }
            let rest = text[text.index(after: end)...].drop { $0.isWhitespace }
            return rest.first == "#" || rest.first == "," ? nil : quotes(String(text), key)
        case "\"", "'":
            return quoted(text, by: first, key, isFaulty: isFaulty)
        default:
            // `alt: Title: a thing`; a URL has no space after its colon.
            guard let colon = text.firstRange(of: ": "),
                !text[..<colon.lowerBound].contains(where: { "{[\"'#".contains($0) })
            else { return nil }
            guard !key.isEmpty else { return nil }
            if let meant = CurlyQuotes.content(of: text) {
                return "YAML reads curly quotes as letters: write \(key)\"\(escaped(meant))\""
            }
            let quoted = "text with a colon needs quotes: \(key)\"\(escaped(String(text)))\""
            let isKey = text[..<colon.lowerBound].allSatisfy { $0.isLowercase && $0.isASCII || $0 == "-" }
            return isKey ? "\(quoted); a mapping needs braces: \(key){ \(text) }" : quoted
        }
    }

    /// Detects text after a closing quote, and backslashes that start an escape.
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
                "a quote within quotes ends the text: use the other kind: \(key)\"\(escaped(String(content)))\""
        }
        return "nothing may follow the closing quote: \(key)'\(text.replacing("'", with: "''"))'"
    }

    private static func quotes(_ text: String, _ key: String) -> String {
        "text with braces or '*' needs quotes: \(key)\"\(escaped(text))\""
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    /// Returns a key such as `alt: ` and its value; without a key, the whole line is the value.
    private static func keyAndValue(_ line: Substring) -> (key: String, value: Substring) {
        var rest = line
        while rest.hasPrefix("- ") { rest = rest.dropFirst(2).drop { $0 == " " } }
        guard let found = rest.prefixMatch(of: /("[^"]*"|'[^']*'|[\w-]+):(?:\s+|$)/) else {
            return ("", rest)
        }
        return (found.1 + ": ", rest[found.range.upperBound...])
    }

    /// Returns the bracket that closes the bracket at the start of a text.
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

    /// Returns whether the first bracket from a line on is closed, there or on a later line.
    private func isClosed(from start: Int) -> Bool {
        guard lines.indices.contains(start) else { return false }
        let text = lines[start...].joined(separator: "\n")
        guard let open = text.firstIndex(where: { "{[".contains($0) }) else { return false }
        return Self.closing(of: text[open...]) != nil
    }

    /// Detects a bracket or a quote that is still open at the end of a line.
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

    /// Detects a key in another column than its neighbors.
    private func indentation(_ line: Int) -> String? {
        guard line > 0 else { return nil }
        let above = lines[..<line].last {
            !$0.allSatisfy(\.isWhitespace) && !$0.drop(while: \.isWhitespace).hasPrefix("#")
        }
        guard let above, lines[line].contains(/^\s*(- +)?[\w-]+:(\s|$)/) else { return nil }
        // The keys of an entry start after its dash.
        let wanted = above.prefix { $0 == " " || $0 == "-" }.count
        let found = lines[line].prefix { $0 == " " || $0 == "-" }.count
        guard found != wanted else { return nil }
        return
            "keys of one mapping begin in the same column: this key begins in column \(found + 1), the key above in column \(wanted + 1)"
    }
}
