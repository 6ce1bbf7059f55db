/// The parts of a `Cache-Control` field that matter to a private cache (RFC 9111, 5.2.2).
struct CacheControl: Hashable, Sendable {
    /// Seconds; the smallest value if the directive is repeated.
    private(set) var maxAge: Int?
    /// `no-cache` or `no-store`, with or without field names: a copy is never used without revalidation.
    private(set) var mustBeAsked = false

    /// Parses a field. Unknown directives are ignored; an invalid `max-age` counts as 0 (advised by RFC 9111, 4.2.1).
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

    /// Parses whole seconds (RFC 9111, 1.2.2): digits only, capped at 2³¹.
    static func seconds(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(text) ?? 1 << 31, 1 << 31)
    }

    // Splits at commas outside of quotes.
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
