/// Swift, as far as settings are looked for in it.
enum SwiftCode {
    /// The code with a space in the place of each comment. In a string `//` is the middle of an address.
    static func withoutComments(_ code: String) -> String {
        let parts = #/"""(?s:.*?)"""|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*(?s:.*?)\*//#
        return code.replacing(parts.matchingSemantics(.unicodeScalar)) { part -> Substring in
            part.output.hasPrefix("/") ? " " : part.output
        }
    }
}
