import AlcedoBase
import AlcedoMarkup
import AlcedoRecipes

/// Removes from the style sheets and style attributes of an SVG what loads or runs anything.
///
/// The text is divided into tokens as in CSS Syntax Level 3, and only rules and functions of a list are written. Removed parts
/// leave something between their neighbors, so no two tokens join.
struct CSSCleaner: ByteScanner {
    let bytes: [UInt8]
    var at = 0
    private var output: [UInt8] = []
    // Whether an address was replaced, or a rule removed.
    private var hasRemoved = false
    // Where the current declaration or rule begins, in the text and in the output, and the parentheses open in it.
    private var item = (at: 0, output: 0)
    private var depth = 0

    /// Marks a declaration or a rule in which an address may be hidden.
    private struct Suspicious: Error {}

    private init(_ css: String) { bytes = Array(css.utf8) }

    /// Returns the style without comments, `@import`, and the declarations and rules in which an address may be hidden, and
    /// with an empty address in place of others.
    ///
    /// - Throws: `ContainerError` if a picture in it cannot be cleaned.
    static func cleaned(_ css: String) throws(ContainerError) -> String {
        var cleaner = CSSCleaner(css)
        while try !cleaner.run() { cleaner.skipItem() }
        return String(decoding: cleaner.output, as: UTF8.self)
    }

    /// Whether a value that is no style sheet has only functions of the list, and no address but fragments of the document.
    static func isHarmless(_ value: String) -> Bool {
        if value.utf8.contains(UInt8(ascii: "\\")) { return false }
        var cleaner = CSSCleaner(value)
        do { return try cleaner.run() && !cleaner.hasRemoved } catch { return false }
    }

    // MARK: The policy

    private static let rules: Set<String> = [
        "media", "supports", "font-face", "keyframes", "-webkit-keyframes", "-moz-keyframes", "layer",
        "container", "counter-style", "property", "page", "scope", "starting-style",
    ]

    /// Functions of values, of selectors and of the descriptors of fonts. Not among them: those that name an address in another
    /// way than `url(…)`, such as `image-set()`, `image()`, `src()`, `cross-fade()`, `element()` and `attr()`.
    private static let functions: Set<String> = [
        "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix",
        "light-dark", "var", "env", "calc", "min", "max", "clamp", "round", "mod", "rem", "abs", "sign",
        "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "pow", "sqrt", "hypot", "log", "exp",
        "translate", "translatex", "translatey", "translatez", "translate3d",
        "rotate", "rotatex", "rotatey", "rotatez", "rotate3d",
        "scale", "scalex", "scaley", "scalez", "scale3d", "skew", "skewx", "skewy",
        "matrix", "matrix3d", "perspective",
        "path", "polygon", "circle", "ellipse", "inset", "rect", "xywh", "ray", "shape",
        "cubic-bezier", "steps", "linear",
        "linear-gradient", "radial-gradient", "conic-gradient", "repeating-linear-gradient",
        "repeating-radial-gradient", "repeating-conic-gradient",
        "blur", "brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate", "invert", "opacity",
        "saturate", "sepia", "counter", "counters", "minmax", "repeat", "fit-content",
        "not", "is", "where", "has", "lang", "dir", "host", "nth-child", "nth-last-child", "nth-of-type",
        "nth-last-of-type", "selector", "local", "format", "tech",
    ]

    // MARK: Tokens

    /// Returns whether the rest of the text could be written.
    private mutating func run() throws(ContainerError) -> Bool {
        do {
            while at < bytes.count { try token() }
            return true
        } catch let error as ContainerError {
            throw error
        } catch {
            return false
        }
    }

    private mutating func token() throws {
        let start = at
        switch bytes[at] {
        case UInt8(ascii: "/") where skipCSSComment():
            // It separates what is before it from what is after it.
            if endsApart || at == bytes.count || Self.separators.contains(bytes[at]) { return }
            output += "/**/".utf8
        case UInt8(ascii: "\\"): throw Suspicious()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): output += try string()
        case UInt8(ascii: "@"):
            at += 1
            if Self.rules.contains(word()) {
                output += bytes[start..<at]
            } else {
                skipRule()
                hasRemoved = true
                if !endsApart { output += " ".utf8 }
                beginItem()
            }
        case UInt8(ascii: "#"):
            at += 1
            _ = word()
            // For some browsers, the name may end before a character beyond ASCII, and a function begin there.
            if stands("(", at: at) { throw Suspicious() }
            output += bytes[start..<at]
        case UInt8(ascii: "<"):
            // In a range of a media query; nothing may look like a tag.
            at += 1
            output += stands("=", at: at) ? "<".utf8 : "< ".utf8
            _ = take(" ")
        case let byte where byte.isNamePart:
            let name = word()
            guard stands("(", at: at) else {
                output += bytes[start..<at]
                return
            }
            if name == "url" {
                output += "url(\(try kept(try address())))".utf8
            } else {
                guard Self.functions.contains(name) else { throw Suspicious() }
                at += 1
                output += bytes[start..<at]
                depth += 1
            }
        case let byte:
            at += 1
            output.append(byte)
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(0, depth - 1)
            case UInt8(ascii: "{"), UInt8(ascii: "}"): beginItem()
            case UInt8(ascii: ";") where depth == 0: beginItem()
            default: break
            }
        }
    }

    private mutating func beginItem() {
        item = (at, output.count)
        depth = 0
    }

    /// Removes the current declaration, or the rule with its block, and moves after it. What is between is read as by
    /// ``token()``, so that it ends no earlier than what was read of it.
    private mutating func skipItem() {
        at = item.at
        output.removeSubrange(item.output...)
        hasRemoved = true
        var (parentheses, braces) = (0, 0)
        while at < bytes.count {
            if skipToken() { continue }
            let byte = bytes[at]
            switch byte {
            case UInt8(ascii: "}") where braces == 0:
                // The end of the block around it.
                return beginItem()
            default:
                at += 1
                switch byte {
                case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses = max(0, parentheses - 1)
                case UInt8(ascii: "{"): (parentheses, braces) = (0, braces + 1)
                case UInt8(ascii: "}"):
                    (parentheses, braces) = (0, braces - 1)
                    if braces == 0 { return beginItem() }
                case UInt8(ascii: ";") where parentheses == 0 && braces == 0: return beginItem()
                default: break
                }
            }
        }
        beginItem()
    }

    /// Moves past a comment, an escape, a string, a name or an address, which nothing ends from within. Nothing in it needs to be
    /// refused, because all of it goes.
    private mutating func skipToken() -> Bool {
        switch bytes[at] {
        case UInt8(ascii: "/"): return skipCSSComment()
        case UInt8(ascii: "\\"): at = min(at + 2, bytes.count)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = takeString()
        case let byte where byte.isNamePart:
            // A suspicious one ends at the suspicious place.
            if word() == "url", stands("(", at: at) { do { _ = try address() } catch {} }
        default: return false
        }
        return true
    }

    /// Moves past the rest of an at-rule, which ends with a semicolon or a block.
    private mutating func skipRule() {
        var depth = 0
        while at < bytes.count {
            if skipToken() { continue }
            switch bytes[at] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                // The end of the block around the rule.
                if depth == 0, bytes[at] == UInt8(ascii: "}") { return }
                depth = max(0, depth - 1)
                if depth == 0, bytes[at] == UInt8(ascii: "}") {
                    at += 1
                    return
                }
            case UInt8(ascii: ";") where depth == 0:
                at += 1
                return
            default: break
            }
            at += 1
        }
    }

    /// Returns a name in lowercase; nothing for one that is in no list.
    private mutating func word() -> String {
        let start = at
        skip { $0.isNamePart }
        let name = String(decoding: bytes[start..<at], as: UTF8.self)
        return SVGPolicy.isPlain(name) ? name.lowercased() : ""
    }

    /// Moves past a string, and returns it with its quotes; `nil` if its line or the text ends before it.
    private mutating func takeString() -> ArraySlice<UInt8>? {
        let start = at
        at += 1
        while at < bytes.count, bytes[at] != bytes[start] {
            if bytes[at].isLineEnd { return nil }
            at = min(at + (bytes[at] == UInt8(ascii: "\\") ? 2 : 1), bytes.count)
        }
        guard at < bytes.count else { return nil }
        at += 1
        return bytes[start..<at]
    }

    /// Returns a string with its quotes.
    private mutating func string() throws(Suspicious) -> ArraySlice<UInt8> {
        guard let string = takeString() else { throw Suspicious() }
        return string
    }

    /// Returns the address between the parentheses of `url(…)`, with its quotes if it has any.
    private mutating func address() throws -> String {
        at += 1
        skip { $0.isXMLSpace }
        let start = at
        if at < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[at]) {
            let quoted = try string()
            skip { $0.isXMLSpace }
            guard take(")") else { throw Suspicious() }
            return String(decoding: quoted, as: UTF8.self)
        }
        skip { $0 != UInt8(ascii: ")") }
        let address = bytes[start..<at]
        _ = take(")")
        guard !address.contains(where: { "\\\"'(".utf8.contains($0) }) else { throw Suspicious() }
        return String(decoding: address, as: UTF8.self).trimming().description
    }

    /// Returns what stands in the place of an address: itself, if it is a fragment, or a picture or font in the document.
    private mutating func kept(_ written: String) throws(ContainerError) -> String {
        let first = written.utf8.first
        let quote = first == UInt8(ascii: "\"") ? "\"" : first == UInt8(ascii: "'") ? "'" : ""
        let bytes = Array(quote.isEmpty ? written.utf8[...] : written.utf8.dropFirst().dropLast())
        let address = String(decoding: bytes, as: UTF8.self)
        let isPlain = !address.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "\\") }
        let hasEscape = bytes.contains(UInt8(ascii: "\\"))
        if bytes.first == UInt8(ascii: "#"), isPlain || !quote.isEmpty && !hasEscape { return written }
        hasRemoved = true
        if let picture = try EmbeddedPicture.cleaned(address) { return quote + picture + quote }
        let font = ["data:font/", "data:application/font", "data:application/x-font"].contains {
            String(decoding: bytes.prefix(30), as: UTF8.self).lowercased().utf8.starts(with: $0.utf8)
        }
        // Nothing: an empty fragment would load the document again.
        return font && isPlain ? written : "data:,"
    }

    // MARK: Steps

    private static let separators = Set(" \t\r\n{};,".utf8)

    /// Whether what is written ends so that nothing can join to it.
    private var endsApart: Bool {
        guard let last = output.last else { return true }
        return Self.separators.contains(last) || output.suffix(4).elementsEqual("/**/".utf8)
    }
}
