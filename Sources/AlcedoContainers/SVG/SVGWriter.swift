import AlcedoBase
import AlcedoRecipes

/// Writes elements of SVG, with its namespace as the default.
struct SVGWriter {
    private var body = ""
    private var usesLinks = false
    // The start tag still lacks its end, since the element may be empty.
    private var isTagOpen = false
    // The last character of text, which may come in parts.
    private var last: Unicode.Scalar?

    var isEmpty: Bool { body.isEmpty }

    /// The document, which declares the namespaces that it uses.
    var document: Data {
        let links = usesLinks ? " xmlns:xlink=\"http://www.w3.org/1999/xlink\"" : ""
        return Data("<svg xmlns=\"http://www.w3.org/2000/svg\"\(links)\(body.dropFirst("<svg".count))".utf8)
    }

    mutating func start(_ name: String, _ attributes: [(name: String, value: String)]) {
        closeTag()
        body += "<" + name
        for (name, value) in attributes {
            if name.hasPrefix("xlink:") { usesLinks = true }
            let scalars = value.unicodeScalars
            let quote: Unicode.Scalar = scalars.contains("\"") && !scalars.contains("'") ? "'" : "\""
            body += " \(name)="
            body.unicodeScalars.append(quote)
            write(value, quote: quote)
            body.unicodeScalars.append(quote)
        }
        isTagOpen = true
    }

    mutating func text(_ text: String) {
        if text.isEmpty { return }
        closeTag()
        write(text, quote: nil)
    }

    mutating func end(_ name: String) {
        body += isTagOpen ? "/>" : "</\(name)>"
        isTagOpen = false
    }

    private mutating func closeTag() {
        if isTagOpen {
            body += ">"
            last = nil
        }
        isTagOpen = false
    }

    /// Escapes scalar by scalar: as a `Character`, `<` would differ from itself with a combining mark.
    private mutating func write(_ text: String, quote: Unicode.Scalar?) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": body += "&amp;"
            case "<": body += "&lt;"
            // `]]>` is not allowed in text.
            case ">" where quote == nil && last == "]": body += "&gt;"
            case "\"" where quote == "\"": body += "&quot;"
            default: body.unicodeScalars.append(scalar)
            }
            last = scalar
        }
    }

    /// Returns the text without characters that XML does not allow (XML 1.0, 2.2).
    static func allowed(_ text: String) -> String {
        let isAllowed = { (scalar: Unicode.Scalar) in
            scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                || [0x09, 0x0A, 0x0D].contains(scalar.value)
        }
        return text.unicodeScalars.allSatisfy(isAllowed)
            ? text : String(String.UnicodeScalarView(text.unicodeScalars.filter(isAllowed)))
    }
}
