import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct PaletteTests {
    static let red = SRGBColor(red: 200, green: 30, blue: 40)
    static let green = SRGBColor(red: 20, green: 150, blue: 60)
    static let blue = SRGBColor(red: 30, green: 60, blue: 190)

    /// Columns of colours.
    func columns(_ colors: [(color: SRGBColor, count: Int)], height: Int = 4) throws -> PixelImage {
        let row = colors.flatMap { Array(repeating: $0.color, count: $0.count) }
        return try Raster(row.count, height, bands: 4) { x, _ in
            [row[x].red, row[x].green, row[x].blue, row[x].alpha]
        }.image
    }

    @Test func coloursComeByTheirShareAndAsTheyAre() throws {
        let image = try columns([(Self.green, 2), (Self.red, 6), (Self.blue, 4)])
        #expect(try Palette.of(image) == [Self.red, Self.blue, Self.green])
    }

    @Test func whatLooksAlikeIsOneColour() throws {
        let image = try columns([
            (SRGBColor(red: 100, green: 100, blue: 100), 5), (SRGBColor(red: 102, green: 102, blue: 102), 5),
            (Self.red, 3),
        ])
        #expect(try Palette.of(image) == [SRGBColor(red: 101, green: 101, blue: 101), Self.red])
    }

    @Test func ofManyTheSixThatCoverMostAreGiven() throws {
        let names = ["red", "lime", "blue", "yellow", "aqua", "fuchsia", "black", "white"]
        let colors = try names.map { try SRGBColor(css: $0) }
        let image = try columns(colors.enumerated().map { ($0.element, 10 + $0.offset) })
        #expect(try Palette.of(image) == Array(colors.reversed().prefix(6)))
    }

    @Test func aSpeckIsNotAMainColour() throws {
        #expect(try Palette.of(columns([(Self.red, 399), (Self.blue, 1)], height: 1)) == [Self.red])
        #expect(try Palette.of(columns([(Self.red, 99), (Self.blue, 1)])) == [Self.red, Self.blue])
    }

    @Test func aPixelCountsAsMuchAsItIsOpaque() throws {
        var faint = Self.red
        faint.alpha = 60
        var hidden = Self.blue
        hidden.alpha = 0
        let image = try columns([(faint, 4), (Self.green, 1), (hidden, 9)])
        #expect(try Palette.of(image) == [Self.green, Self.red])
    }

    @Test func aFullyTransparentPictureHasNoColours() throws {
        #expect(try Palette.of(Raster.plain(5, 5, 1, 2, 3, 0).image).isEmpty)
    }

    @Test func onePixelAndGreyHaveTheirColour() throws {
        #expect(try Palette.of(Raster.plain(1, 1, 7, 8, 9).image).map(\.hex) == ["#070809"])
        #expect(try Palette.of(Raster.plain(1, 9, 77).image).map(\.hex) == ["#4d4d4d"])
    }

    static let rich: [Raster] = [
        .photo(64, 48), .noise(40, 40, bands: 3), .slopes(64, 64), .slopes(64, 43), .glass, .gray,
        .noise(30, 64, bands: 4, seed: 5),
    ]

    @Test(arguments: rich.indices)
    func coloursDifferVisibly(index: Int) throws {
        let palette = try Palette.of(Self.rich[index].image)
        #expect((2...6).contains(palette.count))
        for (first, one) in palette.enumerated() {
            // 0.1, less the rounding to bytes.
            for other in palette[..<first] { #expect(OKLab(one).distance(to: OKLab(other)) > 0.09) }
        }
    }

    @Test(arguments: rich.indices)
    func everyColourIsNearToOneOfThePicture(index: Int) throws {
        let picture = Self.rich[index]
        for color in try Palette.of(picture.image) {
            let nearest = (0..<picture.width * picture.height).map { index in
                let pixel = picture[index % picture.width, index / picture.width]
                let own =
                    pixel.count < 3
                    ? SRGBColor(red: pixel[0], green: pixel[0], blue: pixel[0])
                    : SRGBColor(red: pixel[0], green: pixel[1], blue: pixel[2])
                return OKLab(own).distance(to: OKLab(color))
            }.min()
            #expect(try #require(nearest) < 0.1)
        }
    }

    @Test func theOrderOfPixelsDoesNotMatter() throws {
        let source = Raster.photo(40, 30)
        var order = Array(0..<1200)
        var generator = SeededGenerator(seed: 3)
        let palette = try Palette.of(source.image)
        for _ in 0..<3 {
            order.shuffle(using: &generator)
            let shuffled = Raster(40, 30, bands: 3) { x, y in
                source[order[y * 40 + x] % 40, order[y * 40 + x] / 40]
            }
            #expect(try Palette.of(shuffled.image) == palette)
        }
    }
}
