extension HTMLText {
    /// Resolves the character references in an attribute's value: numeric ones and the five basic names. Others are
    /// left alone; no address needs them.
    package static func resolved(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var resolved = ""
        var rest = Substring(text).unicodeScalars
        while let ampersand = rest.firstIndex(of: "&") {
            resolved.unicodeScalars.append(contentsOf: rest[..<ampersand])
            rest = rest[ampersand...]
            guard let semicolon = rest.prefix(12).firstIndex(of: ";"),
                let scalar = scalar(String(rest[rest.index(after: rest.startIndex)..<semicolon]))
            else {
                resolved.unicodeScalars.append("&")
                rest = rest.dropFirst()
                continue
            }
            resolved.unicodeScalars.append(scalar)
            rest = rest[rest.index(after: semicolon)...]
        }
        resolved.unicodeScalars.append(contentsOf: rest)
        return resolved
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        guard digits.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == "x" || $0 == "X") }) else {
            return nil
        }
        let number =
            digits.first.map { $0 == "x" || $0 == "X" } == true
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
}
