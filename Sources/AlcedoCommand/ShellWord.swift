/// Quoting of words for a shell.
enum ShellWord {
    /// Returns `text`, in single quotes if a character may have a special meaning.
    static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || "/._-+,@%:=".unicodeScalars.contains($0)
        }
        if isPlain, !text.isEmpty, !text.hasPrefix("-") { return text }
        return (text.hasPrefix("-") ? "./" : "") + "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
