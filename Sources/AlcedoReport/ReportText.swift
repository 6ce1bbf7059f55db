import AlcedoBase
import AlcedoIndex

/// Escapes text for a report, because the names and metadata of pictures are not trusted.
enum ReportText {
    /// Returns text that is safe between tags and in a quoted attribute, on one line.
    static func of(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return HTMLText.escape(line.printable)
    }

    /// Returns a color of the index for use in a style, or `nil` unless it is `#` with 3 to 8 digits.
    static func color(_ text: String?) -> String? {
        guard let text, text.hasPrefix("#"), (4...9).contains(text.utf8.count),
            text.utf8.dropFirst().allSatisfy({ "0123456789abcdefABCDEF".utf8.contains($0) })
        else { return nil }
        return text
    }
}
