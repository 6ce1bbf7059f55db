/// HTML, escaped.
package enum HTMLText {
    /// Text that is safe between tags and inside a quoted attribute.
    package static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return text }
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
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
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
