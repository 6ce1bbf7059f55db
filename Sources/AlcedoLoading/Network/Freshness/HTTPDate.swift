import Foundation

/// Parses HTTP dates (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the date in `field`, or `nil` if it is in none of the three formats.
    static func date(_ field: String) -> Date? {
        let text = field.trimmingCharacters(in: .whitespaces)
        if let date = fixed(text) { return date }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        // The obsolete formats, which recipients must accept. The formatter is lenient about punctuation.
        switch (text.contains(","), text.contains("-")) {
        case (true, true): formatter.dateFormat = "EEEE, dd-MMM-yy HH:mm:ss 'GMT'"
        case (false, false): formatter.dateFormat = "EEE MMM d HH:mm:ss yyyy"
        default: return nil
        }
        return formatter.date(from: text)
    }

    /// Parses the preferred format: `Sun, 06 Nov 1994 08:49:37 GMT`. Done by hand, because a build computes the age
    /// of every remote picture, and creating a formatter takes longer than the rest of the computation.
    private static func fixed(_ text: String) -> Date? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].utf8.count == 4, words[0].hasSuffix(","), words[5] == "GMT",
            let day = number(words[1], digits: 2), let month = months.firstIndex(of: String(words[2])),
            let year = number(words[3], digits: 4)
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], digits: 2), hour < 24,
            let minute = number(clock[1], digits: 2), minute < 60,
            // RFC 9110 allows a leap second.
            let second = number(clock[2], digits: 2), second <= 60,
            (1...length(ofMonth: month, in: year)).contains(day)
        else { return nil }
        let days = (0..<month).reduce(daysBefore(year) + day - 1) { $0 + length(ofMonth: $1, in: year) }
        return Date(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        month == 1 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
    }

    /// Days from 1970 to the beginning of a year in the proleptic Gregorian calendar.
    private static func daysBefore(_ year: Int) -> Int {
        let past = year - 1
        // 719162 days precede 1970.
        return past * 365 + past / 4 - past / 100 + past / 400 - 719_162
    }
}
