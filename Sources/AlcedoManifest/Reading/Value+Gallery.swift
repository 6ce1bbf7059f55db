import AlcedoBase
import AlcedoLoading

extension GallerySettings {
    static let keys = ["title", "description", "language", "site", "order", "variant", "card", "words"]
    static let wordKeys = GallerySettings.Word.allCases.map(\.rawValue) + ["months"]

    /// Reads `gallery`.
    /// - Parameter variants: The names of the manifest's variants.
    init?(_ value: Value, variants: VariantNames) {
        self.init()
        guard let mapping = MappingReader(value.node, "'gallery'", known: Self.keys, value.problems) else {
            return nil
        }
        title = mapping["title"]?.textWithoutVariables()
        description = mapping["description"]?.textWithoutVariables()
        language = mapping["language"]?.languageTag()
        site = mapping["site"]?.siteAddress()
        order = mapping["order"]?.choice(synonyms: [
            "index": .manifest, "name": .title, "date": .oldest, "ascending": .oldest, "descending": .newest,
        ])
        variant = mapping["variant"]?.variantName(variants)
        card = mapping["card"]?.variantName(variants)
        if let value = mapping["words"] { readWords(value) }
    }

    private mutating func readWords(_ value: Value) {
        let place = "'words' in 'gallery'"
        guard let mapping = MappingReader(value.node, place, known: Self.wordKeys, value.problems) else {
            return
        }
        for word in GallerySettings.Word.allCases {
            guard let value = mapping[word.rawValue], let text = value.textWithoutVariables(),
                value.hasPlaceholders(word.placeholders, text)
            else { continue }
            words[word] = text
        }
        guard let value = mapping["months"],
            let names = value.list({ $0.nonEmptyText("the name of a month") })
        else { return }
        guard value.node.sequence?.count == 12 else {
            return value.fault(
                "has \(Figures.counted(names.count, "name")); give all twelve, as written in a date")
        }
        months = names.map(\.value)
    }
}

extension Value {
    fileprivate func languageTag() -> String? {
        guard let text = textWithoutVariables("a language such as en or pt-BR") else { return nil }
        if LanguageTag.isValid(text) { return text }
        mustBe("a language such as en or pt-BR")
        return nil
    }

    /// Reads the absolute URL of a site.
    fileprivate func siteAddress() -> String? {
        guard let text = textWithoutVariables("an address such as https://example.org/photos") else {
            return nil
        }
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://") else {
            mustBe("an address such as https://example.org/photos")
            return nil
        }
        if let reason = AddressRules.fault(in: text) {
            fault(reason)
            return nil
        }
        return text
    }

    /// Returns whether a text contains each of these names in braces, and no other braces.
    fileprivate func hasPlaceholders(_ names: [String], _ text: String) -> Bool {
        let shown = names.map { "{\($0)}" }
        if let missing = shown.first(where: { !text.contains($0) }) {
            fault("must contain \(missing), such as '\(shown.joined(separator: " "))'")
            return false
        }
        var bare = text
        for name in shown { bare = bare.replacing(name, with: "") }
        guard !bare.contains("{"), !bare.contains("}") else {
            fault(
                shown.isEmpty
                    ? "has braces, but takes no placeholders; leave them out"
                    : "has braces that are not part of \(Self.oneOf(shown)); leave them out")
            return false
        }
        return true
    }
}
