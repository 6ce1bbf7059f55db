/// HTML, escaped.
package enum HTMLText {
    /// Text that is safe between tags and inside a quoted attribute. What no page may have, neither as it is nor as a
    /// reference, becomes U+FFFD: control characters and what will never be a character (HTML, "Preprocessing the input
    /// stream").
    package static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: mayNeedEscaping) else { return text }
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count + 16)
        // By scalar, not by character: a combining mark after a quote makes one character of the two.
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

    // A first byte of something that is changed. Few texts have one.
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

    /// The same text for a page in whatever encoding: everything beyond ASCII as character references.
    static func inASCII(_ text: String) -> String {
        var ascii = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                ascii.unicodeScalars.append(scalar)
            } else {
                ascii += "&#x\(String(scalar.value, radix: 16));"
            }
        }
        return ascii
    }

    /// A tag with its attributes in the order given; those without a value are left out.
    static func tag(_ name: String, _ attributes: [(name: String, value: String?)]) -> String {
        var tag = "<\(name)"
        for (name, value) in attributes {
            if let value { tag += " \(name)=\"\(escape(value))\"" }
        }
        return tag + ">"
    }
}
