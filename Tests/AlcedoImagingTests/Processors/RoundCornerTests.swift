import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct RoundCornerTests {
    static let file = PNGFile(.plain(40, 20, 200, 100, 50)).data
    /// The opacity of a corner's 2 × 2 pixels with a radius of 2: the area below the arc, see `CornerMaskTests`.
    static let corner: [[UInt8]] = [[80, 233], [233, 255]]

    @Test func theCornersAreCutAndTheColourStays() async throws {
        let raster = try await pixels(.one(processors: [.roundCorner(radius: .pixels(2))]), from: Self.file)
        #expect(raster.bands == 4)
        for y in 0..<2 {
            for x in 0..<2 {
                #expect(raster[x, y][3] == Self.corner[y][x] && raster[39 - x, y][3] == Self.corner[y][x])
                #expect(raster[x, 19 - y][3] == Self.corner[y][x])
                #expect(raster[39 - x, 19 - y] == [200, 100, 50, Self.corner[y][x]])
            }
        }
        #expect(raster[20, 0][3] == 255 && raster[0, 10][3] == 255)
    }

    @Test func aRadiusIsInCSSPixelsOrAPartOfTheShorterSide() async throws {
        let pixel = try await pixels(.one(processors: [.roundCorner(radius: .pixels(4))]), from: Self.file)
        let dense = try await pixels(
            .one(density: 2, processors: [.roundCorner(radius: .pixels(2))]), from: Self.file)
        // 20 per cent of 20 is 4, at any density.
        let part = try await pixels(
            .one(density: 2, processors: [.roundCorner(radius: .fraction(0.2))]), from: Self.file)
        #expect(dense == pixel && part == pixel)
    }

    @Test func onlyTheCornersThatWereNamed() async throws {
        let raster = try await pixels(
            .one(processors: [.roundCorner(radius: .pixels(5), corners: [.topRight, .bottomLeft])]),
            from: Self.file)
        #expect(raster[39, 0][3] < 20 && raster[0, 19][3] < 20)
        #expect(raster[0, 0][3] == 255 && raster[39, 19][3] == 255)
    }

    @Test func halfTheSideMakesADisc() async throws {
        let square = PNGFile(.plain(32, 32, 9, 9, 9)).data
        let raster = try await pixels(.one(processors: [.roundCorner(radius: .fraction(0.5))]), from: square)
        let area = (0..<1024).reduce(0.0) { $0 + Double(raster[$1 % 32, $1 / 32].last ?? 0) / 255 }
        #expect(abs(area - .pi * 256) < 1)
    }

    @Test func existingAlphaIsMultiplied() async throws {
        let veil = PNGFile(.plain(10, 10, 1, 2, 3, 100)).data
        let raster = try await pixels(.one(processors: [.roundCorner(radius: .pixels(2))]), from: veil)
        // 80 · 100 / 255 = 31.4, 233 · 100 / 255 = 91.4
        #expect(raster[0, 0][3] == 31 && raster[1, 0][3] == 91 && raster[5, 5] == [1, 2, 3, 100])
    }

    @Test func aBackgroundFillsTheCorners() async throws {
        let white = SRGBColor(red: 255, green: 255, blue: 255)
        let output = try await make(
            .one(nil, processors: [.roundCorner(radius: .pixels(6))], background: white), from: Self.file)
        #expect(output.format == .jpeg)
        let raster = try await pixels(
            .one(processors: [.roundCorner(radius: .pixels(2), background: white)]), from: Self.file)
        // 80 of 255 over white: 255 - 80 · (255 - c) / 255.
        #expect(raster.bands == 3 && raster[0, 0] == [238, 206, 191])
    }

    @Test func everyFrameIsRounded() async throws {
        let palette: [[UInt8]] = [[9, 9, 9], [200, 0, 0], [0, 0, 200]]
        let frames = (0..<3).map { [UInt8](repeating: $0, count: 400) }
        let file = GIFFile(width: 20, height: 20, palette: palette, frames: frames, delays: [5, 5, 5]).data
        let raster = try await pixels(.one(.webp, processors: [.roundCorner(radius: .pixels(8))]), from: file)
        try #require(raster.height == 60 && raster.bands == 4)
        for y in [0, 19, 20, 39, 40, 59] { #expect(raster[0, y][3] == 0) }
        for y in [10, 30, 50] { #expect(raster[10, y][3] == 255) }
    }
}
