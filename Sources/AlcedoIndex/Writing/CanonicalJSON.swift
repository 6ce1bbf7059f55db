/// A writer of JSON that is byte-identical on every platform.
///
/// `JSONEncoder` is not used because its spacing and its numbers differ between versions of Foundation. Indentation
/// is two spaces; values that contain no object are on one line; slashes and non-ASCII characters are not escaped.
/// Callers write members sorted by the bytes of their keys.
package struct CanonicalJSON {
    /// The layout of an object's members or an array's elements.
    package enum Layout {
        /// One per line.
        case lines
        /// All on one line.
        case line
    }

    /// The UTF-8 text so far, without reused text, which is not copied.
    package private(set) var bytes: [UInt8] = []
    // Reused text, each with its offset in `bytes`.
    private var written: [(offset: Int, text: ArraySlice<UInt8>)] = []
    private var writtenCount = 0
    private var depth = 0
    private var isFirst = true
    private var layout = Layout.lines

    /// Creates an empty writer.
    ///
    /// - Parameter depth: The number of objects and arrays around the text.
    package init(capacity: Int = 0, depth: Int = 0) {
        bytes.reserveCapacity(capacity)
        self.depth = depth
    }

    /// The number of bytes so far.
    package var count: Int { bytes.count + writtenCount }

    /// The text so far as consecutive pieces. Reused text is not copied.
    package var pieces: [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        for (offset, text) in written {
            pieces += [bytes[start..<offset], text]
            start = offset
        }
        pieces.append(bytes[start...])
        return pieces.filter { !$0.isEmpty }
    }

    /// Writes a value that was already formatted at the same depth.
    package mutating func value(_ text: ArraySlice<UInt8>) {
        written.append((bytes.count, text))
        writtenCount += text.count
    }

    /// Writes `{ … }` with the members that `body` writes.
    package mutating func object(_ layout: Layout = .lines, _ body: (inout CanonicalJSON) -> Void) {
        container(open: "{", close: "}", padded: true, layout, body)
    }

    /// Writes `[ … ]` with the output of `body` for each element.
    package mutating func array<Element>(
        _ elements: [Element], _ layout: Layout = .lines, _ body: (inout CanonicalJSON, Element) -> Void
    ) {
        container(open: "[", close: "]", padded: false, layout) { json in
            for element in elements {
                json.separate()
                body(&json, element)
            }
        }
    }

    /// Writes a member's key that needs no escaping; its value must follow.
    package mutating func key(_ name: StaticString) {
        separate()
        append("\"")
        append(name)
        append("\": ")
    }

    /// Writes a member's key; its value must follow.
    package mutating func key(_ name: String) {
        separate()
        string(name)
        append(": ")
    }

    /// Writes a member unless its value is `nil`.
    package mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a member unless its value is `nil`.
    package mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        key(name)
        append(String(value))
    }

    /// Writes a member unless its value is `nil` or not representable in JSON (infinity, NaN).
    package mutating func member(_ name: StaticString, _ value: Double?) {
        guard let value, value.isFinite else { return }
        key(name)
        number(value)
    }

    /// Writes a member unless its value is `nil`.
    package mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        key(name)
        append(value ? "true" : "false")
    }

    /// Writes an array of strings as a member unless it is `nil`.
    package mutating func member(_ name: StaticString, _ values: [String]?, _ layout: Layout = .line) {
        guard let values else { return }
        key(name)
        array(values, layout) { $0.string($1) }
    }

    /// Writes an object as a member, with a member for each value, sorted by the bytes of their keys.
    package mutating func member<Value>(
        _ name: StaticString, sorted values: [String: Value], _ body: (inout CanonicalJSON, Value) -> Void
    ) {
        key(name)
        object { json in
            // Sorts only the keys: sorting moves its elements, and values may be large.
            for key in values.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                guard let value = values[key] else { continue }
                json.key(key)
                body(&json, value)
            }
        }
    }

    /// Ends the text with a newline.
    package mutating func finish() {
        append("\n")
    }

    private mutating func container(
        open: StaticString, close: StaticString, padded: Bool, _ layout: Layout,
        _ body: (inout CanonicalJSON) -> Void
    ) {
        let outer = self.layout
        append(open)
        self.layout = layout
        isFirst = true
        depth += 1
        if padded && layout == .line { append(" ") }
        let start = count
        body(&self)
        depth -= 1
        if count == start {
            // Empty: nothing between the brackets.
            if padded && layout == .line { bytes.removeLast() }
        } else if layout == .lines {
            newline()
        } else if padded {
            append(" ")
        }
        append(close)
        self.layout = outer
        isFirst = false
    }

    private mutating func separate() {
        if !isFirst { append(layout == .line ? ", " : ",") }
        if layout == .lines { newline() }
        isFirst = false
    }

    private mutating func newline() {
        let blank: StaticString = "\n                                "
        blank.withUTF8Buffer { bytes.append(contentsOf: $0.prefix(1 + 2 * depth)) }
        // Deeper than the string is long: never in an index, but correct anyway.
        for _ in stride(from: 16, to: depth, by: 1) { append("  ") }
    }

    /// Writes the shortest digits that read back as the same number; whole numbers without a fraction.
    private mutating func number(_ value: Double) {
        if let whole = Int(exactly: value) {
            append(String(whole))
        } else {
            append(value.description)
        }
    }

    private mutating func string(_ text: String) {
        append("\"")
        // Most texts need no escaping and are copied unchanged.
        let isPlain = text.utf8.withContiguousStorageIfAvailable { characters in
            for character in characters
            where character < 0x20 || character == UInt8(ascii: "\"") || character == UInt8(ascii: "\\") {
                return false
            }
            bytes.append(contentsOf: characters)
            return true
        }
        if isPlain != true {
            for character in text.utf8 { escape(character) }
        }
        append("\"")
    }

    private mutating func escape(_ character: UInt8) {
        switch character {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        case ..<0x20:
            let digits: StaticString = "0123456789abcdef"
            append("\\u00")
            digits.withUTF8Buffer { bytes += [$0[Int(character >> 4)], $0[Int(character & 15)]] }
        default: bytes.append(character)
        }
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
