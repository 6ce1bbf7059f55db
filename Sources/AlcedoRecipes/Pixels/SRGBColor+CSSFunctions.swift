extension SRGBColor {
    /// Parses `rgb(…)`, `rgba(…)`, `hsl(…)` or `hsla(…)` in lowercase.
    init(cssFunction text: String) throws(Mistake) {
        guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else {
            throw Mistake(reason: "the closing parenthesis is missing")
        }
        let name = text[..<open]
        let body = text[text.index(after: open)...].dropLast()
        let (values, alphaText) = try SRGBColor.arguments(of: body)
        guard values.count == 3 else {
            throw Mistake(reason: "\(name)() takes three components and an optional opacity")
        }
        let alpha = try alphaText.map { (text) throws(Mistake) in try SRGBColor.opacity(text) } ?? 255
        switch name {
        case "rgb", "rgba":
            self.init(
                red: try SRGBColor.component(values[0]), green: try SRGBColor.component(values[1]),
                blue: try SRGBColor.component(values[2]), alpha: alpha)
        case "hsl", "hsla":
            self.init(
                hue: try SRGBColor.degrees(values[0]), saturation: try SRGBColor.fraction(values[1]),
                lightness: try SRGBColor.fraction(values[2]), alpha: alpha)
        default:
            throw Mistake(reason: "\(name)() is not supported; write rgb(), hsl() or #rrggbb")
        }
    }

    // Splits the arguments of either syntax into components and opacity.
    private static func arguments(of body: Substring) throws(Mistake) -> (values: [String], alpha: String?) {
        if body.contains(",") {
            let parts = body.split(separator: ",", omittingEmptySubsequences: false).map {
                $0.trimmingASCIISpace()
            }
            return parts.count == 4 ? (Array(parts[..<3]), parts[3]) : (parts, nil)
        }
        let halves = body.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count <= 2 else { throw Mistake(reason: "there is more than one '/'") }
        let values = halves[0].split { $0.isWhitespace }.map(String.init)
        // `none` is a missing component; 8-bit sRGB has no equivalent, so it is 0.
        let plain = values.map { $0 == "none" ? "0" : $0 }
        return (plain, halves.count == 2 ? halves[1].trimmingASCIISpace() : nil)
    }

    private static func component(_ text: String) throws(Mistake) -> UInt8 {
        byte(text.hasSuffix("%") ? try number(text.dropLast()) / 100 * 255 : try number(text[...]))
    }

    private static func opacity(_ text: String) throws(Mistake) -> UInt8 {
        if text == "none" { return 0 }
        return byte((text.hasSuffix("%") ? try number(text.dropLast()) / 100 : try number(text[...])) * 255)
    }

    // In Level 4 the percent sign of saturation and lightness is optional; the number is the same.
    private static func fraction(_ text: String) throws(Mistake) -> Double {
        min(1, max(0, try number(text.hasSuffix("%") ? text.dropLast() : text[...]) / 100))
    }

    private static func degrees(_ text: String) throws(Mistake) -> Double {
        let units: [(suffix: String, degrees: Double)] = [
            ("deg", 1), ("grad", 0.9), ("rad", 180 / .pi), ("turn", 360),
        ]
        for unit in units where text.hasSuffix(unit.suffix) {
            return try number(text.dropLast(unit.suffix.count)) * unit.degrees
        }
        return try number(text[...])
    }

    private static func number(_ text: Substring) throws(Mistake) -> Double {
        // `Double(_:)` alone would also accept `nan`, `inf`, and hexadecimal.
        let isPlain = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.e".utf8.contains($0)
        }
        guard isPlain, let value = Double(text), value.isFinite else {
            throw Mistake(reason: text.isEmpty ? "a number is missing" : "'\(text)' is not a number")
        }
        return value
    }

    private static func byte(_ value: Double) -> UInt8 {
        UInt8(min(255, max(0, (value + 0.5).rounded(.down))))
    }

    // CSS Color Module Level 4, section 7.1.
    private init(hue: Double, saturation: Double, lightness: Double, alpha: UInt8) {
        let turned = hue.truncatingRemainder(dividingBy: 360)
        let positive = turned < 0 ? turned + 360 : turned
        func channel(_ n: Double) -> UInt8 {
            let k = (n + positive / 30).truncatingRemainder(dividingBy: 12)
            let a = saturation * min(lightness, 1 - lightness)
            return SRGBColor.byte((lightness - a * max(-1, min(k - 3, 9 - k, 1))) * 255)
        }
        self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
    }
}
