import CAlcedoSystem
import CDigest

// What Foundation has outside of FoundationEssentials, as far as Alcedo needs it.
extension String {
    /// Creates text of a number with a fixed number of decimal places, rounded as by `printf`, with a point in every
    /// locale.
    package init(_ value: Double, places: Int) {
        // Longer than the largest number with 80 places.
        var text = [CChar](repeating: 0, count: 400)
        alcedo_format_fixed(value, Int32(clamping: places), &text, UInt(text.count))
        self = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The text in Unicode normalization form C.
    package var precomposed: String { normalized(alcedo_form_c) }

    /// The text in Unicode normalization form KD: decomposed, and without distinctions of width and style.
    package var compatibilityDecomposed: String { normalized(alcedo_form_kd) }

    private func normalized(_ form: alcedo_form) -> String {
        // ASCII is in every form, and almost every name is ASCII.
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        // GLib stops at a null character.
        return unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false).map { part in
            let part = String(String.UnicodeScalarView(part))
            guard let text = alcedo_normalized(part, form) else { return part }
            defer { free(text) }
            return String(cString: text)
        }.joined(separator: "\0")
    }

    /// The text with each `%41` replaced by its byte; `nil` if a `%` has no two hexadecimal digits after it, or the
    /// bytes are not UTF-8.
    package var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest.removeFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension StringProtocol {
    /// The text without spaces (Unicode's category Zs) and tabs at its ends.
    package var trimmed: String { trimmed { $0 == "\t" || $0.properties.generalCategory == .spaceSeparator } }

    private func trimmed(_ isSpace: (Unicode.Scalar) -> Bool) -> String {
        let rest = unicodeScalars.drop(while: isSpace)
        guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(String.UnicodeScalarView(rest[...last]))
    }
}
