import AlcedoMarkup
import AlcedoRecipes

/// EXIF dates, which are stored in three tags.
enum ExifDate {
    /// Returns a date in the form of ISO 8601; `nil` if it is blank or not a date.
    ///
    /// - Parameters:
    ///   - date: `2024:05:01 09:30:00`. Dashes instead of colons, and a `T`, are accepted: editors write them.
    ///   - fraction: The digits of the fractional second.
    ///   - offset: The offset from UTC, such as `+02:00`.
    static func iso8601(_ date: String, fraction: String?, offset: String?) -> String? {
        let characters = Array(date.utf8)
        guard characters.count == 19 else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            range.reduce(0) { value, index in
                let digit = characters[index]
                guard let value, digit.isDigit else { return nil }
                return value * 10 + Int(digit - UInt8(ascii: "0"))
            }
        }
        func isOne(of separators: String, at index: Int) -> Bool {
            separators.utf8.contains(characters[index])
        }
        guard let year = number(0..<4), isOne(of: ":-", at: 4), let month = number(5..<7),
            isOne(of: ":-", at: 7),
            let day = number(8..<10), isOne(of: " T", at: 10), let hour = number(11..<13),
            isOne(of: ":", at: 13),
            let minute = number(14..<16), isOne(of: ":", at: 16), let second = number(17..<19)
        else { return nil }
        guard year > 0, (1...12).contains(month), (1...days(inMonth: month, year)).contains(day), hour < 24,
            minute < 60, second < 60
        else { return nil }
        let text = date.utf8
        func slice(_ from: Int, _ to: Int) -> Substring {
            date[text.index(text.startIndex, offsetBy: from)..<text.index(text.startIndex, offsetBy: to)]
        }
        let day8601 = "\(slice(0, 4))-\(slice(5, 7))-\(slice(8, 10))"
        return "\(day8601)T\(slice(11, 19))\(validFraction(fraction))\(validOffset(offset))"
    }

    /// Returns a partial date. The standard has spaces in place of unknown parts (Exif 2.32, DateTimeOriginal); some
    /// editors omit them. `nil` if even the year is missing, or something else follows.
    package static func beginning(_ date: String) -> String? {
        let parts = date.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " } }
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].isEmpty || parts[1].utf8.count == 2 else {
            return nil
        }
        // Only colons may follow the day.
        let day = String(parts[2].prefix { $0 != ":" })
        guard day.isEmpty || day.utf8.count == 2, !parts[1].isEmpty || day.isEmpty,
            parts[2].dropFirst(day.count).allSatisfy({ $0 == ":" })
        else { return nil }
        return MetadataDate.iso8601([parts[0], parts[1], day].filter { !$0.isEmpty }.joined(separator: "-"))
    }

    private static func validFraction(_ text: String?) -> String {
        guard let text, text.utf8.allSatisfy(\.isDigit), text.contains(where: { $0 != "0" }) else {
            return ""
        }
        return "." + text
    }

    private static func validOffset(_ text: String?) -> String {
        guard let text else { return "" }
        if text == "Z" { return "Z" }
        let characters = Array(text.utf8)
        guard characters.count == 6, "+-".utf8.contains(characters[0]), characters[3] == UInt8(ascii: ":"),
            let hours = Int(text.dropFirst().prefix(2)), let minutes = Int(text.suffix(2)), hours < 24,
            minutes < 60,
            [1, 2, 4, 5].allSatisfy({ characters[$0].isDigit })
        else { return "" }
        return text
    }

    private static func days(inMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
