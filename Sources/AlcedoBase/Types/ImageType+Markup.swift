import Foundation

extension ImageType {
    /// The type of bytes that begin with no known signature: text of some kind, or `nil`.
    ///
    /// Of markup the root element decides, not what is found somewhere in it: an error page with a drawing in it
    /// is still a page.
    static func sniffText(_ data: Data) -> ImageType? {
        let (bytes, isWhole) = plainBytes(data)
        // A character may be cut at the end of what is looked at, so validity is not asked for.
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

    // Up to 64 kB without a byte order mark; UTF-16 with each character that is not ASCII replaced.
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

/// Goes over a prologue to the root element.
private struct Markup {
    var rest: ArraySlice<UInt8>

    // With these a page begins that has no `<html>`.
    private static let pageElements: Set<String> = [
        "html", "head", "body", "title", "meta", "link", "script", "style", "base", "div", "p", "span", "a",
        "b",
        "br", "hr", "center", "table", "form", "font", "pre", "img", "h1", "h2", "h3", "main", "header",
        "section",
    ]

    mutating func skipSpace() {
        rest = rest.drop { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
    }

    /// `nil` when there is no element.
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

    // Without regard to case; what is asked for is lower-case.
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

    // A document type may declare entities in brackets, which hold declarations with `>` of their own.
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

    // The name of an element without its namespace prefix.
    private mutating func name() -> String {
        let name = rest.prefix { ![0x20, 0x09, 0x0A, 0x0C, 0x0D, 0x2F, 0x3E, 0x5B].contains($0) }
        rest = rest.dropFirst(name.count)
        return String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
    }
}
