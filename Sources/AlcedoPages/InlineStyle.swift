import AlcedoMarkup

/// The size of an `<img>` in its `style`.
struct InlineStyle {
    /// A value of a property.
    enum Length: Hashable {
        /// A length in CSS pixels.
        case pixels(Double)
        /// A length that depends on the page: `50%`, `20em`, `auto`.
        case other
    }

    // The last declaration of each property.
    private var lengths: [String: Length] = [:]

    init(_ text: String) {
        for declaration in text.replacingCSSComments({ _ in "" }).split(separator: ";") {
            guard let colon = declaration.firstIndex(of: ":") else { continue }
            let name = declaration[..<colon].trimmed.lowercased()
            guard let property = Self.properties[name] else { continue }
            lengths[property] = Self.length(declaration[declaration.index(after: colon)...])
        }
    }

    /// Whether the style sets the size.
    var setsSize: Bool { !lengths.isEmpty }

    var width: Length? { lengths["width"] ?? lengths["all"] }
    var height: Length? { lengths["height"] ?? lengths["all"] }
    var minWidth: Length? { lengths["min-width"] }
    var maxWidth: Double? { pixels("max-width") }
    var maxHeight: Double? { pixels("max-height") }

    private func pixels(_ property: String) -> Double? {
        if case .pixels(let number) = lengths[property] { number } else { nil }
    }

    // Logical properties are read as for horizontal text.
    private static let properties = [
        "width": "width", "min-width": "min-width", "max-width": "max-width", "height": "height",
        "min-height": "min-height", "max-height": "max-height", "inline-size": "width",
        "min-inline-size": "min-width", "max-inline-size": "max-width", "block-size": "height",
        "min-block-size": "min-height", "max-block-size": "max-height", "aspect-ratio": "aspect-ratio",
        "all": "all",
    ]

    private static func length(_ value: Substring) -> Length {
        var text = value.trimmed.lowercased()[...]
        if let mark = text.firstIndex(of: "!") { text = text[..<mark].trimmed }
        guard text.hasSuffix("px"), let number = Double(text.dropLast(2)), number.isFinite, number >= 0
        else { return .other }
        return .pixels(number)
    }
}
