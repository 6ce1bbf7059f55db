import AlcedoBase
import AlcedoMarkup

/// Reads a mapping key by key and reports unknown keys.
struct MappingReader {
    /// The name of the mapping in errors, such as `variant 'thumb'`; empty at the top level.
    let place: String
    let location: Diagnostic.Location
    let problems: Problems
    private let pairs: [YAMLPair]

    /// - Parameters:
    ///   - known: The keys that are valid here.
    ///   - elsewhere: Returns advice for keys that belong somewhere else.
    /// - Returns: `nil`, after reporting a problem, if the node is not a mapping.
    init?(
        _ node: YAMLNode, _ place: String, known: [String], elsewhere: (String) -> String? = { _ in nil },
        _ problems: Problems
    ) {
        guard let written = node.mapping else {
            let what = place.isEmpty ? "the manifest" : place
            let advice = Self.advice(for: node, place, known).map { "; " + $0 } ?? ""
            problems.error(
                "\(what) must be a mapping of keys to values, not \(node.summary)\(advice)", at: node.location
            )
            return nil
        }
        let pairs = ScatteredValues(
            place: place,
            isKnown: { pair in
                guard let key = pair.key.text else { return true }
                return known.contains(key) || Suggestion.closest(to: key, among: known) != nil
            },
            takesMapping: { KeyExample.isMapping($0, in: place) }, problems: problems
        ).gathered(written)
        self.place = place
        self.location = node.location
        self.problems = problems
        self.pairs = pairs
        for pair in pairs {
            guard let key = pair.key.text, !known.contains(key) else { continue }
            let shown = YAMLNode.excerpt(key)
            if let advice = Self.advice(key, known) {
                problems.errorOnce("unknown key '\(shown)'\(inPlace); \(advice)", at: pair.key.location)
            } else if let reason = elsewhere(key) {
                problems.errorOnce("unknown key '\(shown)'\(inPlace); \(reason)", at: pair.key.location)
            } else if let close = Suggestion.closest(to: key, among: known) {
                problems.errorOnce(
                    "unknown key '\(shown)'\(inPlace); did you mean '\(close)'?", at: pair.key.location)
            } else {
                let list = known.count <= 12 ? "; expected \(known.joined(separator: ", "))" : ""
                problems.errorOnce("unknown key '\(shown)'\(inPlace)\(list)", at: pair.key.location)
            }
        }
    }

    /// Returns advice for a key that is probably the second of several numbers, or `width:320` without its space.
    private static func advice(_ key: String, _ known: [String]) -> String? {
        if Double(key) != nil { return "write several numbers as a list in brackets, such as [320, 640]" }
        return spaced(key, known).map { "put a space after the colon: '\($0)'" }
    }

    private static func advice(for node: YAMLNode, _ place: String, _ known: [String]) -> String? {
        if node.isNull, let key = known.first {
            return "write keys below it, such as '\(key)'" + (place.hasPrefix("'") ? ", or leave it out" : "")
        }
        return node.text.flatMap { advice($0, known) }
    }

    /// Returns `width: 320` for `width:320`, and for `width:320 height:200`, which YAML makes of lines without spaces.
    static func spaced(_ text: String, _ known: [String]) -> String? {
        func key(_ word: Substring) -> Substring? {
            guard let colon = word.firstIndex(of: ":") else { return nil }
            return known.contains(String(word[..<colon])) ? word[..<colon] : nil
        }
        let words = text.split(separator: " ")
        guard let first = words.first, let name = key(first) else { return nil }
        let others = words.dropFirst().prefix { key($0) == nil }
        let value = ([first.dropFirst(name.count + 1)] + others).joined(separator: " ").trimmingSpace()
        return "\(name): \(YAMLNode.excerpt(value))"
    }

    private var inPlace: String { place.isEmpty ? "" : " in \(place)" }

    subscript(key: String) -> Value? {
        guard let pair = pairs.first(where: { $0.key.text == key }) else { return nil }
        var value = Value(pair.value, "'\(key)'\(inPlace)", keyLocation: pair.key.location, problems)
        value.key = key
        value.example = KeyExample.line(key, in: place)
        return value
    }

    func location(of key: String) -> Diagnostic.Location? {
        pairs.first { $0.key.text == key }?.key.location
    }

    /// Reports a missing key.
    func missing(_ key: String, _ advice: String) {
        problems.error("missing key '\(key)'\(inPlace); \(advice)", at: location)
    }
}
