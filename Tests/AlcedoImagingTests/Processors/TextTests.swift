import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Texts on pictures, against the measures of the tests' own fonts, which are in `Fixtures/make-fonts.py`. `29-text` has real ones.
@Suite struct TextTests {
    typealias Text = ImageProcessors.Text
    static let size = (width: 640, height: 360)
    static let black = Raster(640, 360, bands: 3) { _, _ in [0, 0, 0] }

    static func style(
        _ families: String..., size: Double = 100, weight: Int = 400
    ) throws -> Text.Style {
        Text.Style(
            fonts: try families.map { try .installed($0, weight: weight) }, size: .pixels(size),
            weight: weight)
    }

    /// White text on black, or on another picture.
    static func drawn(_ text: Text, density: Double = 1, on raster: Raster = black) async throws -> Raster {
        try await pixels(.one(density: density, processors: [text]), from: PNGFile(raster).data)
    }

    struct Ink: Equatable, CustomStringConvertible {
        var left: Int, top: Int, width: Int, height: Int
        var right: Int { left + width }
        var bottom: Int { top + height }
        var description: String { "\(width)x\(height)+\(left)+\(top)" }

        /// The smallest rectangle around all that is not black; `nil` if all is.
        init?(_ raster: Raster, _ isInk: ([UInt8]) -> Bool = { $0.contains { $0 > 0 } }) {
            var (columns, rows): (ClosedRange<Int>?, ClosedRange<Int>?) = (nil, nil)
            for y in 0..<raster.height {
                for x in 0..<raster.width where isInk(raster[x, y]) {
                    columns = columns.map { min($0.lowerBound, x)...max($0.upperBound, x) } ?? x...x
                    rows = rows.map { $0.lowerBound...y } ?? y...y
                }
            }
            guard let columns, let rows else { return nil }
            (left, top, width, height) = (columns.lowerBound, rows.lowerBound, columns.count, rows.count)
        }
    }

    static func ink(_ text: Text, density: Double = 1) async throws -> Ink {
        try #require(Ink(try await drawn(text, density: density)))
    }

    /// From the advances and shapes of the letters, of which those of Arabic depend on their neighbours: in the second word, the
    /// letters after the third and before the fourth do not join. `pango-view --font="FAMILY 100" --dpi=72 --margin=0
    /// --hinting=none --hint-metrics=off --subpixel-positions` of Pango 1.50.12, trimmed by ImageMagick, has the same.
    @Test(arguments: [
        ("Alcedo Test", "H", 54, 70, 10, 20), ("Alcedo Test", "Hamburg", 414, 90, 10, 20),
        ("Alcedo Test", "שלום", 198, 80, 4, 10), ("Alcedo Test", "العربية", 290, 70, 5, 20),
        ("Alcedo Test", "نهار سعيد", 346, 70, 5, 20), ("Alcedo Test Kana", "カワセミ", 380, 80, 10, 20),
    ])
    func inkIsWhereItsLettersAre(
        family: String, text: String, width: Int, height: Int, left: Int, top: Int
    ) async throws {
        let box = Text.Box(anchor: FocalPoint(x: 0, y: 0), align: .left)
        let ink = try await Self.ink(Text(text, style: Self.style(family), box: box))
        #expect(abs(ink.width - width) <= 1 && abs(ink.height - height) <= 1, "\(ink)")
        #expect(abs(ink.left - left) <= 1 && abs(ink.top - top) <= 1, "\(ink)")
    }

    /// The letter H is 10 pixels from either edge of a line of 74×120, and 20 below its top.
    @Test(arguments: [
        (0.0, 0.0, 30, 40), (0.5, 0.0, 293, 40), (1, 0, 556, 40), (0, 0.5, 30, 140), (0.5, 0.5, 293, 140),
        (0, 1, 30, 240), (1, 1, 556, 240),
    ])
    func aTextIsAtItsPlace(x: Double, y: Double, left: Int, top: Int) async throws {
        let box = Text.Box(anchor: FocalPoint(x: x, y: y), margin: .pixels(20))
        let ink = try await Self.ink(Text("H", style: Self.style("Alcedo Test"), box: box))
        #expect(abs(ink.left - left) <= 1 && abs(ink.top - top) <= 1, "\(ink)")
        #expect((69...71).contains(ink.height))
    }

    /// Between the sides and the middle, the line itself has this share of the room at its left: (640 - 74) · x + 10.
    @Test(arguments: [(0.2, 123), (0.42, 247), (0.9, 519)])
    func aTextIsAtItsShareOfTheWidth(x: Double, left: Int) async throws {
        let ink = try await Self.ink(
            Text("H", style: Self.style("Alcedo Test"), box: Text.Box(anchor: FocalPoint(x: x, y: 0.5))))
        #expect(abs(ink.left - left) <= 1, "\(ink)")
    }

    @Test func aShiftMovesTheBoxAndTakesItsRoom() async throws {
        let style = try Self.style("Alcedo Test")
        let first = try await Self.ink(Text("H", style: style, box: .init(anchor: FocalPoint(x: 0, y: 0))))
        let moved = try await Self.ink(
            Text(
                "H", style: style,
                box: .init(anchor: FocalPoint(x: 0, y: 0), x: .pixels(50), y: .fraction(0.25))))
        #expect((moved.left, moved.top) == (first.left + 50, first.top + 90))
        let back = try await Self.ink(
            Text(
                "H", style: style,
                box: .init(anchor: FocalPoint(x: 1, y: 1), x: .pixels(-40), y: .pixels(-30))))
        let corner = try await Self.ink(Text("H", style: style, box: .init(anchor: FocalPoint(x: 1, y: 1))))
        #expect((back.left, back.top) == (corner.left - 40, corner.top - 30))
    }

    @Test func linesAreApartAsSaid() async throws {
        var style = try Self.style("Alcedo Test")
        let one = try await Self.ink(Text("H", style: style))
        for factor in [1.0, 1.5] {
            style.lineHeight = factor
            let two = try await Self.ink(Text("H\nH", style: style))
            #expect(abs(two.height - one.height - Int(100 * factor)) <= 1, "\(two)")
        }
        // The font's own: 900 and 300 of 1000.
        style.lineHeight = nil
        #expect(abs(try await Self.ink(Text("H\r\nH", style: style)).height - one.height - 120) <= 1)
    }

    @Test func longLinesBreakAtTheWidthOfTheBox() async throws {
        let style = try Self.style("Alcedo Test", size: 40)
        let box = Text.Box(anchor: FocalPoint(x: 0, y: 0), width: .pixels(200))
        let ink = try await Self.ink(Text("one two three four five six", style: style, box: box))
        #expect(ink.right <= 201 && ink.height > 100, "\(ink)")
        // Without spaces, it breaks all the same.
        let word = try await Self.ink(Text("kingfisherkingfisher", style: style, box: box))
        #expect(word.right <= 201 && word.height > 60, "\(word)")
    }

    @Test func aTextShrinksUntilItFits() async throws {
        var style = try Self.style("Alcedo Test", size: 200)
        style.minSize = .pixels(20)
        let box = Text.Box(width: .pixels(300), height: .pixels(120))
        let ink = try await Self.ink(Text("one two three four", style: style, box: box))
        #expect(ink.left >= 170 && ink.right <= 470 && ink.top >= 120 && ink.bottom <= 240, "\(ink)")
        // And no more than it has to: a little larger does not fit into the width or the height.
        #expect(ink.width > 200 && ink.height > 60, "\(ink)")
        // In fractions of the height: the same as 20 pixels.
        var share = style
        (share.size, share.minSize) = (.fraction(20 / 360), nil)
        var pixels = style
        (pixels.size, pixels.minSize) = (.pixels(20), nil)
        #expect(try await Self.drawn(Text("H", style: share)) == Self.drawn(Text("H", style: pixels)))
    }

    @Test func whatDoesNotFitBecomesAnEllipsisOrAnError() async throws {
        let style = try Self.style("Alcedo Test", size: 40)
        let words = String(repeating: "kingfisher ", count: 60)
        let box = Text.Box(anchor: FocalPoint(x: 0, y: 0), width: .pixels(300), height: .pixels(120))
        let cut = try await Self.ink(Text(words, style: style, box: box))
        #expect(cut.bottom <= 121 && cut.bottom > 60, "\(cut)")
        var one = box
        one.lines = 1
        #expect(try await Self.ink(Text(words, style: style, box: one)).bottom <= 60)
        var strict = box
        strict.overflow = .error
        await #expect(
            throws: ImagingError.process(
                step: "text",
                reason:
                    "the text does not fit into 300x120 pixels at a size of 40: make it shorter, its box larger, or "
                    + "'min-size' smaller; 'overflow: ellipsis' would cut it")
        ) { try await Self.drawn(Text(words, style: style, box: strict)) }
        // Not even one line.
        var low = box
        low.height = .pixels(10)
        await #expect(throws: ImagingError.self) { try await Self.drawn(Text("H", style: style, box: low)) }
    }

    /// The ellipsis ends the last line that there is room for, wherever the text breaks, and the line is aligned as others are.
    @Test(arguments: [
        ("One\nTwo\nThree", "One\nTwo…"), ("One\n\nThree", "One…"), ("One two\n", "One two"),
        ("One\u{2029}Two \nThree", "One\nTwo…"),
    ])
    func whatIsLeftOutIsAnEllipsis(text: String, shown: String) async throws {
        for x in [0, 0.5, 1] {
            var box = Text.Box(anchor: FocalPoint(x: x, y: 0))
            let style = try Self.style("Alcedo Test", size: 60)
            let whole = try await Self.drawn(Text(shown, style: style, box: box))
            box.lines = 2
            #expect(try await Self.drawn(Text(text, style: style, box: box)) == whole)
        }
    }

    @Test func linesBeginWhereTheScriptDoes() async throws {
        let style = try Self.style("Alcedo Test", size: 40)
        func ink(_ text: String, _ align: Text.Alignment?) async throws -> Ink {
            try await Self.ink(
                Text(text, style: style, box: .init(anchor: FocalPoint(x: 0, y: 0.5), align: align)))
        }
        #expect(try await ink("abc", nil).left < 10)
        #expect(try await ink("שלום", nil).right > 630)
        #expect(try await ink("שלום", .end).left < 10)
        #expect(try await ink("שלום", .left).left < 10)
        #expect(try await ink("abc", .right).right > 630)
        let middle = try await ink("abc", .center)
        #expect(abs(middle.left + middle.right - 640) <= 6, "\(middle)")
    }

    @Test func justifiedLinesAreAsWideAsTheBox() async throws {
        let style = try Self.style("Alcedo Test", size: 30)
        var box = Text.Box(anchor: FocalPoint(x: 0, y: 0), width: .pixels(300))
        let words = "in the middle of the river there is a stone on which it sits and waits for hours"
        let ragged = try await Self.ink(Text(words, style: style, box: box))
        box.isJustified = true
        let even = try await Self.ink(Text(words, style: style, box: box))
        #expect(even.right >= 296 && even.right <= 301 && even.right > ragged.right, "\(even) \(ragged)")
    }

    @Test func coloursAreThoseSaid() async throws {
        var style = try Self.style("Alcedo Test", size: 300, weight: 700)
        style.color = SRGBColor(red: 200, green: 100, blue: 50, alpha: 128)
        let raster = Raster(640, 360, bands: 3) { _, _ in [20, 180, 240] }
        // The stem of the I is 60 pixels wide.
        let middle = try await Self.drawn(Text("I", style: style), on: raster)[320, 180]
        // 128 of 255 parts of the colour: 110.4, 139.8 and 144.6.
        #expect(middle == [110, 140, 145])
    }

    @Test func anOutlineIsAroundTheLetters() async throws {
        let style = try Self.style("Alcedo Test")
        let plain = try await Self.ink(Text("H", style: style))
        let red = SRGBColor(red: 255, green: 0, blue: 0)
        let text = Text("H", style: style, outline: .init(color: red, width: 5))
        let ink = try await Self.ink(text)
        for growth in [
            plain.left - ink.left, ink.right - plain.right, plain.top - ink.top, ink.bottom - plain.bottom,
        ] {
            #expect((4...6).contains(growth), "\(plain) \(ink)")
        }
        let white = try #require(Ink(try await Self.drawn(text)) { $0[1] > 128 })
        #expect(abs(white.width - plain.width) <= 2)
    }

    @Test func aShadowIsBesideTheLetters() async throws {
        let style = try Self.style("Alcedo Test")
        let red = SRGBColor(red: 255, green: 0, blue: 0)
        let plain = try await Self.ink(Text("H", style: style))
        let text = Text("H", style: style, shadow: .init(color: red, blur: 0, x: 100, y: 60))
        let shadow = try #require(Ink(try await Self.drawn(text)) { $0[0] > 0 && $0[1] == 0 })
        #expect((shadow.left, shadow.top) == (plain.left + 100, plain.top + 60))
        #expect((shadow.width, shadow.height) == (plain.width, plain.height))
        let soft = Text("H", style: style, shadow: .init(color: red, blur: 8, x: 0, y: 0))
        let blurred = try await Self.ink(soft)
        #expect(plain.left - blurred.left > 8 && plain.left - blurred.left <= 25, "\(blurred)")
    }

    @Test func densitiesMultiplyCSSPixels() async throws {
        let box = Text.Box(anchor: FocalPoint(x: 0, y: 0), margin: .pixels(10))
        let single = try await Self.ink(Text("H", style: Self.style("Alcedo Test", size: 80), box: box))
        let double = try await Self.ink(
            Text(
                "H", style: Self.style("Alcedo Test", size: 40),
                box: .init(anchor: box.anchor, margin: .pixels(5))),
            density: 2)
        #expect(single == double)
    }

    @Test(arguments: ["", " ", "\n\t ", "\u{0}\u{1}\u{1b}", "\u{2028}"])
    func anEmptyTextDrawsNothing(text: String) async throws {
        #expect(try await Self.drawn(Text(text, style: Self.style("Alcedo Test"))) == Self.black)
    }

    @Test func charactersThatControlDrawNothing() async throws {
        let style = try Self.style("Alcedo Test", size: 40)
        let plain = try await Self.drawn(Text("ab", style: style))
        #expect(try await Self.drawn(Text("a\u{0}\u{7}b\u{9b}", style: style)) == plain)
        // Overrides of the direction turn the letters of this text, and nothing else.
        let turned = try await Self.ink(Text("\u{202e}ab", style: style))
        #expect(turned.width > 20)
    }

    @Test func markupIsOnlyWhatTheManifestSays() async throws {
        let style = try Self.style("Alcedo Test", size: 40)
        let words = "<b>&amp; \"A & B\" <x"
        #expect(try await Self.ink(Text(words, style: style)).width > 300)
        func marked(_ parts: [TextContent.Part]) -> Text {
            Text(TextContent(parts), style: style, box: .init(), shadow: nil, outline: nil, usesMarkup: true)
        }
        let value = try await Self.drawn(marked([.value(words)]))
        #expect(try await Self.drawn(Text(words, style: style)) == value)
        let wide = try await Self.ink(
            marked([.literal("<span letter_spacing='20480'>"), .value("ab"), .literal("</span>")]))
        #expect(try await wide.width > Self.ink(Text("ab", style: style)).width + 15)
        await #expect(throws: ImagingError.self) { try await Self.drawn(marked([.literal("<b>a")])) }
    }

    @Test func aCharacterThatNoFontHasIsAnErrorWithOneThatHasIt() async throws {
        let style = try Self.style("Alcedo Test", size: 40)
        do {
            _ = try await Self.drawn(Text("ab鳥\u{16a0}", style: style))
            Issue.record("it was drawn")
        } catch ImagingError.process(_, let reason) {
            #expect(
                reason
                    == "'Alcedo Test' has no letter for '鳥' (U+9CE5), 'ᚠ' (U+16A0); add a font that has one "
                    + "to 'font', such as 'Alcedo Test Kana'")
        }
        let both = try Self.style("Alcedo Test", "Alcedo Test Kana", size: 40)
        // From 50 of the first letter to 900 of the last one, of 550 + 550 + 1000, at 40 pixels.
        #expect(abs(try await Self.ink(Text("ab鳥", style: both)).width - 78) <= 1)
    }

    @Test func aTextOfAMegabyteIsAnError() async throws {
        let style = try Self.style("Alcedo Test", size: 40)
        await #expect(
            throws: ImagingError.process(
                step: "text", reason: "the text has 1000000 characters, and may have 10000")
        ) { try await Self.drawn(Text(String(repeating: "a", count: 1_000_000), style: style)) }
        // The longest one is drawn, or what fits of it.
        #expect(try await Self.ink(Text(String(repeating: "word ", count: 2000), style: style)).bottom <= 360)
    }

    @Test func hugeSizesAreThoseOfThePicture() async throws {
        let ink = try await Self.ink(
            Text(
                "H", style: Self.style("Alcedo Test", size: 65_535),
                box: .init(width: .pixels(65_535), height: .pixels(65_535))))
        #expect(ink.width <= 640 && ink.height <= 360)
    }

    @Test func fieldsOfThePictureAreFilledIn() async throws {
        var metadata = ImageMetadata()
        metadata.creator = "A <b>"
        let content = TextContent([.literal("© "), .field("creator"), .field("title")])
        #expect(content.rendered(metadata, escaping: false) == "© A <b>")
        #expect(content.rendered(metadata, escaping: true) == "© A &lt;b&gt;")
    }

    @Test func theBytesOfFontsAreInTheKey() throws {
        let path = try #require(InstalledFonts.font("Alcedo Test", weight: 400, italic: false)).path
        var bytes = try FileSystem.read(path)
        func key(_ font: Text.Font, _ text: String = "a", weight: Int = 400) -> String {
            Text(text, style: Text.Style(fonts: [font], size: .pixels(9), weight: weight)).identifier
        }
        let (first, again) = (try Text.Font(bytes), try Text.Font(bytes))
        bytes.append(0)
        let other = try Text.Font(bytes)
        #expect(key(first) == key(again))
        let keys = [
            key(first), key(other), key(first, "b"), key(first, weight: 700),
            key(try Text.Font.installed("Alcedo Test", weight: 700)),
        ]
        #expect(Set(keys).count == keys.count)
        #expect(throws: ImagingError.self) { try Text.Font(Data("not a font".utf8)) }
        #expect(throws: ImagingError.self) { try Text.Font.installed("No Such Font") }
    }

    @Test func aDamagedFontIsAnError() async throws {
        let font = try Text.Font(Data([0, 1, 0, 0] + [UInt8](repeating: 7, count: 500)))
        let text = Text("a", style: Text.Style(fonts: [font], size: .pixels(9)))
        await #expect(
            throws: ImagingError.process(
                step: "text", reason: "its font number 1 is damaged, or of a kind that is not read")
        ) { try await Self.drawn(text) }
    }
}
