/// Escaping for CSS.
package enum CSSText {
    /// Returns a quoted string. Alcedo's own addresses need no escapes, but an index may come from elsewhere.
    package static func string(_ text: String) -> String {
        var string = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            // The last three make the string safe in an attribute that is not escaped.
            case "'", "\\", "\u{0}"..."\u{1F}", "\"", "<", "&":
                string += "\\\(String(scalar.value, radix: 16)) "
            default: string.unicodeScalars.append(scalar)
            }
        }
        return string + "'"
    }
}
