import AlcedoBase
import AlcedoMarkup

extension Value {
    /// Reads a mapping of media queries.
    ///
    /// - Parameters:
    ///   - what: What the queries lead to, such as `pictures`.
    ///   - noun: What one query leads to, for messages.
    func mediaConditions<Item>(_ what: String, _ noun: String, _ read: (String, Value) -> Item?) -> [Item]? {
        guard let pairs = node.mapping else {
            mustBe("a mapping of media queries to \(what)")
            return nil
        }
        return pairs.compactMap { pair in
            guard let condition = pair.key.text?.trimmingSpace() else { return nil }
            guard !condition.isEmpty else {
                problems.error("\(name) has an empty media query", at: pair.key.location)
                return nil
            }
            let shown = YAMLNode.excerpt(condition)
            // Browsers ignore what is not a media query.
            if condition.contains(":"), !condition.contains("(") {
                problems.error(
                    "the media query '\(shown)' in \(name) lacks parentheses; write \"(\(shown))\"",
                    at: pair.key.location)
            } else {
                for fault in MediaSyntax.faults(in: condition) {
                    problems.error(
                        "the media query '\(shown)' in \(name) \(fault.reason)",
                        at: pair.key.location(ofCharacter: fault.offset, of: condition))
                }
            }
            return read(condition, Value(pair.value, "\(noun) for '\(shown)'", problems))
        }
    }

    /// Reads `media` of a source: other pictures, `{ "(prefers-color-scheme: dark)": "{dir}/{name}~dark.{ext}" }`, and
    /// other variants instead of some, `{ "(max-width: 40em)": { hero: square } }`.
    func media(_ known: VariantNames) -> (
        pictures: [MediaTemplate], variants: [String: [Variant.Alternative]]
    )? {
        var variants: [String: [Variant.Alternative]] = [:]
        let pictures = mediaConditions("pictures", "the picture") { condition, value -> MediaTemplate? in
            for pair in value.node.mapping ?? [] {
                guard let shown = pair.key.text?.precomposed else { continue }
                let other = Value(
                    pair.value, "'media' for '\(YAMLNode.excerpt(condition))'", value.problems)
                other.check(variant: shown, at: pair.key.location, known)
                guard let name = other.nonEmptyText("the name of a variant")?.precomposed else { continue }
                other.check(variant: name, insteadOf: shown, at: other.location, known)
                variants[shown, default: []].append(
                    Variant.Alternative(condition: condition, variant: name))
            }
            guard value.node.mapping == nil, let text = value.textWithoutVariables("a path") else {
                return nil
            }
            do {
                return try MediaTemplate(condition: condition, text: text, location: value.location)
            } catch {
                problems.error("\(value.name): \(error)", at: value.location)
                return nil
            }
        }
        return pictures.map { ($0, variants) }
    }

    /// Reports a name that is not that of another variant.
    func check(
        variant: String, insteadOf own: String? = nil, at place: Diagnostic.Location, _ known: VariantNames
    ) {
        if variant == own {
            problems.error(
                "variant '\(YAMLNode.excerpt(variant))' names itself in \(name); name another variant, or leave it out",
                at: place)
        } else if known.inline.contains(variant) {
            problems.error(
                "variant '\(YAMLNode.excerpt(variant))' in \(name) is 'inline' and has no files for pages to choose from; name a "
                    + "variant with files",
                at: place)
        } else if !known.contains(variant) {
            let isPath = variant.contains { "/.".contains($0) }
            let advice =
                isPath
                ? "another picture belongs in 'media' of a source" : known.advice(on: variant, several: nil)
            problems.error(
                "unknown variant '\(YAMLNode.excerpt(variant))' in \(name)"
                    + (advice.map { "; " + $0 } ?? ""),
                at: place)
        }
    }

    /// Reads `media` of a variant: `{ "(max-width: 40em)": square }`.
    ///
    /// - Parameters:
    ///   - own: The name of the variant.
    ///   - known: The names of all variants.
    func alternatives(to own: String, _ known: VariantNames) -> [Variant.Alternative] {
        let all = mediaConditions("variants", "'media'") { condition, value -> Variant.Alternative? in
            guard let variant = value.nonEmptyText("the name of a variant")?.precomposed else { return nil }
            value.check(variant: variant, insteadOf: own, at: value.location, known)
            return Variant.Alternative(condition: condition, variant: variant)
        }
        return all ?? []
    }
}

extension YAMLNode {
    /// Returns the place of a character of a text that stands in one line.
    func location(ofCharacter offset: Int, of trimmed: String) -> Diagnostic.Location {
        var place = location
        guard case .scalar(let text, let style, _) = content, place.line > 0,
            let start = text.firstRange(of: trimmed)?.lowerBound
        else { return place }
        place.column += text.distance(from: text.startIndex, to: start) + offset + (style == .quoted ? 1 : 0)
        return place
    }
}
