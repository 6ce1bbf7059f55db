/// The built-in processors, one type each. Call sites use the short forms: `.blur(sigma: 2)`.
public enum ImageProcessors {
    /// A number as it stands in an identifier: exact, and the same on every machine.
    static func exact(_ value: Double) -> String {
        String((value == 0 ? 0 : value).bitPattern, radix: 16)
    }

    /// A colour as it stands in an identifier.
    static func exact(_ color: Color) -> String {
        [color.red, color.green, color.blue, color.alpha]
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
