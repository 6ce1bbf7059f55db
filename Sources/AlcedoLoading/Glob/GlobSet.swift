/// The characters that `[…]` matches.
struct GlobSet: Hashable, Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false
    var ignoresCase = false

    // The index of the `]` that closes the set. A `]` in first position is a member, as in POSIX.
    static func end(of text: [Unicode.Scalar], from start: Int) throws(GlobPatternError) -> Int {
        var position = start + 1
        if position < text.count, text[position] == "!" || text[position] == "^" { position += 1 }
        if position < text.count, text[position] == "]" { position += 1 }
        while position < text.count, text[position] != "/" {
            if text[position] == "]" { return position }
            position += text[position] == "\\" ? 2 : 1
        }
        throw .invalid("'[' is not closed; write '\\[' for the character")
    }

    /// Parses the text between the brackets.
    init(_ content: ArraySlice<Unicode.Scalar>) throws(GlobPatternError) {
        var rest = content
        if let first = rest.first, first == "!" || first == "^" {
            isNegated = true
            rest.removeFirst()
        }
        while var low = rest.popFirst() {
            if low == "\\", let escaped = rest.popFirst() { low = escaped }
            guard rest.count >= 2, rest.first == "-" else {
                ranges.append(low.value...low.value)
                continue
            }
            rest.removeFirst()
            var high = rest.removeFirst()
            if high == "\\", let escaped = rest.popFirst() { high = escaped }
            guard low.value <= high.value else {
                throw .invalid("the range '\(low)-\(high)' runs backwards")
            }
            ranges.append(low.value...high.value)
        }
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        isMember(scalar) != isNegated
    }

    private func isMember(_ scalar: Unicode.Scalar) -> Bool {
        if ranges.contains(where: { $0.contains(scalar.value) }) { return true }
        guard ignoresCase, scalar.isASCII, scalar.properties.isAlphabetic else { return false }
        let other = scalar.value ^ 0x20
        return ranges.contains { $0.contains(other) }
    }
}
