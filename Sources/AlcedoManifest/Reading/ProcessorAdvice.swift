import AlcedoMarkup
import AlcedoRecipes

/// What to write for a processor that is written as a bare word, or under the name that it has elsewhere.
enum ProcessorAdvice {
    /// Parameters that work, for processors that do nothing without any.
    private static let parameters = [
        "resize": "{ width: 320 }", "downsample": "{ width: 320 }",
        "crop": "{ width: 320, height: 320 }", "blur": "2", "tint": "navy",
        "overlay": "{ color: navy, fraction: 0.5 }",
        "duotone": "{ shadows: navy, highlights: white }", "border": "{ width: 4, color: navy }",
        "background": "white",
        "blend": "{ image: logo.png, position: southeast, margin: 16 }", "round-corner": "12", "rotate": "90",
        "text": "{ text: © Ada, position: southeast, margin: 16 }", "color-controls": "{ contrast: 1.1 }",
    ]

    /// Names in other programs, which are no misspellings.
    private static let synonyms = [
        "grayscale": "black-white", "greyscale": "black-white", "gray": "black-white", "grey": "black-white",
        "monochrome": "black-white", "desaturate": "black-white", "bw": "black-white", "mono": "black-white",
        "black-and-white": "black-white", "brightness": "color-controls", "contrast": "color-controls",
        "saturation": "color-controls", "rounded": "round-corner", "logo": "watermark",
    ]

    /// Returns the name that is meant by an unknown one.
    static func meant(by name: String, among known: [String]) -> String? {
        synonyms[name.lowercased()] ?? Suggestion.closest(to: name, among: known)
    }

    /// Returns `watermark: { image: logo.png, … }` for a processor that needs parameters.
    static func example(_ name: String) -> String? {
        ProcessorRegistry.specification(named: name).flatMap { parameters[$0.name] }.map { "\(name): \($0)" }
    }

    /// Returns `[{ watermark: { image: logo.png, … } }]` or `[sepia]` for one word in place of a list.
    static func list(_ word: String, among known: [String]) -> String? {
        guard let name = known.contains(word) ? word : meant(by: word, among: known) else { return nil }
        return "[" + (example(name).map { "{ \($0) }" } ?? name) + "]"
    }
}
