import AlcedoBase

/// Parses JSON (RFC 8259) into the same nodes as YAML.
///
/// JSON is almost YAML, but libyaml rejects what exports are full of: escaped surrogate pairs, tabs as indentation,
/// and long keys.
struct JSONParser {
    private let bytes: [UInt8]
    private let file: String
    private var offset = 0
    private var column = ColumnCount()
    private var line = 1

    /// Parses a document.
    /// - Throws: A `Diagnostic` at the first error.
    static func parse(_ data: Data, file: String) throws(Diagnostic) -> YAMLNode {
        var parser = JSONParser(bytes: try YAMLText(data, file: file).bytes, file: file)
        return try parser.document()
    }

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// Parses the whole document. Must be called only once.
    mutating func document() throws(Diagnostic) -> YAMLNode {
        let root = try value(depth: 1)
        skipSpace()
        guard offset == bytes.count else {
            let another = bytes[offset] == UInt8(ascii: "{") || bytes[offset] == UInt8(ascii: "[")
            let advice = another ? ", found another value; put all values into one array" : ""
            throw fault("expected the end of the file" + advice)
        }
        return root
    }

    private var place: Diagnostic.Location {
        mutating get {
            Diagnostic.Location(file: file, line: line, column: column.column(at: offset, of: bytes))
        }
    }

    private mutating func fault(_ reason: String) -> Diagnostic {
        Diagnostic(.error, "not valid JSON: \(reason)", at: place)
    }

    private mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 10:
                offset += 1
                line += 1
                column.beginLine(at: offset)
            case 9, 13, 32: offset += 1
            default: return
            }
        }
    }

    private mutating func take(_ character: Character) -> Bool {
        guard offset < bytes.count, bytes[offset] == character.asciiValue else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) throws(Diagnostic) -> YAMLNode {
        skipSpace()
        if Task.isCancelled { throw YAMLParser.cancellation }
        guard depth <= YAMLParser.deepest else { throw fault("values are nested too deeply") }
        guard offset < bytes.count else { throw fault("expected a value") }
        let start = place
        switch bytes[offset] {
        case UInt8(ascii: "{"): return YAMLNode(.mapping(try object(depth)), at: start)
        case UInt8(ascii: "["): return YAMLNode(.sequence(try array(depth)), at: start)
        case UInt8(ascii: "\""):
            let text = try string()
            return YAMLNode(.scalar(text: text, style: .quoted, value: .string(text)), at: start)
        default: return try word(start)
        }
    }

    private mutating func object(_ depth: Int) throws(Diagnostic) -> [YAMLPair] {
        var pairs: [YAMLPair] = []
        offset += 1
        skipSpace()
        if take("}") { return pairs }
        while true {
            skipSpace()
            let start = place
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
                throw fault("expected a key in quotes")
            }
            let name = try string()
            skipSpace()
            guard take(":") else { throw fault("expected ':'") }
            let key = YAMLNode(.scalar(text: name, style: .quoted, value: .string(name)), at: start)
            pairs.append(YAMLPair(key: key, value: try value(depth: depth + 1)))
            skipSpace()
            if take("}") { return pairs }
            guard take(",") else { throw fault("expected ',' or '}'") }
        }
    }

    private mutating func array(_ depth: Int) throws(Diagnostic) -> [YAMLNode] {
        var items: [YAMLNode] = []
        offset += 1
        skipSpace()
        if take("]") { return items }
        while true {
            items.append(try value(depth: depth + 1))
            skipSpace()
            if take("]") { return items }
            guard take(",") else { throw fault("expected ',' or ']'") }
        }
    }

    private mutating func word(_ start: Diagnostic.Location) throws(Diagnostic) -> YAMLNode {
        let rest = bytes[offset...]
        let end = rest.firstIndex { byte in
            byte <= 32 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
        }
        let text = String(decoding: rest[..<(end ?? rest.endIndex)], as: UTF8.self)
        let value = YAMLScalar(plain: text)
        switch value {
        case .null where text == "null", .bool where text == "true" || text == "false": break
        case .int where Self.isNumber(text), .float where Self.isNumber(text): break
        default: throw fault("expected a value, found '\(YAMLNode.excerpt(text))'")
        }
        offset += text.utf8.count
        return YAMLNode(.scalar(text: text, style: .plain, value: value), at: start)
    }

    // Stricter than YAML: no plus, no leading zero, digits on both sides of the point.
    private static func isNumber(_ text: String) -> Bool {
        var digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let whole = digits.prefix { $0.isASCII && $0.isNumber }
        guard !whole.isEmpty, whole == "0" || whole.first != "0" else { return false }
        digits = digits[whole.endIndex...]
        if digits.first == "." {
            guard let next = digits.dropFirst().first, next.isASCII, next.isNumber else { return false }
        }
        return true
    }

    private mutating func string() throws(Diagnostic) -> String {
        offset += 1
        var text: [UInt8] = []
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                offset += 1
                text += Array(String(try escape()).utf8)
            case ..<32:
                throw fault("a line break or tab inside a string; write \\n or \\t")
            default:
                text.append(byte)
                offset += 1
            }
        }
        throw fault("a string is not closed")
    }

    private mutating func escape() throws(Diagnostic) -> Unicode.Scalar {
        let simple: [UInt8: Unicode.Scalar] = [
            UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
            UInt8(ascii: "b"): "\u{8}",
            UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r",
            UInt8(ascii: "t"): "\t",
        ]
        guard offset < bytes.count else { throw fault("a string is not closed") }
        if let scalar = simple[bytes[offset]] {
            offset += 1
            return scalar
        }
        let high = try codeUnit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        // A character above U+FFFF is written as a surrogate pair.
        guard (0xD800...0xDBFF).contains(high), take("\\"), offset < bytes.count else {
            throw fault("an unpaired surrogate")
        }
        let low = try codeUnit()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        else { throw fault("an unpaired surrogate") }
        return scalar
    }

    private mutating func codeUnit() throws(Diagnostic) -> UInt16 {
        guard take("u"), offset + 4 <= bytes.count else { throw fault("an unknown escape sequence") }
        let digits = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
        guard digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else {
            throw fault("an unknown escape sequence")
        }
        offset += 4
        return unit
    }
}
