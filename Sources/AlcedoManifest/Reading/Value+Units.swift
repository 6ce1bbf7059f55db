import AlcedoBase
import AlcedoRecipes

extension Value {
    // A number followed by a unit: `64MB`, `7d`, `50%`.
    private func quantity() -> (number: Double, unit: String)? {
        guard let text = node.text, node.scalar != .null else { return nil }
        return Quantity.split(text)
    }

    private func scaled(_ units: [String: Double], _ what: String) -> Int? {
        guard let (number, unit) = quantity(), let factor = units[unit.lowercased()],
            case let value = (number * factor).rounded(), value >= 1, value < 1e15
        else {
            mustBe(what, advice: closeUnit(units))
            return nil
        }
        return Int(value)
    }

    /// Returns "did you mean '10MB'?" for `10 Mbytes`, a number whose unit starts like a known unit.
    private func closeUnit(_ units: [String: Double]) -> String? {
        guard let (number, unit) = quantity(), number > 0, let first = unit.lowercased().first else {
            return nil
        }
        let isBinary = ["i", "ib"].contains(String(unit.lowercased().dropFirst()))
        let second = isBinary ? "ib" : "b"
        let meant = [String(first) + second, String(first)].first { units[$0] != nil }
        guard let meant else { return nil }
        let written =
            meant.count > 1
            ? (first == "k" ? "k" : first.uppercased()) + meant.dropFirst().replacing("b", with: "B") : meant
        return "did you mean '\(Self.plain(number))\(written)'?"
    }

    /// "did you mean '7d'?" for `7 days`.
    private var closeTime: String? {
        guard let text = node.text, let (number, unit) = Quantity.split(text),
            let first = unit.lowercased().first,
            unit.count > 1, Quantity.timeUnits[String(first)] != nil
        else { return nil }
        return "did you mean '\(Self.plain(number))\(first)'?"
    }

    /// Reads a count with `k`, `M` or `G`.
    func count() -> Int? {
        scaled(["": 1, "k": 1e3, "m": 1e6, "mp": 1e6, "g": 1e9], "a number above 0 such as 268M")
    }

    /// Reads a number of bytes with `kB`, `MB`, `GB`, `TB` (thousands) or `KiB`, `MiB`, `GiB`, `TiB` (1024).
    func bytes() -> Int? {
        return scaled(Quantity.byteUnits, "a number of bytes above 0 such as 64MB")
    }

    /// Reads `now`, `never` or a time such as `7d`.
    func prunePolicy() -> Manifest.PrunePolicy? {
        switch node.text {
        case "now": return .now
        case "never": return .never
        default: break
        }
        guard let seconds = time() else {
            mustBe("now, never or a time such as 7d (s, m, h, d, w)", advice: closeTime)
            return nil
        }
        return .after(seconds: Int(seconds.rounded()))
    }

    /// Reads a time such as `30d`, in seconds.
    func age() -> Double? {
        guard let seconds = time(), seconds > 0 else {
            mustBe("a time above 0 such as 30d (s, m, h, d, w)", advice: closeTime)
            return nil
        }
        return seconds
    }

    private func time() -> Double? {
        node.scalar == .null ? nil : node.text.flatMap(Quantity.seconds)
    }

    /// Reads CSS pixels, or a percentage of the shorter side.
    func length() -> ImageLength? {
        switch node.scalar {
        case .int(let number) where (0...65_535).contains(number): return .pixels(Double(number))
        case .float(let number) where (0...65_535).contains(number): return .pixels(number)
        case .int, .float: break
        default:
            guard let (number, unit) = quantity(), unit == "%" || unit == "px" else { break }
            if unit == "px", number <= 65_535 { return .pixels(number) }
            if unit == "%", number <= 100 { return .fraction(number / 100) }
        }
        mustBe("a number of CSS pixels from 0 to 65535, or 0% to 100%")
        return nil
    }

    /// Reads a distance in either direction, in CSS pixels or percent.
    func shift() -> ImageLength? {
        switch node.scalar {
        case .int(let number) where abs(number) <= 65_535: return .pixels(Double(number))
        case .float(let number) where abs(number) <= 65_535: return .pixels(number)
        default: break
        }
        let text = node.text ?? ""
        let isBack = text.hasPrefix("-")
        if let (number, unit) = Quantity.split(isBack ? String(text.dropFirst()) : text) {
            let number = isBack ? -number : number
            if unit == "px", abs(number) <= 65_535 { return .pixels(number) }
            if unit == "%", abs(number) <= 100 { return .fraction(number / 100) }
        }
        mustBe("a number of CSS pixels, or -100% to 100%")
        return nil
    }

    /// Reads the length of a side above 0, in CSS pixels or percent.
    func sideLength() -> ImageLength? {
        guard let length = length() else { return nil }
        switch length {
        case .pixels(let number) where number > 0: return length
        case .fraction(let number) where number > 0: return length
        case .pixels, .fraction:
            mustBe("more than 0: a number of CSS pixels to 65535, or per cent to 100%")
            return nil
        }
    }

    /// Reads a point such as `42% 30%`.
    func focalPoint() -> FocalPoint? {
        let parts = (node.text ?? "").split(separator: " ", omittingEmptySubsequences: true)
        let numbers = parts.compactMap { part -> Double? in
            guard part.hasSuffix("%"), let number = Double(part.dropLast()), (0...100).contains(number) else {
                return nil
            }
            return number / 100
        }
        guard parts.count == 2, numbers.count == 2 else {
            mustBe("two percentages from the top left such as 42% 30%")
            return nil
        }
        return FocalPoint(x: numbers[0], y: numbers[1])
    }

    /// Reads a compass point, or a point such as `42% 30%`.
    func anchor() -> FocalPoint? {
        if node.text?.contains("%") == true { return focalPoint() }
        let places = CropPosition.allCases.filter { $0.anchor != nil }.map(\.rawValue)
        guard let text = node.text else {
            mustBe(Self.oneOf(places) + ", or two percentages from the top left such as 42% 30%")
            return nil
        }
        if let position = CropPosition(rawValue: text) ?? VariantFile.positions[text.lowercased()],
            let anchor = position.anchor
        {
            return anchor
        }
        unknownWord(text, places)
        return nil
    }

    func color() -> SRGBColor? {
        let what = "a colour such as \"#1d4ed8\" or white"
        if node.isNull {
            // YAML reads text after `#` as a comment.
            problems.error("\(name) must be \(what); one that begins with '#' needs quotes", at: keyLocation)
            return nil
        }
        // `112233` without its `#` is a number, and even in quotes it is not a color.
        guard let text = node.text else {
            mustBe(what)
            return nil
        }
        do {
            return try SRGBColor(css: text)
        } catch {
            mustBe(what)
            return nil
        }
    }

    /// Reads corners, such as `[top-left, …]`.
    func corners() -> ImageCorners? {
        let names = ImageCorners.names.map(\.name)
        guard let items = list(scalarToo: true, { $0.word(among: names) }) else { return nil }
        return ImageCorners(unique(items, \.self).compactMap { ImageCorners(name: $0) })
    }
}
