import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct AverageColorTests {
    @Test func blackAndWhiteMixInLinearLight() throws {
        // Half the light of white is 1.055 × 0.5^(1/2.4) - 0.055 = 0.7354, of 255 187.5.
        let image = try Raster(2, 1, bands: 1) { x, _ in [x == 0 ? 0 : 255] }.image
        #expect(try AverageColor.of(image) == SRGBColor(red: 188, green: 188, blue: 188))
    }

    @Test func aPixelCountsAsMuchAsItIsOpaque() throws {
        // Light 255 / (255 + 85) = 0.75: 1.055 × 0.75^(1/2.4) - 0.055 = 0.8808, of 255 224.6.
        let image = try Raster(2, 1, bands: 2) { x, _ in x == 0 ? [255, 255] : [0, 85] }.image
        #expect(try AverageColor.of(image) == SRGBColor(red: 225, green: 225, blue: 225))
    }

    @Test func whatLiesBelowTransparencyDoesNotCount() throws {
        let image = try Raster(3, 2, bands: 4) { x, _ in x == 1 ? [9, 80, 200, 255] : [255, 0, 0, 0] }.image
        #expect(try AverageColor.of(image) == SRGBColor(red: 9, green: 80, blue: 200))
    }

    @Test func everyColourIsItsOwnMean() throws {
        for sample in UInt8.min...UInt8.max {
            let color = SRGBColor(red: sample, green: 255 - sample, blue: sample / 2)
            #expect(
                try AverageColor.of(Raster.plain(3, 3, color.red, color.green, color.blue).image) == color)
        }
    }

    @Test func aFullyTransparentPictureIsTransparent() throws {
        #expect(try AverageColor.of(Raster.plain(4, 4, 9, 9, 9, 0).image) == .transparent)
    }
}
