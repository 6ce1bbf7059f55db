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
        if first == UInt8(ascii: "%"), digits.count == 2, let high = digits.first.flatMap(Self.value),
            let low = digits.last.flatMap(Self.value)
        {
            rest = rest.dropFirst(2)
            return (high << 4 | low, true)
        }
        return (first, false)
    }

    private static func value(ofHexDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
