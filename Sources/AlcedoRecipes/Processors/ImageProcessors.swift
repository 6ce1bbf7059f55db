/// The built-in processors, one type each. Use the short forms at call sites: `.blur(sigma: 2)`.
public enum ImageProcessors {
    /// Every built-in processor, in the order in which messages list them. What a manifest may name and what may be
    /// sent to a worker follows from it.
    static let builtIn: [any BuiltInProcessor.Type] = [
        Resize.self, Crop.self, Trim.self, Rotate.self, Flip.self, Tint.self, Overlay.self,
        ColorControls.self,
        BlackWhite.self, Sepia.self, Duotone.self, RoundCorner.self, Circle.self, Border.self, Flatten.self,
        Blur.self, Sharpen.self, Blend.self, Text.self,
    ]

    /// Returns a number for an identifier: exact, and the same on every machine.
    static func exact(_ value: Double) -> String {
        String((value == 0 ? 0 : value).bitPattern, radix: 16)
    }

    /// Returns a color for an identifier.
    static func exact(_ color: SRGBColor) -> String {
        [color.red, color.green, color.blue, color.alpha]
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
