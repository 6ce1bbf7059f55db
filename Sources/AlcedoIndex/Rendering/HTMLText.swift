/// Escaping for HTML.
package enum HTMLText {
    /// Returns text that is safe between tags and inside a quoted attribute. Control characters and noncharacters,
    /// which a page may contain neither literally nor as references, become U+FFFD (HTML, "Preprocessing the input
    /// stream").
    package static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: mayNeedEscaping) else { return text }
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count + 16)
        // By scalar, not by character: a quote and a combining mark after it form one character.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return escaped
    }

    // Whether a byte may begin a scalar that is changed. Few texts contain one.
    private static func mayNeedEscaping(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x7F, 0xC2, 0xEF...: true
        default: "&<>\"'".utf8.contains(byte)
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0C, 0x0D: true
        case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }

    /// Returns a tag with its attributes in the order given; those without a value are omitted.
    package static func tag(_ name: String, _ attributes: [(name: String, value: String?)]) -> String {
        var tag = "<\(name)"
        for (name, value) in attributes {
            if let value { tag += " \(name)=\"\(escape(value))\"" }
        }
        return tag + ">"
    }
}
