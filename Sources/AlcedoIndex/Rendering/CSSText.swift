/// CSS, escaped.
enum CSSText {
    /// A string in quotes. Addresses that Alcedo writes have nothing to escape; an index can come from elsewhere.
    static func string(_ text: String) -> String {
        var string = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            // The last three, so that it may also stand in an attribute that nobody escapes.
            case "'", "\\", "\u{0}"..."\u{1F}", "\"", "<", "&":
                string += "\\\(String(scalar.value, radix: 16)) "
            default: string.unicodeScalars.append(scalar)
            }
        }
        return string + "'"
    }
}
