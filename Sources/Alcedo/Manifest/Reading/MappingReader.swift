import AlcedoBase

/// Reads a mapping key by key, and reports the keys that nobody knows.
struct MappingReader {
    /// What the mapping is, for errors: `variant 'thumb'`; nothing at the top.
    let place: String
    let location: SourceLocation
    let problems: Problems
    private let pairs: [YAMLPair]

    /// - Parameters:
    ///   - known: The keys that may stand here.
    ///   - elsewhere: A sentence for keys that belong somewhere else.
    /// - Returns: `nil`, and a problem, where the node is no mapping.
    init?(
        _ node: YAMLNode, _ place: String, known: [String], elsewhere: (String) -> String? = { _ in nil },
        _ problems: Problems
    ) {
        guard let pairs = node.mapping else {
            let what = place.isEmpty ? "the manifest" : place
            problems.error(
                "\(what) must be a mapping of keys to values, not \(node.summary)", at: node.location)
            return nil
        }
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
                let list = known.count <= 12 ? "; known are \(known.joined(separator: ", "))" : ""
                problems.errorOnce("unknown key '\(shown)'\(inPlace)\(list)", at: pair.key.location)
            }
        }
    }

    /// What a key must have been meant for: `width:320` without its space, or the second of several numbers.
    private static func advice(_ key: String, _ known: [String]) -> String? {
        if let colon = key.firstIndex(of: ":"), known.contains(String(key[..<colon])) {
            let value = String(key[key.index(after: colon)...]).trimmingSpace()
            return "a space follows the colon: '\(key[..<colon]): \(YAMLNode.excerpt(value))'"
        }
        return Double(key) == nil ? nil : "several numbers are a list in brackets, such as [320, 640]"
    }

    private var inPlace: String { place.isEmpty ? "" : " in \(place)" }

    /// The value of a key, ready to be read as something.
    subscript(key: String) -> Value? {
        guard let pair = pairs.first(where: { $0.key.text == key }) else { return nil }
        return Value(pair.value, "'\(key)'\(inPlace)", keyLocation: pair.key.location, problems)
    }

    /// The place of a key.
    func location(of key: String) -> SourceLocation? {
        pairs.first { $0.key.text == key }?.key.location
    }

    /// Reports a key that has to be there.
    func missing(_ key: String, _ advice: String) {
        problems.error("missing key '\(key)'\(inPlace); \(advice)", at: location)
    }
}
