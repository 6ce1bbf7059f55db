import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// A background that is itself transparent lies behind a picture once, wherever it shows.
@Suite struct BackgroundTests {
    /// Twice would give 255 - 127 · 127 / 255 = 192.
    static let half = SRGBColor(red: 250, green: 100, blue: 0, alpha: 128)

    /// Blue on the left; on the right nothing, or half as much blue.
    static func file(alpha: UInt8) -> Data {
        PNGFile(Raster(40, 20, bands: 4) { x, _ in [0, 0, 255, x < 20 ? 255 : alpha] }).data
    }

    @Test(arguments: [false, true])
    func itIsLaidOnceAroundAPictureAndBehindTransparentPixels(isOpaque: Bool) async throws {
        let raster = try await pixels(
            .one(width: 40, height: 40, fit: .contain, background: Self.half),
            from: Self.file(alpha: isOpaque ? 255 : 0))
        #expect(raster[5, 0] == [250, 100, 0, 128] && raster[35, 39] == [250, 100, 0, 128])
        #expect(raster[5, 20] == [0, 0, 255, 255])
        #expect(raster[35, 20] == (isOpaque ? [0, 0, 255, 255] : [250, 100, 0, 128]))
    }

    @Test func itIsLaidOnceBehindRoundedCornersToo() async throws {
        let raster = try await pixels(
            .one(
                width: 40, height: 40, fit: .contain, processors: [.roundCorner(radius: .fraction(0.5))],
                background: Self.half), from: Self.file(alpha: 0))
        for (x, y) in [(0, 0), (39, 0), (0, 39), (20, 2), (35, 20)] {
            #expect(raster[x, y] == [250, 100, 0, 128], "\(x), \(y)")
        }
        #expect(raster[10, 20] == [0, 0, 255, 255])
    }

    @Test func stepsBeforeItSeeTransparencyAroundThePicture() async throws {
        // What has been laid on green has nothing left for the background.
        let green = SRGBColor(red: 0, green: 200, blue: 0)
        let raster = try await pixels(
            .one(width: 40, height: 40, fit: .contain, processors: [.flatten(green)], background: Self.half),
            from: Self.file(alpha: 0))
        #expect(raster[5, 0].prefix(3) == [0, 200, 0] && raster[35, 20].prefix(3) == [0, 200, 0])
        // A rotation also moves the area around the picture.
        let turned = try await pixels(
            .one(
                width: 40, height: 40, fit: .contain, processors: [.rotate(angle: 90)], background: Self.half),
            from: Self.file(alpha: 255))
        #expect(turned[0, 20] == [250, 100, 0, 128] && turned[20, 20] == [0, 0, 255, 255])
        // A border of the same strength is drawn on nothing first: 128 over 128 is 192.
        let framed = try await pixels(
            .one(
                width: 40, height: 40, fit: .contain,
                processors: [.border(width: 2, color: SRGBColor(red: 0, green: 0, blue: 0, alpha: 128))],
                background: Self.half), from: Self.file(alpha: 255))
        #expect(framed[20, 0][3] == 192 && framed[20, 5] == [250, 100, 0, 128])
    }

    @Test func aPixelThatShowsHalfShowsItsBackgroundOnce() async throws {
        let raster = try await pixels(.one(background: Self.half), from: Self.file(alpha: 128))
        // Alpha 128 + 127 · 128 / 255 = 191.7, of which 63.7 are the background's: 250 · 63.7 / 191.7 = 83.1,
        // 100 · 63.7 / 191.7 = 33.2, and 255 · 128 / 191.7 = 170.2 of blue in front.
        let wanted: [Int] = [83, 33, 170, 192]
        for (have, want) in zip(raster[35, 10], wanted) { #expect(abs(Int(have) - want) <= 1) }
    }

    @Test func aFormatWithoutTransparencyIsLeftOutOrAnError() async throws {
        let request = ImageRequest.one(.jpeg, width: 40, height: 40, fit: .contain, background: Self.half)
        let result = try await InProcessEngine(threads: 1).run(
            ImageJob(data: Self.file(alpha: 255), requests: [request]))
        #expect(result.outputs.isEmpty)
        #expect(result.failures[0].map { String(describing: $0).contains("transparency") } ?? false)
        // The background does not show behind an opaque picture.
        let plain = try await make(.one(.jpeg, background: Self.half), from: Self.file(alpha: 255))
        #expect(plain.format == .jpeg)
    }
}
