import AlcedoBase

/// Decodes percent-encoded text byte by byte.
struct PercentDecoder {
    private var rest: Substring.UTF8View

    init(_ text: Substring.UTF8View) {
        rest = text
    }

    /// Returns the next byte, and whether it was percent-encoded; `nil` at the end.
    mutating func next() -> (byte: UInt8, isEscaped: Bool)? {
        guard let first = rest.popFirst() else { return nil }
        let digits = rest.prefix(2)
        if first == UInt8(ascii: "%"), digits.count == 2, let high = digits.first?.hexDigitValue,
            let low = digits.last?.hexDigitValue
        {
            rest = rest.dropFirst(2)
            return (high << 4 | low, true)
        }
        return (first, false)
    }
}
