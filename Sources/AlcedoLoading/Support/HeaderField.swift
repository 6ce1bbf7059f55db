/// Validation of header fields.
enum HeaderField {
    /// Whether the name is a token and the value has no control characters (RFC 9110, 5.1 and 5.5): a line break
    /// would inject another header or another request.
    static func isValid(name: String, value: String) -> Bool {
        let marks = "!#$%&'*+-.^_`|~".utf8
        let isToken = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: marks.contains(byte)
            }
        }
        return !name.isEmpty && isToken && value.utf8.allSatisfy { $0 == 9 || ($0 >= 32 && $0 != 127) }
    }
}
