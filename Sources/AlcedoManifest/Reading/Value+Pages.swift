import AlcedoBase
import AlcedoMarkup

extension Value {
    /// Reads `html`: selectors, each with the variant of the elements, or `off`.
    func pageRules(_ variants: VariantNames) -> [Manifest.PageRule] {
        guard let pairs = node.mapping else {
            mustBe("a mapping of selectors to variants", advice: "such as 'html: { article img: hero }'")
            return []
        }
        return pairs.compactMap { pair in
            guard let selector = pair.key.text else {
                problems.error(
                    "a key in \(name) must be a selector, not \(pair.key.summary)", at: pair.key.location)
                return nil
            }
            let shown = YAMLNode.excerpt(selector)
            let value = Value(
                pair.value, "'\(shown)' in \(name)", keyLocation: pair.key.location, problems)
            let variant = value.ruleChoice(variants)
            do throws(ElementSelector.Fault) {
                // Checked even if the variant is unknown.
                _ = try ElementSelector(selector)
                return variant.map { Manifest.PageRule(selector: selector, variant: $0) }
            } catch {
                problems.error("the selector '\(shown)' in \(name) \(error.reason)", at: pair.key.location)
                return nil
            }
        }
    }

    /// Reads the name of a variant, or `off`.
    private func ruleChoice(_ variants: VariantNames) -> String? {
        if node.text == "off" { return "off" }
        let isFalse = node.scalar == .bool(false)
        guard node.sequence == nil, let text = isFalse ? "false" : node.text,
            !variants.contains(text.precomposed),
            isFalse || ["false", "none", "no"].contains(text.lowercased())
                || Suggestion.closest(to: text, among: ["off"]) != nil
        else { return variantName(variants) }
        problems.error(
            "unknown variant '\(YAMLNode.excerpt(text))' in \(name); did you mean 'off', which leaves the elements as they are?",
            at: location)
        return nil
    }

    /// Reads the name of one variant.
    func variantName(_ known: VariantNames) -> String? {
        guard node.sequence == nil else {
            mustBe("the name of a variant")
            return nil
        }
        return variantNames(known)?.first
    }
}
