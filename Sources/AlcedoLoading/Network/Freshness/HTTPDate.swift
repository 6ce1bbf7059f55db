import AlcedoBase

/// Parses HTTP dates (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the date in `field`, or `nil` if it is in none of the three formats.
    static func date(_ field: String) -> Date? {
        let words = field.trimmed.split(separator: " ")
        guard let first = words.first else { return nil }
        switch (words.count, first.hasSuffix(",")) {
        case (6, true) where first.utf8.count == 4 && words[5] == "GMT":
            // Sun, 06 Nov 1994 08:49:37 GMT
            guard let year = number(words[3], digits: 4) else { return nil }
            return date(year, month: words[2], day: number(words[1], digits: 2), time: words[4])
        case (4, true) where words[3] == "GMT":
            // Sunday, 06-Nov-94 08:49:37 GMT, obsolete
            let parts = words[1].split(separator: "-")
            guard parts.count == 3, let year = number(parts[2], digits: 2) else { return nil }
            return date(
                fullYear(year), month: parts[1], day: number(parts[0], digits: 2), time: words[2])
        case (5, false):
            // Sun Nov  6 08:49:37 1994, obsolete
            guard let year = number(words[4], digits: 4) else { return nil }
            let day = number(words[2], digits: words[2].utf8.count)
            return date(year, month: words[1], day: day, time: words[3])
        default: return nil
        }
    }

    private static func date(_ year: Int, month: Substring, day: Int?, time: Substring) -> Date? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false)
        guard let day, let month = months.firstIndex(of: String(month)), clock.count == 3,
            let hour = number(clock[0], digits: 2), hour < 24,
            let minute = number(clock[1], digits: 2), minute < 60,
            // RFC 9110 allows a leap second.
            let second = number(clock[2], digits: 2), second <= 60,
            (1...length(ofMonth: month, in: year)).contains(day)
        else { return nil }
        let days = (0..<month).reduce(daysBefore(year) + day - 1) { $0 + length(ofMonth: $1, in: year) }
        return Date(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
    }

    /// Returns the year that two digits stand for: one that would be more than 50 years ahead is past.
    private static func fullYear(_ digits: Int) -> Int {
        let limit = Date.now.addingTimeInterval(50 * 365.25 * 86_400)
        let isAhead = Date(timeIntervalSince1970: Double((daysBefore(2000 + digits)) * 86_400)) > limit
        return isAhead ? 1900 + digits : 2000 + digits
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
