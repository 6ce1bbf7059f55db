import AlcedoBase

extension ImageProcessors {
    /// Writes a text on the picture: a caption, a copyright line, the title of an Open Graph card.
    ///
    /// The text is laid out by Pango, in any script and direction, with the fonts that it is given and no others, so the
    /// same fonts make the same picture on every machine.
    public struct Text: ProcessorRecipe, Hashable, Codable {
        /// How letters look.
        public struct Style: Hashable, Sendable, Codable {
            /// The fonts: the first one has the letters, the next ones what it lacks.
            public var fonts: [Font]
            /// The size of the letters: CSS pixels, or a fraction of the picture's height.
            public var size: ImageLength
            /// The smallest size to which a text shrinks to fit; `nil` for ``size``.
            public var minSize: ImageLength?
            /// The color of the letters.
            public var color: SRGBColor
            /// 1…1000; 400 is regular, 700 bold.
            public var weight: Int
            /// Whether letters are slanted.
            public var isItalic: Bool
            /// The distance between baselines as a multiple of the size; `nil` for the font's own.
            public var lineHeight: Double?
            /// Additional space between letters as a multiple of the size.
            public var letterSpacing: Double
            /// The language of the text (BCP 47), on which the forms of some letters depend.
            public var language: String?

            /// Creates a style.
            public init(
                fonts: [Font], size: ImageLength, minSize: ImageLength? = nil,
                color: SRGBColor = SRGBColor(red: 255, green: 255, blue: 255), weight: Int = 400,
                isItalic: Bool = false, lineHeight: Double? = nil, letterSpacing: Double = 0,
                language: String? = nil
            ) {
                (self.fonts, self.size, self.minSize, self.color) = (fonts, size, minSize, color)
                (self.weight, self.isItalic, self.lineHeight) = (weight, isItalic, lineHeight)
                (self.letterSpacing, self.language) = (letterSpacing, language)
            }
        }

        /// The place of a text.
        public struct Box: Hashable, Sendable, Codable {
            /// The point at which the box and the picture coincide, and the text and the box, from the top left.
            public var anchor: FocalPoint
            /// The distance from the edges: CSS pixels, or a fraction of the shorter side.
            public var margin: ImageLength
            /// How far the box is moved to the right: CSS pixels, or a fraction of the width.
            public var x: ImageLength
            /// How far the box is moved down: CSS pixels, or a fraction of the height.
            public var y: ImageLength
            /// The width at which lines end; `nil` for all of it between the margins.
            public var width: ImageLength?
            /// The height; `nil` for all of it between the margins.
            public var height: ImageLength?
            /// Where lines begin; `nil` for what follows from ``anchor``.
            public var align: Alignment?
            /// Whether lines are as long as the box is wide.
            public var isJustified: Bool
            /// The most lines; `nil` for as many as fit.
            public var lines: Int?
            /// What happens to a text that does not fit.
            public var overflow: Overflow

            /// Creates a place, by default the whole picture.
            public init(
                anchor: FocalPoint = .center, margin: ImageLength = .pixels(0), x: ImageLength = .pixels(0),
                y: ImageLength = .pixels(0), width: ImageLength? = nil, height: ImageLength? = nil,
                align: Alignment? = nil, isJustified: Bool = false, lines: Int? = nil,
                overflow: Overflow = .ellipsis
            ) {
                (self.anchor, self.margin, self.x, self.y) = (anchor, margin, x, y)
                (self.width, self.height, self.align, self.isJustified) = (width, height, align, isJustified)
                (self.lines, self.overflow) = (lines, overflow)
            }

            /// Where lines begin.
            package var alignment: Alignment {
                align ?? (anchor.x == 0.5 ? .center : anchor.x > 0.5 ? .end : .start)
            }
        }

        /// Where lines begin. The start is on the right in a text that is written from right to left.
        public enum Alignment: String, CaseIterable, Sendable, Codable {
            case start, center, end, left, right
        }

        /// What happens to a text that does not fit at its smallest size.
        public enum Overflow: String, CaseIterable, Sendable, Codable {
            /// It ends with an ellipsis.
            case ellipsis
            /// The picture fails.
            case error
        }

        /// A shadow below the letters, in CSS pixels.
        public struct Shadow: Hashable, Sendable, Codable {
            /// Its color.
            public var color: SRGBColor
            /// The standard deviation of its blur.
            public var blur: Double
            /// How far it is to the right.
            public var x: Double
            /// How far it is down.
            public var y: Double

            /// Creates a shadow.
            public init(
                color: SRGBColor = SRGBColor(red: 0, green: 0, blue: 0, alpha: 128), blur: Double = 4,
                x: Double = 0,
                y: Double = 2
            ) {
                (self.color, self.blur, self.x, self.y) = (color, blur, x, y)
            }
        }

        /// An outline around the letters.
        public struct Outline: Hashable, Sendable, Codable {
            /// Its color.
            public var color: SRGBColor
            /// Its width in CSS pixels.
            public var width: Double

            /// Creates an outline.
            public init(color: SRGBColor = SRGBColor(red: 0, green: 0, blue: 0), width: Double = 2) {
                (self.color, self.width) = (color, width)
            }
        }

        package let content: TextContent
        /// How letters look.
        public let style: Style
        /// The place of the text.
        public let box: Box
        /// The shadow; `nil` for none.
        public let shadow: Shadow?
        /// The outline; `nil` for none.
        public let outline: Outline?
        /// Whether the text is Pango's markup.
        public let usesMarkup: Bool

        /// Creates a processor.
        ///
        /// - Parameters:
        ///   - text: The text. Line breaks are kept, other control characters are left out, and an empty text draws nothing.
        ///   - usesMarkup: Whether the text is [Pango's markup](https://docs.gtk.org/Pango/pango_markup.html).
        public init(
            _ text: String, style: Style, box: Box = Box(), shadow: Shadow? = nil, outline: Outline? = nil,
            usesMarkup: Bool = false
        ) {
            self.init(
                TextContent([.literal(text)]), style: style, box: box, shadow: shadow, outline: outline,
                usesMarkup: usesMarkup)
        }

        init(
            _ content: TextContent, style: Style, box: Box, shadow: Shadow?, outline: Outline?,
            usesMarkup: Bool
        ) {
            (self.content, self.style, self.box, self.shadow) = (content, style, box, shadow)
            (self.outline, self.usesMarkup) = (outline, usesMarkup)
        }

        /// `alcedo.text?` with a digest of every setting, the bytes of the fonts, and the libraries that draw.
        public var identifier: String {
            struct Identity: Encodable {
                // Raised when the same settings make other pixels.
                var version = 2
                var libraries = InstalledFonts.versions
                var fonts: [String]
                var text: Text
            }
            var style = style
            // Their digests stand for megabytes.
            style.fonts = []
            let identity = Identity(
                fonts: self.style.fonts.flatMap { [$0.digest.hex, $0.family ?? ""] },
                text: Text(
                    content, style: style, box: box, shadow: shadow, outline: outline, usesMarkup: usesMarkup)
            )
            return "alcedo.text?" + ContentDigest(encoding: identity).hex
        }
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Text {
    /// Writes a text on the picture.
    public static func text(
        _ text: String, style: ImageProcessors.Text.Style, box: ImageProcessors.Text.Box = .init(),
        shadow: ImageProcessors.Text.Shadow? = nil, outline: ImageProcessors.Text.Outline? = nil
    ) -> Self {
        ImageProcessors.Text(text, style: style, box: box, shadow: shadow, outline: outline)
    }
}
