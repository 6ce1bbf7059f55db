import AlcedoBase
import AlcedoMarkup

/// One value of a manifest, to be converted to its type. Methods report values that do not fit and return `nil`.
package struct Value {
    let node: YAMLNode
    /// The name in errors, such as `'width' in variant 'thumb'`.
    let name: String
    let keyLocation: Diagnostic.Location
    let problems: Problems
    /// The key of the value, if it has one.
    var key: String?
    /// An example of the key with a valid value, if there is one.
    var example: String?
    /// The role of the value in a list.
    private var part: ListPart?

    private enum ListPart { case item, whole }

    init(_ node: YAMLNode, _ name: String, keyLocation: Diagnostic.Location? = nil, _ problems: Problems) {
        self.node = node
        self.name = name
        self.keyLocation = keyLocation ?? node.location
        self.problems = problems
    }

    var location: Diagnostic.Location { node.location }

    func located<T>(_ value: T?) -> Located<T>? {
        value.map { Located($0, location) }
    }

    /// - Parameter advice: The suggested replacement, if it can be guessed.
    func mustBe(_ what: String, advice: String? = nil) {
        // A missing value after `key:` has no useful location of its own.
        let place = node.isMissing ? keyLocation : location
        let missing = node.isNull ? example.map { "write '\($0)'" } : nil
        let advice = (advice ?? missing ?? several).map { "; " + $0 } ?? ""
        problems.errorOnce("\(name) must be \(what), not \(node.summary)\(advice)", at: place)
    }

    func fault(_ reason: String) {
        problems.error("\(name) \(reason)", at: location)
    }

    // MARK: - Scalars

    /// Reads text. Numbers are kept as written; `true` and missing values are reported as likely mistakes.
    func text(_ what: String = "text") -> String? {
        switch node.scalar {
        case .string, .int, .float: return node.text
        case .bool:
            problems.error(
                "\(name) must be \(what); put \(node.summary) in quotes if it is meant as text", at: location)
            return nil
        case .null, nil:
            mustBe(what, advice: node.textInBrackets.map { "text in braces needs quotes: \"\($0)\"" })
            return nil
        }
    }

    func nonEmptyText(_ what: String = "text") -> String? {
        guard let text = text(what) else { return nil }
        guard !text.trimmingSpace().isEmpty else {
            fault("is empty")
            return nil
        }
        return text
    }

    func flag() -> Bool? {
        if case .bool(let value) = node.scalar { return value }
        switch node.text?.lowercased() {
        case "yes", "on": problems.error("\(name) must be true or false; write true", at: location)
        case "no", "off": problems.error("\(name) must be true or false; write false", at: location)
        default: mustBe("true or false")
        }
        return nil
    }

    /// Reads a side of a picture.
    func pixels() -> Int? {
        let unit = node.text.flatMap(Quantity.split)?.unit ?? ""
        let isShare = ["%", "vw", "vh", "em", "rem"].contains(unit.lowercased())
        return integer(
            in: 1...65_535,
            advice: isShare
                ? "write a number of pixels, such as 640; 'sizes' says how much of the window it fills" : nil)
    }

    /// - Parameter advice: The suggested replacement, if it is not the number without its unit.
    func integer(in range: ClosedRange<Int>, advice: String? = nil) -> Int? {
        let what =
            range.upperBound == .max
            ? "a whole number from \(range.lowerBound)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        switch node.scalar {
        case .int(let value) where range.contains(value): return value
        case .float(let value)
        where value.rounded() == value && abs(value) < 1e15 && range.contains(Int(value)):
            return Int(value)
        default:
            mustBe(
                what,
                advice: advice
                    ?? bareNumber {
                        $0.rounded() == $0 && Double(range.lowerBound)...Double(range.upperBound) ~= $0
                    })
            return nil
        }
    }

    func number(in range: ClosedRange<Double>, above: Bool = false) -> Double? {
        let number: Double? =
            switch node.scalar {
            case .int(let value): Double(value)
            case .float(let value): value
            default: nil
            }
        if let number, range.contains(number), !above || number > range.lowerBound { return number }
        let from = above ? "above \(Self.plain(range.lowerBound))" : "from \(Self.plain(range.lowerBound))"
        mustBe(
            "a number \(from)" + (range.upperBound < .infinity ? " to \(Self.plain(range.upperBound))" : ""),
            advice: bareNumber { range.contains($0) && (!above || $0 > range.lowerBound) })
        return nil
    }

    /// Returns "write 320" for `320px`, `"320"` and the like: a number with extra characters, including `1_280`.
    func bareNumber(_ fits: (Double) -> Bool) -> String? {
        guard case .string(let text) = node.scalar else { return nil }
        let digits = text.replacing("_", with: "").replacing(",", with: "").replacing("'", with: "")
        guard let (number, unit) = Quantity.split(digits),
            ["", "px", "%", "x", "s", "ms", "sec", "q", "w"].contains(unit.lowercased()), fits(number)
        else { return nil }
        return unit.isEmpty && digits == text.trimmingSpace()
            ? "write \(Self.plain(number)), without quotes" : "write \(Self.plain(number))"
    }

    package static func plain(_ number: Double) -> String {
        number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }

    /// Reads one of a few words. `synonyms` maps words of other tools to the suggested word.
    func choice<T: RawRepresentable & CaseIterable>(
        _ type: T.Type = T.self, synonyms: [String: T] = [:]
    ) -> T? where T.RawValue == String {
        let allowed = T.allCases.map(\.rawValue)
        guard case .string(let text) = node.scalar else {
            if let text = node.text, let value = T(rawValue: text) { return value }
            mustBe(Self.oneOf(allowed))
            return nil
        }
        if let value = T(rawValue: text) { return value }
        unknownWord(text, allowed, synonym: synonyms[text.lowercased()]?.rawValue)
        return nil
    }

    func word(among words: [String]) -> String? {
        guard let text = node.text else {
            mustBe(Self.oneOf(words))
            return nil
        }
        if words.contains(text) { return text }
        unknownWord(text, words)
        return nil
    }

    func unknownWord(_ text: String, _ allowed: [String], synonym: String? = nil) {
        let close = synonym ?? Suggestion.closest(to: text, among: allowed)
        let advice = (close.map { "did you mean '\($0)'?" } ?? several).map { "; " + $0 } ?? ""
        problems.error("\(name) must be \(Self.oneOf(allowed)), not \(node.summary)\(advice)", at: location)
    }

    static func oneOf(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    // MARK: - Collections

    /// Returns the items of a list.
    /// - Parameter scalarToo: Whether a single value may stand for a list of one.
    func items(scalarToo: Bool = false) -> [Value]? {
        if let items = node.sequence {
            return items.map { Value($0, "an item of \(name)", problems).as(.item) }
        }
        if scalarToo, node.scalar != nil, !node.isNull { return [self.as(.whole)] }
        mustBe(scalarToo ? "one value or a list" : "a list", advice: listAdvice(scalarToo))
        return nil
    }

    private func `as`(_ part: ListPart) -> Value {
        var value = self
        value.part = part
        return value
    }

    /// Advice such as "write [640, 1280]" for `640 1280`, which is meant as several items, with or without brackets.
    var several: String? {
        guard let part, let list = node.text.flatMap(Self.separated) else { return nil }
        return part == .item ? "commas separate items: write \(list)" : "write [\(list)]"
    }

    /// Returns `640, 1280` for `640 1280`, and `nil` for one word or a number with its unit.
    private static func separated(_ text: String) -> String? {
        let words = text.split { $0 == "," || $0.isWhitespace }
        guard words.count > 1, Set(words.map { $0.first?.isNumber }).count == 1 else { return nil }
        return YAMLNode.excerpt(words.joined(separator: ", "))
    }

    /// Returns "write [640]" for `640`, and "write [640, 960]" for `640, 960`.
    private func listAdvice(_ scalarToo: Bool) -> String? {
        if let text = node.textInBrackets {
            return scalarToo ? "text in braces needs quotes: \"\(text)\"" : nil
        }
        guard let text = node.text, !node.isNull else { return nil }
        return "write [\(Self.separated(text) ?? YAMLNode.excerpt(text))]"
    }

    /// Reads a list item by item. Items that do not fit are reported and left out.
    func list<T>(scalarToo: Bool = false, _ read: (Value) -> T?) -> [Located<T>]? {
        items(scalarToo: scalarToo)?.compactMap { item in item.located(read(item)) }
    }

    /// Reports duplicate items and returns the list without them.
    func unique<T: Hashable>(_ items: [Located<T>], _ show: (T) -> String) -> [T] {
        var seen: Set<T> = []
        return items.compactMap { item in
            if seen.insert(item.value).inserted { return item.value }
            problems.error("\(name) has '\(show(item.value))' twice", at: item.location)
            return nil
        }
    }
}
