import Foundation

/// Reads the dates of HTTP.
enum HTTPDate {
    // The three forms that a reader has to know (RFC 9110, 5.6.7), the obsolete ones last.
    private static let formats = [
        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ]

    /// The moment that `field` names; `nil` when it is in none of the three forms.
    static func date(_ field: String) -> Date? {
        let text = field.trimmingCharacters(in: .whitespaces)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for format in formats {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}
