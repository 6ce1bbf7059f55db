import AlcedoRecipes

/// Dates as written in IPTC and XMP, as far as they are known.
enum MetadataDate {
    /// Returns an IPTC date (`20240501`, time `093000+0200`, unknown parts `00`) in ISO 8601; `nil` if it is invalid.
    static func iptc(_ date: String, time: String?) -> String? {
        let digits = Array(date)
        guard digits.count == 8, date.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let (year, month, day) = (String(digits[0..<4]), String(digits[4..<6]), String(digits[6..<8]))
        if month == "00" { return iso8601(year) }
        if day == "00" { return iso8601("\(year)-\(month)") }
        let whole = "\(year)-\(month)-\(day)"
        guard let time = time.map(Array.init), time.count == 6 || time.count == 11 else {
            return iso8601(whole)
        }
        let clock = "\(String(time[0..<2])):\(String(time[2..<4])):\(String(time[4..<6]))"
        let offset = time.count == 11 ? "\(String(time[6..<9])):\(String(time[9..<11]))" : ""
        return iso8601("\(whole)T\(clock)\(offset)") ?? iso8601(whole)
    }

    /// Returns an XMP date, a form of ISO 8601 that may end after the year, the month, the day or the minute.
    ///
    /// - Returns: `nil` if it is not a date. Missing seconds are added; an invalid offset is dropped.
    static func iso8601(_ text: String) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        switch text.utf8.count {
        case 4:
            return ExifDate.iso8601("\(text)-01-01T00:00:00", fraction: nil, offset: nil) == nil ? nil : text
        case 7: return ExifDate.iso8601("\(text)-01T00:00:00", fraction: nil, offset: nil) == nil ? nil : text
        case 10: return ExifDate.iso8601("\(text)T00:00:00", fraction: nil, offset: nil) == nil ? nil : text
        default: break
        }
        // 2024-05-01T09:30, optionally followed by :00, .25 and an offset.
        guard text.utf8.allSatisfy({ $0 < 0x80 }), text.utf8.count >= 16 else { return nil }
        var date = String(text.prefix(16))
        var rest = text.dropFirst(16)
        if rest.first == ":", rest.count >= 3 {
            date += rest.prefix(3)
            rest = rest.dropFirst(3)
        } else {
            date += ":00"
        }
        var fraction: String?
        if rest.first == "." {
            fraction = String(rest.dropFirst().prefix { $0.isNumber })
            rest = rest.dropFirst(1 + (fraction?.count ?? 0))
        }
        return ExifDate.iso8601(date, fraction: fraction, offset: String(rest))
    }
}
