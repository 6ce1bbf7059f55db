import AlcedoBase
import AlcedoRecipes

/// Reassembles values that YAML has split.
///
/// Within braces, `formats: webp, jpeg` is one key with a value and another without, and keys that are not indented
/// below `gallery:` become its siblings. Each mistake is reported once and then read as intended.
struct ScatteredValues {
    /// The mapping, as in `MappingReader.place`.
    let place: String
    /// Whether a key is valid in the mapping.
    let isKnown: (YAMLPair) -> Bool
    /// Whether a key takes a mapping.
    let takesMapping: (String) -> Bool
    let problems: Problems

    func gathered(_ pairs: [YAMLPair]) -> [YAMLPair] {
        guard pairs.contains(where: \.value.isMissing) else { return pairs }
        var result: [YAMLPair] = []
        var rest = pairs[...]
        while let pair = rest.popFirst() {
            let items = rest.prefix { isItem($0, of: pair) }
            let below = rest.prefix { isBelow($0, pair) }
            rest = rest.dropFirst(items.count + below.count)
            if !items.isEmpty {
                result.append(YAMLPair(key: pair.key, value: joined(pair, items.map(\.key))))
            } else if let first = below.first {
                let names = below.compactMap(\.key.text).map(YAMLNode.excerpt).joined(separator: ", ")
                problems.errorOnce(
                    "'\(YAMLNode.excerpt(pair.key.text ?? ""))' has nothing below it; indent what belongs to it: \(names)",
                    at: first.key.location)
                result.append(
                    YAMLPair(key: pair.key, value: YAMLNode(.mapping(Array(below)), at: first.key.location)))
            } else {
                result.append(pair)
            }
        }
        return result
    }

    // A key without a value, on the line of the value before it, is within braces.
    private func isItem(_ stray: YAMLPair, of pair: YAMLPair) -> Bool {
        guard stray.value.isMissing, let name = stray.key.text, pair.value.scalar != nil, !pair.value.isNull,
            stray.key.location.line == pair.value.location.line
        else { return false }
        let isFormat = pair.key.text == "formats" && OutputFormat(rawValue: name) != nil
        return isFormat || !isKnown(stray)
    }

    private func isBelow(_ stray: YAMLPair, _ pair: YAMLPair) -> Bool {
        guard pair.value.isMissing, let name = pair.key.text, takesMapping(name), !isKnown(stray) else {
            return false
        }
        let (place, above) = (stray.key.location, pair.key.location)
        return place.line > above.line && place.column == above.column
    }

    private func joined(_ pair: YAMLPair, _ others: [YAMLNode]) -> YAMLNode {
        let items = [pair.value] + others
        let key = pair.key.text ?? ""
        let written = items.compactMap(\.text).joined(separator: ", ")
        let text = CurlyQuotes.content(of: written) ?? written
        let isList = KeyExample.isList(key, in: place) || items.allSatisfy { Double($0.text ?? "") != nil }
        // A URL may contain a credential.
        let shown = key == "url" ? "…" : YAMLNode.excerpt(text)
        problems.errorOnce(
            "'\(key)'\(place.isEmpty ? "" : " in \(place)") ends at its comma within braces; write '\(key): "
                + (isList ? "[\(shown)]'" : "\"\(shown)\"'"), at: pair.value.location)
        let content: YAMLNode.Content =
            isList ? .sequence(items) : .scalar(text: text, style: .quoted, value: .string(text))
        return YAMLNode(content, at: pair.value.location)
    }
}
