/// The parts of a `Cache-Control` field that matter to a private cache (RFC 9111, 5.2.2).
struct CacheControl: Hashable, Sendable {
    /// Seconds; the smallest where it stands more than once.
    private(set) var maxAge: Int?
    /// `no-cache` or `no-store`, with or without names of fields: never used without asking.
    private(set) var mustBeAsked = false

    /// Reads a field. What is not understood says nothing, except a `max-age` without a number: that is 0, as
    /// RFC 9111, 4.2.1 advises.
    init(_ field: String) {
        for directive in Self.directives(field) {
            let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first.map(Self.trimmed)?.lowercased() else { continue }
            switch name {
            case "no-cache", "no-store":
                mustBeAsked = true
            case "max-age":
                let text = parts.count > 1 ? Self.trimmed(parts[1]).filter { $0 != "\"" } : ""
                let seconds = Self.seconds(text) ?? 0
                maxAge = min(maxAge ?? seconds, seconds)
            default: break
            }
        }
    }

    /// Whole seconds as RFC 9111, 1.2.2 writes them: digits only; more than 2³¹ are as good as 2³¹.
    static func seconds(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(text) ?? 1 << 31, 1 << 31)
    }

    // At the commas outside of quotes.
    private static func directives(_ field: String) -> [Substring] {
        var isQuoted = false
        return field.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
