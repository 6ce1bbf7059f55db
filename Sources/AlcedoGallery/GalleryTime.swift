/// The time at which a picture was taken, from ISO 8601: `2024-05-01T09:30:00+02:00`, with or without the offset.
struct GalleryTime: Hashable, Sendable {
    let year: Int
    /// From 1.
    let month: Int
    let day: Int
    private let hour: Int
    private let minute: Int
    private let second: Int
    /// `+0200`; a camera's time without an offset is taken as UTC.
    private let offset: String

    /// - Returns: `nil` if the text is not a time.
    init?(_ text: String) {
        func number(_ part: Substring, _ digits: Int, _ range: ClosedRange<Int>) -> Int? {
            guard part.utf8.count == digits, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            return Int(part).flatMap { range.contains($0) ? $0 : nil }
        }
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        let date = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3, let year = number(date[0], 4, 1...9999),
            let month = number(date[1], 2, 1...12),
            let day = number(date[2], 2, 1...Self.days(year, month))
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        let time = halves.count == 2 ? halves[1] : "00:00:00"
        let clock = time.prefix(8).split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 2, 0...23),
            let minute = number(clock[1], 2, 0...59),
            let second = number(clock[2], 2, 0...60)
        else { return nil }
        (self.hour, self.minute, self.second) = (hour, minute, min(second, 59))
        let zone = time.dropFirst(8).drop { $0 == "." || $0.isNumber }
        let parts = zone.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        if let sign = zone.first, sign == "+" || sign == "-", parts.count == 2,
            number(parts[0], 2, 0...14) != nil,
            number(parts[1], 2, 0...59) != nil
        {
            offset = "\(sign)\(parts[0])\(parts[1])"
        } else {
            offset = "+0000"
        }
    }

    /// The form of RFC 822, which RSS requires: `Wed, 01 May 2024 09:30:00 +0200`.
    var rfc822: String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let digits = String(10_000 + year).dropFirst()
        return "\(weekdays[weekday]), \(two(day)) \(months[month - 1]) \(digits) "
            + "\(two(hour)):\(two(minute)):\(two(second)) \(offset)"
    }

    /// From Sunday. In March the year begins, so that the day of a leap year is its last.
    private var weekday: Int {
        let (year, month) = month < 3 ? (year - 1, month + 9) : (year, month - 3)
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day
        // 1 March 2000 was a Wednesday.
        let other = 365 * 2000 + 2000 / 4 - 2000 / 100 + 2000 / 400 + 1
        return (((days - other) % 7 + 7) % 7 + 3) % 7
    }

    private static func days(_ year: Int, _ month: Int) -> Int {
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}
