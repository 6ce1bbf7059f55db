import AlcedoBase

/// The order of titles: as people expect it, with `Moon 9` before `Moon 10`, and without regard to case, accents and
/// the width of characters.
struct TitleOrder: Comparable {
    private enum Part: Comparable {
        // Numbers come first. The digits have no zeros at the start, so that a longer number is greater.
        case number(length: Int, digits: String)
        case text(String)
    }

    private let parts: [Part]

    init(_ title: String) {
        var parts: [Part] = []
        var run = String.UnicodeScalarView()
        var isNumber = false
        func close() {
            guard !run.isEmpty else { return }
            let text = String(run)
            let digits = text.drop { $0 == "0" }
            parts.append(isNumber ? .number(length: digits.utf8.count, digits: String(digits)) : .text(text))
            run = String.UnicodeScalarView()
        }
        for scalar in title.compatibilityDecomposed.lowercased().unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            let isDigit = ("0"..."9").contains(scalar)
            if isDigit != isNumber { close() }
            isNumber = isDigit
            run.append(scalar)
        }
        close()
        self.parts = parts
    }

    static func < (one: TitleOrder, other: TitleOrder) -> Bool {
        one.parts.lexicographicallyPrecedes(other.parts)
    }
}
