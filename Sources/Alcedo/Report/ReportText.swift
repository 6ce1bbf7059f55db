import AlcedoBase
import AlcedoIndex

/// Text as it goes into a report: whoever made a picture may have chosen its name, and what it says of itself.
enum ReportText {
    /// Text that is safe between tags and inside a quoted attribute, in one line.
    static func of(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return HTMLText.escape(line.printable)
    }

    /// A colour of an index as a style may name it; `nil` for anything else than `#` with 3 to 8 digits.
    static func color(_ text: String?) -> String? {
        guard let text, text.hasPrefix("#"), (4...9).contains(text.utf8.count),
            text.utf8.dropFirst().allSatisfy({ "0123456789abcdefABCDEF".utf8.contains($0) })
        else { return nil }
        return text
    }
}
