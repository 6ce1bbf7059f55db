extension String {
    /// The text with terminal controls, line separators and bidirectional controls escaped: `\u{9b}` for the byte that
    /// starts a terminal command. File names and decoder messages come from untrusted files.
    package var printable: String { spellingOut { "\\u{" + String($0, radix: 16) + "}" } }

    /// The text escaped for a line of JSON, where such characters occur only inside strings.
    package var printableJSON: String {
        spellingOut { value in
            let digits = String(value, radix: 16)
            return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }

    private func spellingOut(_ spelling: (UInt32) -> String) -> String {
        guard unicodeScalars.contains(where: \.steers) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.steers { text += spelling(scalar.value) } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether it is an ISO 6429 control other than the tab, a line separator, or a bidirectional embedding, override
    /// or isolate (Unicode Standard Annex 9, 2.1 to 2.4).
    fileprivate var steers: Bool {
        switch value {
        case 0x09: false
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
