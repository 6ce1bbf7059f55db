import AlcedoMarkup

/// The names of a manifest's variants, in its order. There may be thousands, and as many uses.
struct VariantNames {
    /// All names.
    let all: [String]
    /// The names of the variants with an aspect ratio.
    let cropped: Set<String>
    /// The names of the variants without files.
    let inline: Set<String>
    private let places: [String: Int]

    init(_ all: [String], cropped: some Sequence<String> = [], inline: some Sequence<String> = []) {
        self.all = all
        self.cropped = Set(cropped)
        self.inline = Set(inline)
        places = Dictionary(zip(all, all.indices), uniquingKeysWith: { first, _ in first })
    }

    func contains(_ name: String) -> Bool { places[name] != nil }

    /// Returns the names that are variants, once each, in the order of the manifest.
    func sorted(_ names: [String]) -> [String] {
        Set(names.compactMap { places[$0] }).sorted().map { all[$0] }
    }

    /// Returns what to write instead of an unknown name; `nil` if there are too many names to list.
    ///
    /// - Parameter several: The advice if the name is meant as several.
    func advice(on name: String, several: String?) -> String? {
        // Comparing every name with every other would take minutes.
        if all.count <= 200, let close = Suggestion.closest(to: name, among: all) {
            return "did you mean '\(close)'?"
        }
        if let several { return several }
        if all.isEmpty { return "there are no variants" }
        return all.count <= 24 ? "the variants are \(all.joined(separator: ", "))" : nil
    }
}
