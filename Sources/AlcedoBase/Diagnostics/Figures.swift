/// Number formatting for people and scripts: with a decimal point in every locale.
package enum Figures {
    /// Digits in groups of three: `12,000`.
    package static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        groups.insert(digits, at: 0)
        return (number < 0 ? "-" : "") + groups.joined(separator: ",")
    }

    /// `1 source`, `12,000 sources`.
    package static func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
        grouped(count) + " " + (count == 1 ? singular : plural ?? singular + "s")
    }

    /// `12.3 kB`, `4.1 MB`, in decimal units; `nil` below a kilobyte, where the caller chooses between "B" and "bytes".
    package static func bytes(_ bytes: Int) -> String? {
        if bytes < 1000 { return nil }
        var value = Double(bytes) / 1000
        for unit in ["kB", "MB", "GB"] {
            if value < 999.95 { return String(value, places: 1) + " " + unit }
            value /= 1000
        }
        return String(value, places: 1) + " TB"
    }
}
