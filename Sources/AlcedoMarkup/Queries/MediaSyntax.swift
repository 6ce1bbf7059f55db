/// The syntax of media queries (Media Queries Level 5), as far as mistakes in it are certain. Browsers ignore a query with a
/// mistake without a word, and the picture for it is never shown.
package struct MediaSyntax {
    /// A mistake in a media query, or in `sizes`.
    package struct Fault: Hashable, Sendable {
        /// What is wrong, after "the media query …".
        package var reason: String
        /// The number of characters before it.
        package var offset: Int
    }

    /// Bytes of the longest text that is read, in UTF-8. A longer one is not written by hand.
    static let maxLength = 2000

    private let text: [Character]
    private var faults: [Fault] = []

    /// Returns the mistakes in a list of queries, in order. A text that is too long is not read.
    package static func faults(in condition: String) -> [Fault] {
        guard condition.utf8.count <= maxLength else { return [] }
        return faults(in: condition, mayHaveType: true)
    }

    /// - Parameter mayHaveType: Whether it may have types of media, such as `print`, beside conditions in parentheses.
    static func faults(in condition: String, mayHaveType: Bool) -> [Fault] {
        var syntax = MediaSyntax(text: Array(condition))
        guard syntax.hasBalance() else { return syntax.faults }
        syntax.read(syntax.text.startIndex..<syntax.text.endIndex, mayHaveType: mayHaveType)
        return syntax.faults
    }

    /// Returns the first parenthesis without its counterpart.
    static func imbalance(of text: String) -> Fault? {
        var syntax = MediaSyntax(text: Array(text))
        return syntax.hasBalance() ? nil : syntax.faults.first
    }

    private init(text: [Character]) { self.text = text }

    private mutating func add(_ reason: String, at offset: Int) {
        faults.append(Fault(reason: reason, offset: offset))
    }

    // MARK: Structure

    private mutating func hasBalance() -> Bool {
        var open: [Int] = []
        for (place, character) in text.enumerated() {
            if character == "(" { open.append(place) }
            guard character == ")" else { continue }
            guard open.popLast() != nil else {
                add("has a ')' without a '('", at: place)
                return false
            }
        }
        if let first = open.first { add("has a '(' without a ')'", at: first) }
        return open.isEmpty
    }

    /// Reads words and parentheses; those that hold others are read in turn.
    private mutating func read(_ range: Range<Int>, mayHaveType: Bool) {
        var place = range.lowerBound
        while place < range.upperBound {
            let character = text[place]
            if character == "(" {
                let end = end(of: place)
                readParentheses(place + 1..<end)
                place = end + 1
            } else if character.isWhitespace || character == "," {
                place += 1
            } else {
                let word = text[place..<range.upperBound].prefix { !$0.isWhitespace && !"(),".contains($0) }
                // A stray sign is the browser's business.
                guard !word.isEmpty else {
                    place += 1
                    continue
                }
                let isFunction = word.endIndex < range.upperBound && text[word.endIndex] == "("
                read(word: String(word).lowercased(), isFunction: isFunction, mayHaveType, at: place)
                place = word.endIndex
            }
        }
    }

    private func end(of place: Int) -> Int {
        var depth = 0
        for end in place..<text.endIndex {
            if text[end] == "(" { depth += 1 }
            if text[end] == ")" { depth -= 1 }
            if depth == 0 { return end }
        }
        return text.endIndex
    }

    private mutating func read(word: String, isFunction: Bool, _ mayHaveType: Bool, at place: Int) {
        if Self.operators.contains(word) {
            if isFunction { add("lacks a space after '\(word)'", at: place) }
            return
        }
        // `selector(…)`, and what later levels may bring.
        guard !isFunction else { return }
        let known = Self.operators + (mayHaveType ? Self.types : [])
        guard !known.contains(word) else { return }
        // A feature without its parentheses.
        if Self.ranges.union(Self.values.keys).contains(Self.withoutPrefix(word)) {
            return add("lacks parentheses around '\(word)'", at: place)
        }
        let what = mayHaveType ? "which is no type of media" : "where only conditions in parentheses may be"
        add("has '\(word)', \(what)\(Self.advice(word, known))", at: place)
    }

    private mutating func readParentheses(_ range: Range<Int>) {
        let start = range.first { !text[$0].isWhitespace } ?? range.lowerBound
        let inner = text[start..<range.upperBound]
        let word = inner.prefix { $0.isLetter || $0 == "-" }
        let isNested = inner.first == "(" || String(word).lowercased() == "not" && inner.contains("(")
        if isNested {
            read(range, mayHaveType: false)
        } else {
            readFeature(String(String(inner)[...].trimmed), at: start)
        }
    }

    // MARK: Features

    private mutating func readFeature(_ written: String, at place: Int) {
        guard !written.isEmpty else { return add("has nothing between '(' and ')'", at: place) }
        let parts = written.split(omittingEmptySubsequences: false) { "<>=".contains($0) }
            .map { String($0.trimmed) }.filter { !$0.isEmpty }
        if parts.count > 1 || written.contains(where: { "<>=".contains($0) }) {
            let names = parts.filter { $0.first?.isLetter == true && !$0.contains("(") }
            guard let name = names.first, names.count == 1 else { return }
            check(name: name.lowercased(), isRange: true, at: place)
            for part in parts where part != name { check(value: part, of: name.lowercased(), at: place) }
            return
        }
        let sides = written.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0.trimmed) }
        let name = sides[0].lowercased()
        if let space = name.firstIndex(where: \.isWhitespace), sides.count == 1 {
            let first = name[..<space]
            return add(
                "lacks a colon; write '(\(first): \(name[space...].trimmed))'", at: place)
        }
        guard check(name: name, isRange: false, at: place) else { return }
        if sides.count == 1 {
            if Self.withoutPrefix(name) != name { add("has '\(name)' without a value", at: place) }
        } else if sides[1].isEmpty {
            add("has '\(name):' without a value", at: place)
        } else {
            check(value: sides[1], of: Self.withoutPrefix(name), at: place)
        }
    }

    @discardableResult
    private mutating func check(name: String, isRange: Bool, at place: Int) -> Bool {
        // A browser's own.
        if name.hasPrefix("-") { return true }
        let plain = Self.withoutPrefix(name)
        if Self.ranges.contains(plain), !isRange || plain == name { return true }
        if Self.values[name] != nil, !isRange { return true }
        let all = Self.ranges.flatMap { [$0, "min-" + $0, "max-" + $0] } + Self.values.keys
        add("has '\(name)', which is no media feature\(Self.advice(name, all.sorted()))", at: place)
        return false
    }

    private mutating func check(value: String, of name: String, at place: Int) {
        if let words = Self.values[name], !words.isEmpty {
            guard !words.contains(value.lowercased()) else { return }
            return add(
                "has '\(value)' for '\(name)'\(Self.advice(value, words)): it is \(words.joined(separator: " or "))",
                at: place)
        }
        if Self.lengths.contains(name), let number = Double(value), number != 0 {
            add("has '\(value)' for '\(name)' without a unit; write '\(value)px'", at: place)
        }
    }

    private static func advice(_ word: String, _ known: [String]) -> String {
        Suggestion.closest(to: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
    }

    private static func withoutPrefix(_ name: String) -> String {
        ["min-", "max-"].contains { name.hasPrefix($0) } ? String(name.dropFirst(4)) : name
    }

    // MARK: Names

    private static let operators = ["and", "or", "not", "only"]

    private static let types = [
        "all", "screen", "print", "speech",
        // Deprecated: valid, and never true.
        "aural", "braille", "embossed", "handheld", "projection", "tty", "tv",
    ]

    private static let lengths: Set<String> = ["width", "height", "device-width", "device-height"]

    /// Features with `min-` and `max-`.
    private static let ranges = lengths.union([
        "aspect-ratio", "device-aspect-ratio", "resolution", "color", "color-index", "monochrome",
        "horizontal-viewport-segments", "vertical-viewport-segments",
    ])

    /// All other features with their values; none for any.
    private static let values: [String: [String]] = [
        "any-hover": ["none", "hover"], "any-pointer": ["none", "coarse", "fine"],
        "color-gamut": ["srgb", "p3", "rec2020"], "device-posture": ["continuous", "folded"],
        "display-mode": [], "dynamic-range": ["standard", "high"], "environment-blending": [],
        "forced-colors": ["none", "active"], "grid": ["0", "1"], "hover": ["none", "hover"],
        "inverted-colors": ["none", "inverted"], "nav-controls": ["none", "back"],
        "orientation": ["portrait", "landscape"], "overflow-block": ["none", "scroll", "paged"],
        "overflow-inline": ["none", "scroll"], "pointer": ["none", "coarse", "fine"],
        "prefers-color-scheme": ["light", "dark"],
        "prefers-contrast": ["no-preference", "more", "less", "custom"],
        "prefers-reduced-data": ["no-preference", "reduce"],
        "prefers-reduced-motion": ["no-preference", "reduce"],
        "prefers-reduced-transparency": ["no-preference", "reduce"],
        "scan": ["interlace", "progressive"], "scripting": ["none", "initial-only", "enabled"], "shape": [],
        "update": ["none", "slow", "fast"], "video-color-gamut": ["srgb", "p3", "rec2020"],
        "video-dynamic-range": ["standard", "high"],
    ]
}
