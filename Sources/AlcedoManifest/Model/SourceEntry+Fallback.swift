import AlcedoBase
import AlcedoMarkup
public import AlcedoRecipes

extension SourceEntry {
    /// What takes the place of a picture that cannot be had.
    public enum Fallback: Hashable, Sendable, Encodable {
        /// Another file, relative to the manifest.
        case file(String)
        /// A plain picture of one color.
        case color(SRGBColor)
        /// The first letters of two words of the text alternative, or else of the id, on a color that depends on the id.
        case initials
    }
}

extension SourceEntry.Fallback {
    /// Size of a generated picture in pixels, 3:2 like most photographs. It is drawn sharply in any size.
    private static let size = (width: 2400, height: 1600)

    /// Returns a drawing in place of the picture with this id; `nil` for a file.
    ///
    /// - Parameter title: Its text alternative, whose words are used rather than those of the id.
    func drawing(id: String, title: String?) -> DataOrigin? {
        switch self {
        case .file: return nil
        case .color(let color): return Self.drawing("", on: color)
        case .initials:
            let words = Self.words(title) ?? Self.words(id.split(separator: "/").last.map(Self.name)) ?? []
            let letters = words.prefix(2).compactMap(\.first).map { $0.uppercased() }.joined()
            let text =
                "<text x='50%' y='50%' dy='.35em' text-anchor='middle' font-family='sans-serif' font-size='720' "
                + "fill='#fff'>\(letters)</text>"
            return Self.drawing(letters.isEmpty ? "" : text, on: Self.color(of: id))
        }
    }

    /// The fallback as a manifest has it.
    package var words: String {
        switch self {
        case .file(let name): name
        case .color(let color): color.hex
        case .initials: "initials"
        }
    }

    var written: WrittenValue { .text(words) }

    private static func name(_ file: Substring) -> String {
        String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
    }

    /// Returns words that begin with a letter or a digit; `nil` if there are none.
    private static func words(_ text: String?) -> [Substring]? {
        let words = text?.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" } ?? []
        let named = words.filter { $0.first.map { $0.isLetter || $0.isNumber } ?? false }
        return named.isEmpty ? nil : named
    }

    /// Returns a color on which white letters can be read, by the id: a hue of full circle, as dark as a medium gray.
    private static func color(of id: String) -> SRGBColor {
        let number = UInt64(ContentDigest(hashing: id).hex.prefix(8), radix: 16) ?? 0
        let hue = Double(number % 360) / 60
        // HSL with a saturation of 0.4 and a lightness of 0.42: the contrast to white is 3 or more for large letters.
        let chroma = 0.4 * (1 - abs(2 * 0.42 - 1))
        let second = chroma * (1 - abs(hue.truncatingRemainder(dividingBy: 2) - 1))
        let (red, green, blue): (Double, Double, Double) =
            switch Int(hue) {
            case 0: (chroma, second, 0)
            case 1: (second, chroma, 0)
            case 2: (0, chroma, second)
            case 3: (0, second, chroma)
            case 4: (second, 0, chroma)
            default: (chroma, 0, second)
            }
        func part(_ value: Double) -> UInt8 { UInt8(((value + 0.42 - chroma / 2) * 255).rounded()) }
        return SRGBColor(red: part(red), green: part(green), blue: part(blue))
    }

    private static func drawing(_ content: String, on color: SRGBColor) -> DataOrigin {
        let (width, height) = size
        let isOpaque = color.alpha == 255
        let opacity = isOpaque ? "" : " fill-opacity='\(Double(color.alpha) / 255)'"
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'>"
            + "<rect width='100%' height='100%' fill='rgb(\(color.red),\(color.green),\(color.blue))'\(opacity)/>\(content)</svg>"
        let uri = "data:image/svg+xml;base64," + Data(svg.utf8).base64EncodedString()
        return DataOrigin(uri: uri, byteLimit: svg.utf8.count, isOpaque: isOpaque)
    }
}

extension Value {
    /// Reads `fallback`: `initials`, a color, or a file.
    func fallback() -> SourceEntry.Fallback? {
        guard let text = node.text, !text.isEmpty else {
            mustBe("initials, a colour such as '#ddd' or white, or a file")
            return nil
        }
        if text == "initials" { return .initials }
        // What is no color may be a file.
        if let color = try? SRGBColor(css: text) { return .color(color) }
        if text.hasPrefix("#") || text.contains(/^[A-Za-z-]+\(.*\)$/) { return color().map { .color($0) } }
        if !text.contains(where: { "/.".contains($0) }),
            let close = Suggestion.closest(to: text, among: ["initials"])
        {
            mustBe("initials, a colour such as '#ddd' or white, or a file; did you mean '\(close)'?")
            return nil
        }
        return path().map { .file($0) }
    }
}
