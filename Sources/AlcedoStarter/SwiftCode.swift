/// Swift source text, searched for settings.
enum SwiftCode {
    /// Returns the code with a space in place of each comment. `//` in a string is part of an address.
    static func withoutComments(_ code: String) -> String {
        let parts = #/"""(?s:.*?)"""|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*(?s:.*?)\*//#
        return code.replacing(parts.matchingSemantics(.unicodeScalar)) { part -> Substring in
            part.output.hasPrefix("/") ? " " : part.output
        }
    }
}
