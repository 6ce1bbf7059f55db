extension ImageType {
    /// Returns the type of bytes without a known signature: some kind of text, or `nil`.
    ///
    /// The root element decides, not an element inside it: an error page that contains a drawing is still a page.
    static func sniffText(_ data: Data) -> ImageType? {
        let (bytes, isWhole) = plainBytes(data)
        // The window may end within a character, so the text is not validated.
        guard !bytes.prefix(1024).contains(where: { $0 < 9 || ($0 > 13 && $0 < 32 && $0 != 27) }) else {
            return nil
        }
        var markup = Markup(rest: bytes[...])
        markup.skipSpace()
        switch markup.rest.first {
        case UInt8(ascii: "<"): return markup.rootType() ?? (isWhole ? .text : .xml)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
        default: return .text
        }
    }

    // Up to 64 kB without the byte order mark; in UTF-16, non-ASCII characters are replaced.
    private static func plainBytes(_ data: Data) -> (bytes: [UInt8], isWhole: Bool) {
        let window = 65_536
        let head = [UInt8](data.prefix(window))
        let isWhole = data.count <= window
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (Array(head.dropFirst(3)), isWhole) }
        let isBigEndian = head.starts(with: [0xFE, 0xFF])
        guard isBigEndian || head.starts(with: [0xFF, 0xFE]) else { return (head, isWhole) }
        let bytes = stride(from: 2, to: head.count - 1, by: 2).map { index in
            let (high, low) = isBigEndian ? (head[index], head[index + 1]) : (head[index + 1], head[index])
            return high == 0 && low < 128 ? low : UInt8(ascii: "?")
        }
        return (bytes, isWhole)
    }
}

/// Scans markup past the prologue to the root element.
private struct Markup {
    var rest: ArraySlice<UInt8>

    // Elements that a page without `<html>` starts with.
    private static let pageElements: Set<String> = [
        "html", "head", "body", "title", "meta", "link", "script", "style", "base", "div", "p", "span", "a",
        "b",
        "br", "hr", "center", "table", "form", "font", "pre", "img", "h1", "h2", "h3", "main", "header",
        "section",
    ]

    mutating func skipSpace() {
        rest = rest.drop { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
    }

    /// Returns the type of the root element, or `nil` if there is none.
    mutating func rootType() -> ImageType? {
        while true {
            skipSpace()
            if take("<?") {
                guard skip(past: "?>") else { return nil }
            } else if take("<!--") {
                guard skip(past: "-->") else { return nil }
            } else if take("<!doctype") {
                skipSpace()
                switch name().lowercased() {
                case "html": return .html
                case "svg": return .svg
                default: break
                }
                guard skipDeclaration() else { return nil }
            } else if take("<") {
                let name = name()
                if name == "svg" { return .svg }
                if name.isEmpty { return nil }
                return Self.pageElements.contains(name.lowercased()) ? .html : .xml
            } else {
                return nil
            }
        }
    }

    // Ignores case; `text` has to be lowercase.
    private mutating func take(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        let found = rest.prefix(wanted.count).map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
        guard found == wanted else { return false }
        rest = rest.dropFirst(wanted.count)
        return true
    }

    private mutating func skip(past text: String) -> Bool {
        let wanted = Array(text.utf8)
        while rest.count >= wanted.count {
            if rest.starts(with: wanted) {
                rest = rest.dropFirst(wanted.count)
                return true
            }
            rest = rest.dropFirst()
        }
        return false
    }

    // A document type may contain an internal subset in brackets, whose declarations have a `>` of their own.
    private mutating func skipDeclaration() -> Bool {
        var depth = 0
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth <= 0: return true
            default: break
            }
        }
        return false
    }

    // Reads the name of an element and drops its namespace prefix.
    private mutating func name() -> String {
        let name = rest.prefix { ![0x20, 0x09, 0x0A, 0x0C, 0x0D, 0x2F, 0x3E, 0x5B].contains($0) }
        rest = rest.dropFirst(name.count)
        return String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
    }
}
