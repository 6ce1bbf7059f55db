import AlcedoRecipes

/// Text as cameras and editors store it in EXIF.
enum ExifText {
    /// Returns the text of an ASCII value, up to the first zero byte; `nil` if it is blank.
    ///
    /// The value should be ASCII and is mostly UTF-8; otherwise it is read as Latin-1, in which every byte is valid.
    static func plain(_ bytes: some Sequence<UInt8>) -> String? {
        let text = Array(bytes.prefix { $0 != 0 })
        return tidy(
            String(validating: text, as: UTF8.self)
                ?? String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) })))
    }

    /// Returns the texts of an ASCII value that are separated by zero bytes, with `nil` for blank ones.
    static func parts(_ bytes: [UInt8]) -> [String?] {
        bytes.split(separator: 0, omittingEmptySubsequences: false).map { plain($0) }
    }

    /// Returns the text of a Windows tag: UTF-16, little-endian, up to the first zero; `nil` if it is blank.
    static func windows(_ bytes: [UInt8]) -> String? {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
        }
        return tidy(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
    }

    /// Maximum length of a text. Longer ones are cut, to be printed below a picture and to fit into files again.
    static let longest = 8000

    /// Trims a text, cuts it to ``longest`` and removes controls except newlines and tabs; `nil` if it is blank.
    static func tidy(_ text: String) -> String? {
        let scalars = Array(
            text.unicodeScalars.lazy.filter {
                $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
            }.prefix(longest))
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return nil }
        return String(String.UnicodeScalarView(scalars[first...last]))
    }
}
