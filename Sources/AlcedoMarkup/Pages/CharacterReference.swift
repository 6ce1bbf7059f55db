/// Character references of HTML.
package enum CharacterReference {
    /// Resolves the character references in an attribute's value: numeric ones, and names that end with a semicolon. Rare
    /// names are left alone.
    package static func resolved(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        // By bytes: appending to the scalars of a text copies all of it each time.
        let bytes = Array(text.utf8)
        var resolved: [UInt8] = []
        resolved.reserveCapacity(bytes.count)
        var offset = 0
        while offset < bytes.count {
            // The longest reference is `&#x10FFFF;`, perhaps with zeros.
            guard bytes[offset] == UInt8(ascii: "&"),
                let semicolon = bytes[offset...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let scalar = character(String(decoding: bytes[(offset + 1)..<semicolon], as: UTF8.self))
            else {
                resolved.append(bytes[offset])
                offset += 1
                continue
            }
            resolved.append(contentsOf: String(scalar).utf8)
            offset = semicolon + 1
        }
        return String(decoding: resolved, as: UTF8.self)
    }

    /// Returns the character of a reference, given without `&` and `;`: `eacute`, `#233`, `#xe9`.
    package static func character(_ name: String) -> Unicode.Scalar? {
        guard name.first == "#" else { return HTMLEntities.scalar(name) }
        let digits = name.dropFirst()
        guard digits.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == "x" || $0 == "X") }) else {
            return nil
        }
        let number =
            digits.first.map { $0 == "x" || $0 == "X" } == true
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, number != 0 else { return nil }
        return LegacyText.extra(number) ?? Unicode.Scalar(number)
    }
}
