import Alcedo
import AlcedoImaging
import AlcedoManifest
import Foundation
import Testing

// The Swift code of the pages in AlcedoImaging.docc, so that it compiles and says what the manifests beside it say.
// `Tests/Integration/15-documents` checks that the snippets of the pages are here, line by line.

@Suite struct FormatPageTests {
    @Test func avif() throws {
        let page = try EffectPage("Formats/AVIF")
        var request = SaidRequest()
        request.encodings = [ImageEncoding(format: .format(.avif))]
        var options = EncoderOptions()
        options.chroma = .full
        request.encodings = [
            ImageEncoding(
                format: .format(.avif), quality: [.avif: .lossy(15)], effort: [.avif: 5],
                options: [.avif: options])
        ]
        request.isSaid(by: page)
    }

    @Test func auto() throws {
        let page = try EffectPage("Formats/Auto")
        var request = SaidRequest()
        request.encodings = [ImageEncoding(format: .format(.webp)), ImageEncoding(format: .auto)]
        request.isSaid(by: page)
    }

    @Test func byteBudget() throws {
        let page = try EffectPage("Formats/ByteBudget")
        var request = SaidRequest()
        request.encodings = [
            ImageEncoding(format: .format(.jpeg), budget: ByteBudget(bytes: 10_000, minQuality: 10))
        ]
        request.encodings = [
            ImageEncoding(format: .format(.jpeg), budget: ByteBudget(bytes: 5_000, minQuality: 10))
        ]
        request.isSaid(by: page)
    }

    @Test func gif() throws {
        let page = try EffectPage("Formats/GIF")
        var request = SaidRequest()
        request.encodings = [ImageEncoding(format: .format(.gif))]
        var options = EncoderOptions()
        options.colors = 16
        options.dither = 0
        request.encodings = [ImageEncoding(format: .format(.gif), options: [.gif: options])]
        request.isSaid(by: page)
    }

    @Test func jpeg() throws {
        let page = try EffectPage("Formats/JPEG")
        var request = SaidRequest()
        request.encodings = [ImageEncoding(format: .format(.jpeg))]
        var options = EncoderOptions()
        options.progressive = true
        options.chroma = .full
        request.encodings = [
            ImageEncoding(format: .format(.jpeg), quality: [.jpeg: .lossy(20)], options: [.jpeg: options])
        ]
        request.isSaid(by: page)
    }

    @Test func jxl() throws {
        let page = try EffectPage("Formats/JXL")
        var request = SaidRequest()
        request.encodings = [ImageEncoding(format: .format(.jxl))]
        request.encodings = [
            ImageEncoding(format: .format(.jxl), quality: [.jxl: .lossy(15)], effort: [.jxl: 8])
        ]
        request.isSaid(by: page)
    }

    @Test func png() throws {
        let page = try EffectPage("Formats/PNG")
        var request = SaidRequest()
        request.encodings = [ImageEncoding(format: .format(.png))]
        var options = EncoderOptions()
        options.colors = 16
        request.encodings = [ImageEncoding(format: .format(.png), options: [.png: options])]
        options.dither = 0
        request.encodings = [ImageEncoding(format: .format(.png), options: [.png: options])]
        request.isSaid(by: page)
    }

    @Test func source() throws {
        let page = try EffectPage("Formats/Source")
        var request = SaidRequest()
        request.encodings = [ImageEncoding(format: .format(.webp)), ImageEncoding(format: .source)]
        request.isSaid(by: page)
    }

    @Test func original() throws {
        let page = try EffectPage("Formats/Original")
        var request = SaidRequest()
        request.encodings = [ImageEncoding(format: .original)]
        request.encodings = [ImageEncoding(format: .verbatim)]
        request.isSaid(by: page)
    }

    @Test func webP() throws {
        let page = try EffectPage("Formats/WebP")
        var request = SaidRequest()
        request.encodings = [ImageEncoding(format: .format(.webp))]
        request.encodings = [
            ImageEncoding(format: .format(.webp), quality: [.webp: .lossy(15)], effort: [.webp: 6])
        ]
        request.encodings = [ImageEncoding(format: .format(.webp), quality: [.webp: .lossless])]
        var options = EncoderOptions()
        options.nearLossless = true
        request.encodings = [
            ImageEncoding(format: .format(.webp), quality: [.webp: .lossy(60)], options: [.webp: options])
        ]
        request.isSaid(by: page)
    }

    @Test func imagePlaceholders() throws {
        let image = try PixelImage(
            pixels: Data(repeating: 200, count: 3 * 48), size: PixelSize(width: 8, height: 6), layout: .rgb8)

        var placeholders = ImagePlaceholders()
        placeholders.dominantColor = DominantColor.of(pixels: try image.pixels(), channels: image.bands)
        placeholders.averageColor = try AverageColor.of(image)
        placeholders.palette = try Palette.of(image)
        placeholders.blurhash = try BlurHash.of(image)
        placeholders.thumbhash = try ThumbHash.of(image)
        // The page's manifest has every kind.
        #expect(placeholders.kinds == Set(PlaceholderKind.allCases))
        #expect(placeholders.dominantColor == SRGBColor(red: 200, green: 200, blue: 200))
        #expect(placeholders.palette == [SRGBColor(red: 200, green: 200, blue: 200)])
    }
}
