/// Classes of bytes in ASCII, and in UTF-8 as far as ASCII decides.
extension UInt8 {
    /// Whether it is a space in HTML and CSS.
    @inlinable package var isSpace: Bool { self == 0x20 || self == 0x09 || isLineEnd }

    /// Whether it is a space in XML, which has no form feed.
    @inlinable package var isXMLSpace: Bool { isSpace && self != 0x0C }

    /// Whether it ends a line in CSS.
    @inlinable package var isLineEnd: Bool { self == 0x0A || self == 0x0C || self == 0x0D }

    @inlinable package var isDigit: Bool { (0x30...0x39).contains(self) }

    @inlinable package var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    /// Whether it may be part of a name in CSS: a letter, a digit, `-`, `_`, or part of a character beyond ASCII.
    @inlinable package var isNamePart: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") || self >= 0x80
    }
}
