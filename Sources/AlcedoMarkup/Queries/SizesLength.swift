/// The syntax of a length in `sizes` (CSS Values and Units Level 4, "Distance Units" and "Mathematical Expressions").
enum SizesLength {
    typealias Fault = MediaSyntax.Fault

    /// Returns the mistakes in a number with its unit, or in a function.
    static func faults(in length: String) -> [Fault] {
        guard let open = length.firstIndex(of: "("), length.hasSuffix(")") else {
            return fault(inValue: length, isWhole: true).map { [Fault(reason: $0, offset: 0)] } ?? []
        }
        let name = length[..<open].lowercased()
        if let reason = fault(inFunction: name) { return [Fault(reason: reason, offset: 0)] }
        return functions.contains(name) ? faults(inCalculation: length) : []
    }

    // MARK: Functions

    private static let functions = [
        "calc", "min", "max", "clamp", "round", "mod", "rem", "sin", "cos", "tan", "asin", "acos", "atan",
        "atan2",
        "pow", "sqrt", "hypot", "log", "exp", "abs", "sign",
    ]

    /// Returns why a function cannot be in `sizes`, where only those for calculations may be.
    private static func fault(inFunction name: String) -> String? {
        if ["var", "env", "attr", "minmax", "fit-content"].contains(name) {
            return
                "has '\(name)()', which 'sizes' does not allow; write a length, or calc(), min(), max() or clamp()"
        }
        return misspelt(name, functions).map {
            "has '\(name)()', which is no function; did you mean '\($0)()'?"
        }
    }

    /// A part of a calculation.
    private struct Token {
        enum Kind { case value, function, open, close, comma, factor, sum }

        var kind: Kind
        var text: Substring

        var begins: Bool { kind == .value || kind == .function || kind == .open }
        var ends: Bool { kind == .value || kind == .close }
        /// Whether it is a number without a unit.
        var isNumber: Bool { kind == .value && Double(text) != nil }
    }

    private static func tokens(of calculation: String) -> [Token] {
        var tokens: [Token] = []
        var place = calculation.startIndex
        while place < calculation.endIndex {
            let character = calculation[place]
            let next = calculation.index(after: place)
            if let kind = kinds[character] {
                tokens.append(Token(kind: kind, text: calculation[place..<next]))
                place = next
            } else if character.isWhitespace {
                place = next
            } else {
                let text = calculation[place...].prefix { !$0.isWhitespace && kinds[$0] == nil }
                let isFunction = text.endIndex < calculation.endIndex && calculation[text.endIndex] == "("
                let isSum = text == "+" || text == "-"
                tokens.append(Token(kind: isSum ? .sum : isFunction ? .function : .value, text: text))
                place = text.endIndex
            }
        }
        return tokens
    }

    private static let kinds: [Character: Token.Kind] = [
        "(": .open, ")": .close, ",": .comma, "*": .factor, "/": .factor,
    ]

    private static func faults(inCalculation text: String) -> [Fault] {
        let tokens = tokens(of: text)
        let names = tokens.filter { $0.kind == .function }.map { $0.text.lowercased() }
        // What is in a function of a later level is unknown.
        guard names.allSatisfy({ functions.contains($0) || fault(inFunction: $0) != nil }) else { return [] }
        for number in tokens.indices {
            let token = tokens[number]
            let reason =
                switch token.kind {
                case .function: fault(inFunction: token.text.lowercased())
                case .value: fault(inValue: String(token.text), isWhole: false)
                default: fault(inSum: number, tokens)
                }
            let before = number > 0 ? tokens[number - 1] : nil
            guard let reason = reason ?? before.flatMap({ faultBetween($0, token) }) else { continue }
            return [
                Fault(reason: reason, offset: text.distance(from: text.startIndex, to: token.text.startIndex))
            ]
        }
        return []
    }

    /// Returns what is missing between two parts.
    private static func faultBetween(_ one: Token, _ other: Token) -> String? {
        guard one.ends, other.begins else { return nil }
        guard let sign = other.text.first, "+-".contains(sign) else {
            return "lacks an operator before '\(other.text)'"
        }
        return "lacks a space after '\(sign)'; write '\(sign) \(other.text.dropFirst())'"
    }

    /// Returns what is wrong with a sum of a length and a number.
    private static func fault(inSum number: Int, _ tokens: [Token]) -> String? {
        guard tokens[number].kind == .sum, number > 1, number + 2 < tokens.count,
            tokens[number - 2].kind != .factor, tokens[number + 2].kind != .factor
        else { return nil }
        let (one, other) = (tokens[number - 1], tokens[number + 1])
        guard one.isNumber != other.isNumber,
            [one, other].allSatisfy({ $0.text.first.map(isDigit) ?? false })
        else { return nil }
        let plain = one.isNumber ? one : other
        return "adds a number to a length; write '\(plain.text)px'"
    }

    // MARK: Values

    // In the order in which they are suggested.
    private static let units =
        [
            "px", "vw", "em", "rem", "vh", "vmin", "vmax", "vi", "vb", "ch", "ex", "ic", "cap", "lh", "rlh",
            "rch", "rex",
            "ric", "rcap", "cm", "mm", "q", "in", "pt", "pc", "cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax",
        ] + ["s", "l", "d"].flatMap { size in ["vw", "vh", "vi", "vb", "vmin", "vmax"].map { size + $0 } }

    // Units of other things, which calculations may have: cos(45deg).
    private static let otherUnits: Set<String> = [
        "deg", "grad", "rad", "turn", "s", "ms", "hz", "khz", "dpi", "dpcm", "dppx", "x", "fr", "db", "st",
    ]
    private static let noUnits: Set<String> = ["w", "pixel", "pixels", "percent"]

    /// Returns what is wrong with a number and its unit.
    ///
    /// - Parameter isWhole: Whether it is not part of a calculation, which has numbers, words and negative lengths.
    private static func fault(inValue text: String, isWhole: Bool) -> String? {
        guard let (_, number, unit) = text.wholeMatch(of: /([+-]?(?:\d*\.)?\d+(?:[eE][+-]?\d+)?)(.*)/)?.output
        else {
            let word = text.lowercased()
            guard isWhole || text.first.map({ !$0.isLetter && $0 != "-" }) ?? false else { return nil }
            let advice =
                misspelt(word, ["auto"]).map { "did you mean '\($0)'?" } ?? "write a width, such as 50vw"
            return "has '\(text)', which is no length; \(advice)"
        }
        let size = number.drop { $0 == "+" }
        switch unit.lowercased() {
        case "":
            guard isWhole, Double(number) != 0 else { return nil }
            return "has '\(text)' without a unit; write '\(size)px'"
        case "%":
            return
                "has '\(text)', and 'sizes' does not allow percentages; write '\(size)vw' for a share of the window"
        case let name where !isWhole && otherUnits.contains(name): return nil
        case let name where units.contains(name):
            return isWhole && number.hasPrefix("-") && Double(number) != 0
                ? "has '\(text)', which is negative" : nil
        case let name:
            if let sign = name.firstIndex(where: { "+-".contains($0) }), units.contains(String(name[..<sign]))
            {
                return "lacks spaces around '\(name[sign])' in '\(text)'"
            }
            let isName = name.allSatisfy { $0.isLetter || isDigit($0) || "-_".contains($0) || !$0.isASCII }
            let misspelt = misspelt(name, units)
            let isCertain =
                !isName || name.count == 1 || otherUnits.contains(name) || noUnits.contains(name)
                || misspelt != nil
            guard isCertain else { return nil }
            // A width in pixels has this unit in 'srcset'.
            let pixels = name == "w" ? "px" : nil
            let close = isName ? pixels ?? misspelt ?? Suggestion.closest(to: name, among: units) : nil
            let advice = close.map { "did you mean '\(number)\($0)'?" } ?? "write a width, such as 50vw"
            return "has '\(text)', which is no length; \(advice)"
        }
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    /// Returns the name that has the same letters in another order, or each only once. A name that differs otherwise may be
    /// of a later level.
    private static func misspelt(_ name: String, _ known: [String]) -> String? {
        guard !known.contains(name) else { return nil }
        let letters = name.sorted()
        let once = name.reduce(into: "") { if $0.last != $1 { $0.append($1) } }
        return known.first { $0.sorted() == letters } ?? known.first { $0 == once }
    }
}
