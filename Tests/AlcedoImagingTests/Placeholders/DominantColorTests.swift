import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct DominantColorTests {
    @Test func theColourOfMostPixelsWins() {
        let pixels = Data([10, 20, 30, 200, 100, 50, 200, 100, 50])
        #expect(DominantColor.of(pixels: pixels, channels: 3) == SRGBColor(red: 200, green: 100, blue: 50))
    }

    @Test func theResultIsTheMeanInsideTheFullestBin() {
        // 16…31 is one bin: the mean of 16, 20 and 31 is 22.33; 10 lies in another.
        let pixels = Data([16, 16, 16, 20, 20, 16, 31, 31, 16, 10, 10, 10, 10, 10, 10])
        #expect(DominantColor.of(pixels: pixels, channels: 3) == SRGBColor(red: 22, green: 22, blue: 16))
    }

    @Test func halvesAreRoundedUp() {
        #expect(
            DominantColor.of(pixels: Data([32, 33]), channels: 1) == SRGBColor(red: 33, green: 33, blue: 33))
    }

    @Test func greyIsReadAsAllThreeChannels() {
        #expect(
            DominantColor.of(pixels: Data([7, 7, 99]), channels: 1) == SRGBColor(red: 7, green: 7, blue: 7))
        #expect(
            DominantColor.of(pixels: Data([7, 0, 99, 255, 7, 0]), channels: 2)
                == SRGBColor(red: 99, green: 99, blue: 99))
    }

    @Test func whatLiesBelowTransparencyDoesNotCount() {
        let pixels = Data([255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 255])
        #expect(DominantColor.of(pixels: pixels, channels: 4) == SRGBColor(red: 0, green: 0, blue: 255))
    }

    @Test func aPixelCountsAsMuchAsItIsOpaque() {
        // Three red pixels of alpha 60 weigh 180, one green of 255 weighs more.
        let pixels = Data([255, 0, 0, 60, 255, 0, 0, 60, 255, 0, 0, 60, 0, 255, 0, 255])
        #expect(DominantColor.of(pixels: pixels, channels: 4) == SRGBColor(red: 0, green: 255, blue: 0))
    }

    @Test func withinABinTheMeanIsWeightedByOpacity() {
        // (0 * 100 + 12 * 200) / 300 = 8
        #expect(
            DominantColor.of(pixels: Data([0, 100, 12, 200]), channels: 2)
                == SRGBColor(red: 8, green: 8, blue: 8)
        )
    }

    @Test func ofEquallyFullBinsTheDarkestWinsInEveryOrder() {
        let expected = SRGBColor(red: 0, green: 0, blue: 200)
        let pixels: [[UInt8]] = [[200, 0, 0], [0, 200, 0], [0, 0, 200]]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let data = Data(order.flatMap { pixels[$0] })
            #expect(DominantColor.of(pixels: data, channels: 3) == expected)
        }
    }

    @Test func aFullyTransparentPictureIsTransparent() {
        #expect(DominantColor.of(pixels: Data([9, 9, 9, 0, 8, 8, 8, 0]), channels: 4) == .transparent)
        #expect(DominantColor.of(pixels: Data(), channels: 3) == .transparent)
    }

    @Test func bytesOfAnUnfinishedPixelAreIgnored() {
        #expect(
            DominantColor.of(pixels: Data([1, 2, 3, 255, 255]), channels: 3)
                == SRGBColor(red: 1, green: 2, blue: 3))
        #expect(DominantColor.of(pixels: Data([1, 2]), channels: 3) == .transparent)
    }

    @Test func aSliceIsReadFromItsOwnBeginning() {
        let slice = Data([0, 0, 0, 0, 0, 0, 200, 100, 50]).dropFirst(6)
        #expect(DominantColor.of(pixels: slice, channels: 3) == SRGBColor(red: 200, green: 100, blue: 50))
    }
}
