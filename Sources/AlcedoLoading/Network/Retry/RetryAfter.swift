import AlcedoBase

/// Parses the `Retry-After` field (RFC 9110, 10.2.3).
enum RetryAfter {
    /// Returns the time to wait from `now`, at most a day, or `nil` if the field is neither a number nor a date.
    static func duration(_ field: String, now: Date) -> Duration? {
        let text = field.trimmed
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // A number that overflows `Int` counts as a day.
            return .seconds(min(Int(text) ?? 86_400, 86_400))
        }
        return HTTPDate.date(text).map { .seconds(min(max($0.timeIntervalSince(now), 0), 86_400)) }
    }
}
