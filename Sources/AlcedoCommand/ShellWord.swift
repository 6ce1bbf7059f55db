/// Text as somebody can type it in a shell.
enum ShellWord {
    /// In single quotes where anything in it may mean something else.
    static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || "/._-+,@%:=".unicodeScalars.contains($0)
        }
        if isPlain, !text.isEmpty, !text.hasPrefix("-") { return text }
        return (text.hasPrefix("-") ? "./" : "") + "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
