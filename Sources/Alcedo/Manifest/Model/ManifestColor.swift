import AlcedoImaging

/// The colours that a manifest can write: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `white`, `black`, `transparent`.
enum ManifestColor {
    static func parse(_ text: String) -> Color? {
        switch text.lowercased() {
        case "white": return Color(red: 255, green: 255, blue: 255)
        case "black": return Color(red: 0, green: 0, blue: 0)
        case "transparent": return Color(red: 0, green: 0, blue: 0, alpha: 0)
        default: break
        }
        guard text.hasPrefix("#") else { return nil }
        var digits = text.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue.map { UInt8($0) } : nil }
        guard digits.count == text.count - 1 else { return nil }
        if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count == 6 || digits.count == 8 else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        return Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
    }
}
