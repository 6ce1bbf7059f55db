import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Colours before and after, computed by hand from the formulas that the processors promise.
@Suite struct ColorProcessorTests {
    static func one(_ processor: any ImageProcessor, _ pixel: [UInt8]) async throws -> [UInt8] {
        let source = Raster(4, 4, bands: pixel.count) { _, _ in pixel }
        return try await pixels(.one(processors: [processor]), from: PNGFile(source).data)[1, 1]
    }

    static func near(_ have: [UInt8], _ want: [Int], _ tolerance: Int = 1) -> Bool {
        have.count == want.count && zip(have, want).allSatisfy { abs(Int($0) - $1) <= tolerance }
    }

    @Test func tintMixesByTheColoursAlpha() async throws {
        // 0x66 is two fifths: 100 · 3/5 + 200 · 2/5.
        let tint = SRGBColor(red: 200, green: 0, blue: 50, alpha: 0x66)
        #expect(try await Self.one(.tint(tint), [100, 100, 100]) == [140, 60, 80])
        // Grey gets colours, and transparency stays.
        #expect(try await Self.one(.tint(tint), [100]) == [140, 60, 80])
        #expect(try await Self.one(.tint(tint), [100, 100, 100, 40]) == [140, 60, 80, 40])
    }

    @Test func overlayLeavesItsFraction() async throws {
        let color = SRGBColor(red: 200, green: 0, blue: 50)
        #expect(try await Self.one(.overlay(color, fraction: 0.25), [100, 100, 100]) == [175, 25, 63])
        #expect(try await Self.one(.overlay(color, fraction: 0), [9, 9, 9]) == [200, 0, 50])
        #expect(try await Self.one(.overlay(color, fraction: 1), [9, 9, 9]) == [9, 9, 9])
    }

    @Test func sepiaIsCSSs() async throws {
        // 0.393 · 100 + 0.769 · 150 + 0.189 · 50 = 164.1; 0.349, 0.686, 0.168: 146.2; 0.272, 0.534, 0.131: 113.9.
        #expect(try await Self.one(.sepia(), [100, 150, 50]) == [164, 146, 114])
        #expect(try await Self.one(.sepia(), [255, 255, 255]) == [255, 255, 239])
        #expect(try await Self.one(.sepia(amount: 0.5), [100, 150, 50]) == [132, 148, 82])
        #expect(try await Self.one(.sepia(amount: 0), [7, 8, 9]) == [7, 8, 9])
    }

    @Test func colorControlsDoOneThingEach() async throws {
        // 0.2126 · 100 + 0.7152 · 150 + 0.0722 · 50 = 132.15.
        #expect(try await Self.one(.colorControls(saturation: 0), [100, 150, 50]) == [132, 132, 132])
        #expect(Self.near(try await Self.one(.colorControls(saturation: 2), [100, 150, 50]), [68, 168, 0]))
        // A fifth of 255 is 51.
        #expect(try await Self.one(.colorControls(brightness: 0.2), [100, 150, 250]) == [151, 201, 255])
        // 127.5 + 2 · (100 - 127.5) = 72.5.
        #expect(Self.near(try await Self.one(.colorControls(contrast: 2), [100, 150, 127]), [73, 173, 127]))
        // 100 is 0.1274 of light; twice that is stored as 0.5421 · 255 = 138.2.
        #expect(try await Self.one(.colorControls(exposure: 1), [100, 0, 255]) == [138, 0, 255])
        #expect(try await Self.one(.colorControls(), [1, 2, 3]) == [1, 2, 3])
    }

    @Test func theOrderIsSaturationBrightnessContrastExposure() async throws {
        // Grey 132.15, + 25.5 = 157.65, · 1.5 around 127.5 = 172.7, then half a stop: 0.4188 · 1.4142 → 201.7.
        let all = try await Self.one(
            .colorControls(brightness: 0.1, contrast: 1.5, saturation: 0, exposure: 0.5), [100, 150, 50])
        #expect(Self.near(all, [202, 202, 202]))
    }

    @Test func blackWhiteIsKingfishers() async throws {
        // 132.15 is 0.2311 of light; 2^0.7 = 1.6245 times that is stored as 0.6468 · 255 = 164.9.
        #expect(Self.near(try await Self.one(.blackWhite, [100, 150, 50]), [165]))
        #expect(Self.near(try await Self.one(.blackWhite, [100, 150, 50, 30]), [165, 30]))
        #expect(try await Self.one(.blackWhite, [0]) == [0])
    }

    @Test func blackAndWhiteIsTheBeginningOfAnyChain() async throws {
        let red = SRGBColor(red: 255, green: 0, blue: 0)
        // 165 as above; half of it and half of red.
        for (step, want) in [
            (.tint(SRGBColor(red: 255, green: 0, blue: 0, alpha: 0x80)), [210, 82, 82]), (.sharpen(), [165]),
            (.border(width: 1, color: red), [165, 165, 165]), (.blend(red, mode: .lighten), [255, 165, 165]),
            (.flatten(red), [165]),
        ] as [(any ImageProcessor, [Int])] {
            let chain = ImageProcessors.BlackWhite() |> step
            let opaque = try await Self.one(chain, [100, 150, 50])
            #expect(Self.near(opaque, want), "\(opaque)")
        }
        let veil = try await Self.one(
            ImageProcessors.BlackWhite() |> ImageProcessors.Border(width: 1, color: red), [100, 150, 50, 30])
        #expect(Self.near(veil, [165, 165, 165, 30]), "\(veil)")
    }

    @Test func duotoneGoesFromOneColourToTheOther() async throws {
        let duotone: any ImageProcessor = .duotone(
            shadows: SRGBColor(red: 20, green: 0, blue: 120),
            highlights: SRGBColor(red: 255, green: 240, blue: 100))
        #expect(try await Self.one(duotone, [0, 0, 0]) == [20, 0, 120])
        #expect(try await Self.one(duotone, [255, 255, 255]) == [255, 240, 100])
        // 128/255 of the way from (12.64, 45.68, -60.11) to (93.67, -11.28, 67.56) in CIELAB is (53.31, 17.09, 3.97);
        // scikit-image 0.26 makes that (158.4, 116.6, 121.1).
        #expect(Self.near(try await Self.one(duotone, [128, 128, 128]), [158, 117, 121]))
    }

    @Test func sharpeningMakesAnEdgeSteeperAndLeavesFlatPlaces() async throws {
        let edge = PNGFile(Raster(40, 8, bands: 3) { x, _ in x < 20 ? [80, 90, 100] : [160, 170, 180] }).data
        let raster = try await pixels(.one(processors: [.sharpen(sigma: 1, amount: 1)]), from: edge)
        // Beside the edge the blur is Φ(0.5) = 0.6915 of the step away: 80 · 0.3085 = 24.7 go on top of it.
        #expect(Self.near(raster[20, 4], [185, 195, 205], 2))
        #expect(Self.near(raster[19, 4], [55, 65, 75], 2))
        #expect(raster[5, 4] == [80, 90, 100] && raster[35, 4] == [160, 170, 180])
        let spared = try await pixels(
            .one(processors: [.sharpen(sigma: 1, amount: 1, threshold: 30)]), from: edge)
        #expect(spared[20, 4] == [160, 170, 180])
    }

    @Test func theSixteenBitsOfAPictureAreRoundedToEight() async throws {
        let row = (0..<4).flatMap { _ in [100, 7, 150, 7, 50, 7] as [UInt8] }
        let wide = PNGFile(
            width: 4, height: 4, depth: 16, colorType: 2, rows: Array(repeating: row, count: 4))
        #expect(try await pixels(.one(processors: [.sepia()]), from: wide.data)[0, 0] == [164, 146, 114])
    }

    @Test func identifiersCarryEveryParameter() {
        let red = SRGBColor(red: 255, green: 0, blue: 0)
        let other = SRGBColor(red: 254, green: 0, blue: 0)
        let steps: [any ImageProcessor] = [
            .tint(red), .tint(other), .overlay(red), .overlay(other), .overlay(red, fraction: 0.1), .sepia(),
            .sepia(amount: 0.9), .colorControls(), .colorControls(brightness: 1), .colorControls(contrast: 2),
            .colorControls(saturation: 2), .colorControls(exposure: 1), .blackWhite,
            .duotone(shadows: red, highlights: other), .duotone(shadows: other, highlights: red), .sharpen(),
            .sharpen(sigma: 2), .sharpen(amount: 2), .sharpen(threshold: 2), .blur(sigma: 1),
        ]
        #expect(Set(steps.map(\.identifier)).count == steps.count)
    }
}
