import AlcedoBase
import AlcedoRecipes

extension SVGRoot {
    /// Default font size of browsers, in CSS pixels.
    static let fontSize = 16

    /// The size of the document in CSS pixels where librsvg's differs from that of browsers, or is unknown.
    ///
    /// Where librsvg cannot measure a size (none and no `viewBox`, `rem`, `ch`), it uses 1×1 or the drawn area;
    /// its font is 12 pixels high. Browsers replace a missing side by 300 or 150 (CSS 2.2, 10.3.2 and 10.6.2), or
    /// derive it from a `viewBox`. A `viewBox` alone is no size in a browser, which fills the available width; here its
    /// units are pixels, as in librsvg.
    package var ownSize: (width: Double, height: Double)? {
        let style = attributes["style"] ?? ""
        guard canBeNested, !["width", "height", "font"].contains(where: style.contains) else { return nil }
        guard let width = side("width"), let height = side("height") else { return nil }
        switch (width, height) {
        case (.known(let across, let isKnown), .known(let down, let isKnownToo)):
            return isKnown && isKnownToo ? nil : (across, down)
        case (.absent, .absent) where viewBox != nil: return nil
        case (.known(_, true), .absent) where viewBox != nil: return nil
        case (.absent, .known(_, true)) where viewBox != nil: return nil
        case (.known(let across, _), .absent):
            return (across, viewBox.map { across * $0.height / $0.width } ?? 150)
        case (.absent, .known(let down, _)):
            return (viewBox.map { down * $0.width / $0.height } ?? 300, down)
        case (.absent, .absent): return (300, 150)
        }
    }

    /// Whether a side is longer than any picture's. librsvg's number overflows, and what libvips makes of that depends on its
    /// version.
    package var isTooLarge: Bool {
        ["width", "height"].contains { name in
            guard case .known(let pixels, _) = side(name) else { return false }
            return pixels > Double(PixelSize.longestSide)
        }
    }

    /// Width and height of the `viewBox`; `nil` unless both are above 0.
    private var viewBox: (width: Double, height: Double)? {
        let numbers = (attributes["viewBox"] ?? "").split { $0 == "," || $0.isWhitespace }.map { Double($0) }
        guard numbers.count == 4, let width = numbers[2], let height = numbers[3], width > 0, height > 0,
            width.isFinite, height.isFinite
        else { return nil }
        return (width, height)
    }

    /// Whether a side is given in a font-relative unit.
    var usesFontSize: Bool {
        ["width", "height"].contains { name in
            let value = attributes[name]?.trimming() ?? ""
            return ["em", "ex", "ch"].contains(where: value.hasSuffix)
        }
    }

    private enum Side {
        case absent
        /// CSS pixels, and whether librsvg computes the same.
        case known(Double, Bool)
    }

    /// Returns `nil` for a unit that is handled elsewhere, and for an invalid length.
    private func side(_ name: String) -> Side? {
        guard let value = attributes[name]?.trimming(), !value.isEmpty, value != "auto", !value.hasSuffix("%")
        else { return .absent }
        let units: [(name: String, pixels: Double)] = [
            ("px", 1), ("rem", Double(Self.fontSize)), ("em", Double(Self.fontSize)),
            // Half an em, as the x-height is unknown (CSS Values and Units 4, 6.1.1).
            ("ex", Double(Self.fontSize) / 2), ("ch", Double(Self.fontSize) / 2),
        ]
        let unit = units.first { value.hasSuffix($0.name) } ?? ("", 1)
        let number = Double(value.dropLast(unit.name.utf8.count)) ?? 0
        guard number > 0, number.isFinite else { return nil }
        if ["em", "ex", "ch"].contains(unit.name), attributes["font-size"] != nil { return nil }
        return .known(number * unit.pixels, unit.pixels == 1)
    }
}
