import AlcedoBase
import AlcedoMarkup
public import AlcedoRecipes

/// The settings of a processor or a provider of your own, as a manifest has them.
///
/// Each method reads one key; a value that does not fit is reported with its place. A key that is never read is unknown.
/// A value without keys, such as 8 in `mosaic: 8`, is that of the first key that is read.
public final class ManifestSettings {
    /// A mistake in the manifest, which has already been reported.
    private struct Reported: Error {}

    private let title: String
    private let node: YAMLNode?
    private let location: Diagnostic.Location
    private let problems: Problems
    /// The keys that have been read, in order.
    private(set) var keys: [String] = []

    init(_ title: String, _ node: YAMLNode?, at location: Diagnostic.Location, _ problems: Problems) {
        self.title = title
        self.node = node?.isNull == true ? nil : node
        self.location = location
        self.problems = problems
    }

    /// Returns whether the manifest has this key.
    public func contains(_ key: String) -> Bool { value(key) != nil }

    /// Reads text. Without a default, the key is required.
    /// - Throws: An error to pass on; the manifest's mistake has been reported. So do all of these methods.
    public func text(_ key: String, default standard: String? = nil) throws -> String {
        try read(key, standard) { $0.textWithoutVariables() }
    }

    /// Reads a list of texts, or a single one.
    public func texts(_ key: String, default standard: [String]? = nil) throws -> [String] {
        try read(key, standard) { $0.list(scalarToo: true) { $0.textWithoutVariables() }?.map(\.value) }
    }

    /// Reads `true` or `false`.
    public func flag(_ key: String, default standard: Bool? = nil) throws -> Bool {
        try read(key, standard) { $0.flag() }
    }

    /// Reads a whole number.
    public func integer(
        _ key: String, in range: ClosedRange<Int> = Int.min...Int.max, default standard: Int? = nil
    ) throws -> Int {
        try read(key, standard) { $0.integer(in: range) }
    }

    /// Reads a list of whole numbers, or a single one.
    public func integers(
        _ key: String, in range: ClosedRange<Int> = Int.min...Int.max, default standard: [Int]? = nil
    ) throws -> [Int] {
        try read(key, standard) { $0.list(scalarToo: true) { $0.integer(in: range) }?.map(\.value) }
    }

    /// Reads a number.
    public func number(
        _ key: String, in range: ClosedRange<Double> = -.infinity ... .infinity,
        default standard: Double? = nil
    ) throws -> Double {
        try read(key, standard) { $0.number(in: range) }
    }

    /// Reads a CSS color.
    public func color(_ key: String, default standard: SRGBColor? = nil) throws -> SRGBColor {
        try read(key, standard) { $0.color() }
    }

    /// Reads one of the words that are the raw values of a type.
    public func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Choice.Type = Choice.self, default standard: Choice? = nil
    ) throws -> Choice where Choice.RawValue == String {
        try read(key, standard) { $0.choice(type) }
    }

    // MARK: - Reading

    private func read<Result>(
        _ key: String, _ standard: Result?, _ convert: (Value) -> Result?
    ) throws -> Result {
        if !keys.contains(key) { keys.append(key) }
        guard let value = value(key) else {
            if let standard { return standard }
            if let pair = node?.mapping?.first(where: { isMeant($0, key) }), let written = pair.key.text {
                problems.error(
                    "unknown key '\(YAMLNode.excerpt(written))' in \(title); did you mean '\(key)'?",
                    at: pair.key.location)
            } else {
                problems.error("\(title) needs '\(key)'", at: location)
            }
            throw Reported()
        }
        guard let result = convert(value) else { throw Reported() }
        return result
    }

    private func isMeant(_ pair: YAMLPair, _ key: String) -> Bool {
        guard let written = pair.key.text, !keys.contains(written) else { return false }
        return Suggestion.closest(to: written, among: [key]) != nil
    }

    private func value(_ key: String) -> Value? {
        guard let node else { return nil }
        guard let pairs = node.mapping else {
            return key == keys.first ?? key
                ? Value(node, "'\(key)' in \(title)", keyLocation: location, problems) : nil
        }
        return pairs.first { $0.key.text == key }.map {
            Value($0.value, "'\(key)' in \(title)", keyLocation: $0.key.location, problems)
        }
    }

    /// Returns what `make` makes of the settings, or `nil` after reporting why it makes nothing.
    func make<Made>(_ make: (ManifestSettings) throws -> Made) -> Made? {
        do {
            return try make(self)
        } catch is Reported {
            return nil
        } catch {
            problems.error("\(title): \(error)", at: location)
            return nil
        }
    }

    /// Reports keys that have not been read, and returns whether there are none.
    func reportUnknownKeys() -> Bool {
        guard let node else { return true }
        if node.mapping == nil {
            if keys.isEmpty { problems.error("\(title) takes no parameters", at: node.location) }
            return !keys.isEmpty
        }
        guard node.mapping?.allSatisfy({ keys.contains($0.key.text ?? "") }) == false else { return true }
        _ = MappingReader(node, title, known: keys, problems)
        return false
    }

    /// The settings that are written and have been read, for the words of a plan.
    var written: ProcessorValues {
        var written: ProcessorValues = [:]
        for key in keys { written[key] = value(key).map { .text($0.node.words) } }
        return written
    }
}

extension YAMLNode {
    /// The value in one line of a manifest.
    fileprivate var words: String {
        switch content {
        case .scalar(let text, _, _): text
        case .sequence(let items): "[" + items.map(\.words).joined(separator: ", ") + "]"
        case .mapping(let pairs):
            "{ " + pairs.map { "\($0.key.words): \($0.value.words)" }.joined(separator: ", ") + " }"
        }
    }
}
