import Foundation

/// Reads the `Retry-After` field (RFC 9110, 10.2.3).
enum RetryAfter {
    // The three forms of a date that a reader has to know (RFC 9110, 5.6.7), the obsolete ones last.
    private static let dateFormats = [
        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ]

    /// The time to wait from `now`, never negative; `nil` when the field is neither a number nor a date.
    static func duration(_ field: String, now: Date) -> Duration? {
        let text = field.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // A number that no Int holds is as good as a day.
            return .seconds(min(Int(text) ?? 86_400, 86_400))
        }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for format in dateFormats {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) {
                return .seconds(min(max(date.timeIntervalSince(now), 0), 86_400))
            }
        }
        return nil
    }
}
