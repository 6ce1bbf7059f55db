import AlcedoBase
package import AlcedoRecipes

extension Value {
    /// Reads an aspect ratio, such as `16:9`, `4/3` or `1.5`, in its lowest terms.
    func aspect() -> PixelSize? {
        let text = node.scalar == nil || node.isNull ? "" : node.text ?? ""
        if let aspect = PixelSize(aspect: text) { return aspect }
        let sides = text.split { "xX×*-".contains($0) || $0.isWhitespace }.joined(separator: ":")
        mustBe(
            "a width and a height above 0 such as 16:9, 4/3 or 1.5",
            advice: PixelSize(aspect: sides) == nil || !sides.contains(":") ? nil : "write \(sides)")
        return nil
    }

    /// Reads one aspect ratio for all variants that have one, or a mapping such as `{ hero: 4:5 }`.
    ///
    /// - Returns: The aspect ratios by the names of the variants.
    func aspects(_ known: VariantNames) -> [String: PixelSize]? {
        guard let pairs = node.mapping else {
            return aspect().map { aspect in
                Dictionary(known.cropped.map { ($0, aspect) }) { first, _ in first }
            }
        }
        var result: [String: PixelSize] = [:]
        for pair in pairs {
            guard let variant = pair.key.text?.precomposed else { continue }
            let shown = YAMLNode.excerpt(variant)
            let value = Value(
                pair.value, "\(name) for variant '\(shown)'", keyLocation: pair.key.location, problems)
            if !known.contains(variant) {
                let advice = known.advice(on: variant, several: nil).map { "; " + $0 } ?? ""
                problems.error("unknown variant '\(shown)' in \(name)\(advice)", at: pair.key.location)
            } else if !known.cropped.contains(variant) {
                problems.error(
                    "\(name) names variant '\(shown)', which has no 'aspect' to replace; give it one",
                    at: pair.key.location)
            }
            if let aspect = value.aspect() { result[variant] = aspect }
        }
        return result
    }
}

extension PixelSize {
    /// Reads an aspect ratio: two numbers with `:` or `/` between them, or their quotient. Six decimals count.
    init?(aspect text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { ":/".contains($0) }
        let millionths = parts.compactMap { part -> Int? in
            let digits = String(part).trimmingSpace()
            guard digits.contains(/^[0-9]*\.?[0-9]+$/), let number = Double(digits), number <= 65_535 else {
                return nil
            }
            return Int((number * 1e6).rounded())
        }
        let (width, height) = (
            millionths.first ?? 0, millionths.count == 1 ? 1_000_000 : millionths.last ?? 0
        )
        guard (1...2).contains(parts.count), millionths.count == parts.count, width > 0, height > 0 else {
            return nil
        }
        var (divisor, rest) = (width, height)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        self.init(width: width / divisor, height: height / divisor)
    }

    /// `16:9`.
    package var aspectInWords: String { "\(width):\(height)" }
}
