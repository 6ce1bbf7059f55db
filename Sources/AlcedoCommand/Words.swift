import Foundation

/// `1 source`, `12,000 sources`.
func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    grouped(count) + " " + (count == 1 ? singular : plural ?? singular + "s")
}

/// Digits in groups of three, whatever the user's language is: scripts read these lines, too.
func grouped(_ number: Int) -> String {
    var digits = String(abs(number))
    var groups: [String] = []
    while digits.count > 3 {
        groups.insert(String(digits.suffix(3)), at: 0)
        digits.removeLast(3)
    }
    groups.insert(digits, at: 0)
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
}

/// `340 bytes`, `12.3 kB`, `4.1 MB`: decimal units, as site owners see them elsewhere.
func byteCount(_ bytes: Int) -> String {
    if bytes < 1000 { return counted(bytes, "byte") }
    var value = Double(bytes) / 1000
    for unit in ["kB", "MB", "GB"] {
        if value < 999.95 { return String(format: "%.1f ", value) + unit }
        value /= 1000
    }
    return String(format: "%.1f TB", value)
}

/// `0.04 s`, `12.3 s`, `4 min 5 s`.
func duration(_ seconds: Double) -> String {
    if seconds < 9.995 { return String(format: "%.2f s", seconds) }
    if seconds < 99.95 { return String(format: "%.1f s", seconds) }
    let whole = Int(seconds.rounded())
    return "\(whole / 60) min \(whole % 60) s"
}
