/// Text of pages that are not UTF-8.
package enum LegacyText {
    /// Returns the text of bytes, and whether they are UTF-8. All others are read as Windows-1252, as browsers read ISO-8859-1
    /// too (WHATWG, "Encoding"); addresses in them are requested as UTF-8.
    package static func decoded(_ bytes: some Collection<UInt8>) -> (text: String, isUTF8: Bool) {
        if let text = String(validating: bytes, as: UTF8.self) { return (text, true) }
        var text = ""
        for byte in bytes {
            text.unicodeScalars.append(extra(UInt32(byte)) ?? Unicode.Scalar(byte))
        }
        return (text, false)
    }

    /// Returns the bytes of text for a page, in any encoding if that is not UTF-8: non-ASCII characters become character
    /// references.
    package static func encoded(_ text: String, isUTF8: Bool) -> [UInt8] {
        guard !isUTF8 else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in
            Array((scalar.isASCII ? String(scalar) : "&#x\(String(scalar.value, radix: 16));").utf8)
        }
    }

    /// Returns one of the characters 80 to 9F, which have these numbers in references too; `nil` for other numbers.
    static func extra(_ number: UInt32) -> Unicode.Scalar? {
        (0x80..<0xA0).contains(number) ? extra[Int(number) - 0x80] : nil
    }

    /// The characters 80 to 9F (WHATWG, "index-windows-1252").
    private static let extra = Array(
        "\u{20AC}\u{81}\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\u{2C6}\u{2030}\u{160}\u{2039}\u{152}\u{8D}\u{17D}\u{8F}\u{90}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\u{2DC}\u{2122}\u{161}\u{203A}\u{153}\u{9D}\u{17E}\u{178}"
            .unicodeScalars)
}
