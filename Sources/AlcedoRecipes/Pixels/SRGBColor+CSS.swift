extension SRGBColor {
    /// Transparent black, which CSS calls `transparent`.
    public static let transparent = SRGBColor(red: 0, green: 0, blue: 0, alpha: 0)

    /// Parses a color in CSS syntax.
    ///
    /// Supports `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, the 148 color names, `transparent`, and `rgb()`, `rgba()`,
    /// `hsl()` and `hsla()` with commas (`rgb(43, 95, 138, 0.5)`) or with spaces (`rgb(43 95 138 / 50%)`), as in CSS
    /// Color Module Level 4. Components out of range are clamped, as in CSS; case and surrounding space do not matter.
    /// - Throws: ``ImagingError/color(text:reason:)``.
    public init(css text: String) throws(ImagingError) {
        let trimmed = text.trimmingASCIISpace().lowercased()
        do throws(Mistake) {
            if trimmed.hasPrefix("#") {
                self = try SRGBColor(hexDigits: trimmed.dropFirst())
            } else if trimmed.contains("(") {
                self = try SRGBColor(cssFunction: trimmed)
            } else if trimmed == "transparent" {
                self = .transparent
            } else if let rgb = SRGBColor.cssNames[trimmed] {
                self.init(
                    red: UInt8(rgb >> 16 & 255), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255))
            } else {
                throw Mistake(reason: "write a CSS colour name, #rrggbb, rgb() or hsl()")
            }
        } catch {
            throw .color(text: text, reason: error.reason)
        }
    }

    /// The canonical form in lowercase: `#2b5f8a`, or `#2b5f8a80` if it is not opaque.
    public var hex: String {
        let components = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
        return components.reduce(into: "#") { text, component in
            let digits = String(component, radix: 16)
            text += digits.count == 1 ? "0" + digits : digits
        }
    }

    // A syntax error, before the text is added to it.
    struct Mistake: Error {
        var reason: String
    }

    private init(hexDigits digits: Substring) throws(Mistake) {
        var values: [UInt8] = []
        for character in digits.utf8 {
            guard let value = SRGBColor.value(ofLowercaseHexDigit: character) else {
                throw Mistake(reason: "expected only the digits 0-9 and a-f after '#'")
            }
            values.append(value)
        }
        switch values.count {
        case 3, 4: values = values.map { $0 * 17 }
        case 6, 8: values = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
        default: throw Mistake(reason: "expected 3, 4, 6 or 8 digits after '#', received \(values.count)")
        }
        self.init(
            red: values[0], green: values[1], blue: values[2], alpha: values.count == 4 ? values[3] : 255)
    }

    private static func value(ofLowercaseHexDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension StringProtocol {
    // Removes the characters that CSS calls white space from both ends.
    func trimmingASCIISpace() -> String {
        func isSpace(_ character: Character) -> Bool { " \t\n\r\u{0C}\r\n".contains(character) }
        let front = drop(while: isSpace)
        return String(String(front.reversed()).drop(while: isSpace).reversed())
    }
}
