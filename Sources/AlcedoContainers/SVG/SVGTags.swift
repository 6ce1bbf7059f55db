import AlcedoMarkup

/// The start tags of an SVG, in their order.
///
/// Read without an XML parser, and only from text with ASCII markup. Reading ends at the first place that is not well-formed.
struct SVGTags: ByteScanner, Sequence, IteratorProtocol {
    struct Tag {
        /// Offset of the `<`.
        var start: Int
        /// The name with its prefix.
        var name: Range<Int>
        /// Names, and values without their quotes.
        var attributes: [(name: Range<Int>, value: Range<Int>)] = []
        /// Offset after the `>`.
        var end = 0
    }

    let bytes: UnsafeRawBufferPointer
    var at = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    mutating func next() -> Tag? {
        while at < bytes.count {
            skip { $0 != UInt8(ascii: "<") }
            if take("<?") {
                guard skip(past: "?>") else { return nil }
            } else if take("<!--") {
                guard skip(past: "-->") else { return nil }
            } else if take("<![CDATA[") {
                guard skip(past: "]]>") else { return nil }
            } else if take("<!") {
                guard skipDeclaration() else { return nil }
            } else if take("</") {
                guard skip(past: ">") else { return nil }
            } else {
                return tag()
            }
        }
        return nil
    }

    /// Moves past the text that follows a start tag, up to the next end tag, and returns its range.
    mutating func text() -> Range<Int> {
        let start = at
        while at < bytes.count, !stands("</", at: at) { at += 1 }
        return start..<at
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private mutating func tag() -> Tag? {
        let start = at
        guard take("<") else { return nil }
        var tag = Tag(start: start, name: name())
        while true {
            skip { $0.isXMLSpace }
            if take(">") || take("/>") {
                tag.end = at
                return tag
            }
            let key = name()
            skip { $0.isXMLSpace }
            guard !key.isEmpty, take("=") else { return nil }
            skip { $0.isXMLSpace }
            guard let quote = byte(at), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                return nil
            }
            at += 1
            let value = at
            skip { $0 != quote }
            guard at < bytes.count else { return nil }
            tag.attributes.append((key, value..<at))
            at += 1
        }
    }

    private mutating func name() -> Range<Int> {
        let start = at
        skip { !$0.isXMLSpace && !"=/>".utf8.contains($0) }
        return start..<at
    }

    // A document type may contain bracketed declarations with their own `>`, and any text in quotes and comments.
    private mutating func skipDeclaration() -> Bool {
        var depth = 0
        while at < bytes.count {
            if take("<!--") {
                guard skip(past: "-->") else { return false }
            } else if take("\"") {
                guard skip(past: "\"") else { return false }
            } else if take("'") {
                guard skip(past: "'") else { return false }
            } else if take("[") {
                depth += 1
            } else if take("]") {
                depth -= 1
            } else if depth <= 0, take(">") {
                return true
            } else {
                at += 1
            }
        }
        return false
    }
}
