import Alcedo
import AlcedoImaging
import AlcedoManifest
import Foundation
import Testing

// The Swift code of the pages in AlcedoImaging.docc, so that it compiles and says what the manifests beside it say.
// `Tests/Integration/15-documents` checks that the snippets of the pages are here, line by line.

/// Squares of one colour: that of the pixel in their middle.
struct Mosaic: ImageProcessor {
    /// CSS pixels.
    var side: Int

    var identifier: String { "org.example.mosaic?side=\(side)" }

    func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        let step = max(1, Int((Double(side) * context.density).rounded()))
        let image = try image.toSRGB()
        let old = try image.pixels()
        var new = old
        for y in 0..<image.size.height {
            for x in 0..<image.size.width {
                let column = min(x / step * step + step / 2, image.size.width - 1)
                let row = min(y / step * step + step / 2, image.size.height - 1)
                for band in 0..<image.bands {
                    new[(y * image.size.width + x) * image.bands + band] =
                        old[(row * image.size.width + column) * image.bands + band]
                }
            }
        }
        let layouts: [PixelLayout] = [.gray8, .graya8, .rgb8, .rgba8]
        return try PixelImage(pixels: new, size: image.size, layout: layouts[image.bands - 1])
    }
}

@Suite struct ProcessorPageTests {
    /// Names in a manifest, with their pages.
    static let pages = [
        "resize": "Resize", "downsample": "Downsampling", "crop": "Crop", "trim": "Trim", "rotate": "Rotate",
        "flip": "Flip", "round-corner": "RoundCorner", "circle": "Circle", "border": "Border",
        "background": "Flatten", "tint": "Tint", "overlay": "Overlay", "color-controls": "ColorControls",
        "black-white": "BlackWhite", "sepia": "Sepia", "duotone": "Duotone", "blur": "Blur",
        "sharpen": "Sharpen", "blend": "Blend", "text": "Text",
    ]

    @Test(arguments: ProcessorRegistry.all.map(\.name))
    func aPageHasEveryParameterWithItsBounds(name: String) throws {
        let specification = try #require(ProcessorRegistry.specification(named: name))
        let page = try #require(Self.pages[name], "there is no page for '\(name)'")
        let rows = try EffectPage.rows("Processors/" + page)
        for parameter in specification.parameters {
            let row = try #require(
                rows.first { $0.name.contains("`\(parameter.name)`") }, "\(page) has no '\(parameter.name)'")
            if parameter.isRequired { #expect(row.rest.contains("must be given"), "\(page): \(row)") }
            switch parameter.kind {
            case .number(let range):
                #expect(row.rest.contains("\(Int(range.lowerBound)) to \(Int(range.upperBound))"))
            case .integer(let range):
                #expect(row.rest.contains("\(range.lowerBound) to \(range.upperBound)"))
            default: break
            }
        }
    }

    @Test func blackWhite() throws {
        let page = try EffectPage("Processors/BlackWhite")
        var request = SaidRequest()
        request.processors = [.blackWhite]
        request.isSaid(by: page)
    }

    @Test func blendMode() throws {
        let page = try EffectPage("Processors/BlendMode")
        var request = SaidRequest()
        request.processors = [.blend(SRGBColor(red: 0x0b, green: 0x7a, blue: 0x99), mode: .colorDodge)]
        request.isSaid(by: page)
    }

    @Test func blur() throws {
        let page = try EffectPage("Processors/Blur")
        var request = SaidRequest()
        request.processors = [.blur(sigma: 3)]
        request.processors = [.blur(sigma: 12)]
        request.isSaid(by: page)
    }

    @Test func border() throws {
        let page = try EffectPage("Processors/Border")
        var request = SaidRequest()
        request.processors = [.border(width: 8, color: SRGBColor(red: 255, green: 255, blue: 255))]
        request.processors = [
            .border(width: 8, color: SRGBColor(red: 0xf0, green: 0x83, blue: 0x28), radius: .pixels(32))
        ]
        request.processors = [.border(width: 24, color: SRGBColor(red: 0, green: 0, blue: 0, alpha: 0x80))]
        request.isSaid(by: page)
    }

    @Test func circle() throws {
        let page = try EffectPage("Processors/Circle")
        var request = SaidRequest()
        request.processors = [.circle(anchor: FocalPoint(x: 0.3, y: 0.5))]
        request.isSaid(by: page)
    }

    @Test func colorControls() throws {
        let page = try EffectPage("Processors/ColorControls")
        var request = SaidRequest()
        request.processors = [.colorControls(saturation: 2)]
        request.processors = [.colorControls(brightness: 0.2)]
        request.processors = [.colorControls(contrast: 1.6)]
        request.processors = [.colorControls(exposure: 1)]
        request.processors = [.colorControls(exposure: -1.5)]
        request.isSaid(by: page)
    }

    @Test func crop() throws {
        let page = try EffectPage("Processors/Crop")
        var request = SaidRequest()
        request.processors = [
            .crop(width: .fraction(0.45), height: .fraction(0.6), anchor: FocalPoint(x: 1, y: 0.9))
        ]
        request.isSaid(by: page)
    }

    @Test func downsampling() throws {
        let page = try EffectPage("Processors/Downsampling")
        var request = SaidRequest()
        request.geometry = ResizeGeometry()
        request.processors = [.resize(width: 256, height: 256, fit: .inside)]
        request.processors = [.resize(width: 128, height: 128, fit: .inside)]
        request.processors = [.resize(width: 64, height: 64, fit: .inside)]
        request.isSaid(by: page)
    }

    @Test func duotone() throws {
        let page = try EffectPage("Processors/Duotone")
        var request = SaidRequest()
        request.processors = [
            .duotone(
                shadows: SRGBColor(red: 0x3b, green: 0x07, blue: 0x64),
                highlights: SRGBColor(red: 0xfd, green: 0xe6, blue: 0x8a))
        ]
        request.isSaid(by: page)
    }

    @Test func flatten() throws {
        let page = try EffectPage("Processors/Flatten")
        var request = SaidRequest()
        request.processors = [.flatten(SRGBColor(red: 0x0b, green: 0x3a, blue: 0x4a))]
        request.isSaid(by: page)
    }

    @Test func flip() throws {
        let page = try EffectPage("Processors/Flip")
        var request = SaidRequest()
        request.processors = [.flip()]
        request.processors = [.flip(.vertical)]
        request.isSaid(by: page)
    }

    @Test func overlay() throws {
        let page = try EffectPage("Processors/Overlay")
        var request = SaidRequest()
        request.processors = [.overlay(SRGBColor(red: 0xf0, green: 0x83, blue: 0x28))]
        request.processors = [.overlay(SRGBColor(red: 0xf0, green: 0x83, blue: 0x28), fraction: 0.8)]
        request.isSaid(by: page)
    }

    @Test func resize() throws {
        let page = try EffectPage("Processors/Resize")
        var request = SaidRequest()
        request.geometry = ResizeGeometry(width: 150, height: 150, fit: .inside)
        request.geometry = ResizeGeometry(width: 150, height: 150, fit: .cover)
        request.geometry = ResizeGeometry(width: 150, height: 150, fit: .contain)
        request.geometry = ResizeGeometry(width: 150, height: 150, fit: .fill)
        request.geometry = ResizeGeometry(width: 150, height: 150, fit: .outside)

        request.geometry = ResizeGeometry()
        request.processors = [.resize(width: 150, height: 150, position: .north)]

        request.geometry = ResizeGeometry(width: 120, height: 180, position: .west)
        request.geometry = ResizeGeometry(width: 120, height: 180)
        request.geometry = ResizeGeometry(width: 120, height: 180, position: .east)
        request.geometry = ResizeGeometry(width: 120, height: 180, position: .attention)
        request.geometry = ResizeGeometry(width: 120, height: 180, position: .entropy)
        request.isSaid(by: page)
    }

    @Test func rotate() throws {
        let page = try EffectPage("Processors/Rotate")
        var request = SaidRequest()
        request.geometry = ResizeGeometry(width: 280)
        request.processors = [.rotate(angle: 12)]
        request.geometry = ResizeGeometry(width: 320)
        request.processors = [.rotate(angle: 90)]
        request.isSaid(by: page)
    }

    @Test func roundCorner() throws {
        let page = try EffectPage("Processors/RoundCorner")
        var request = SaidRequest()
        request.processors = [.roundCorner(radius: .pixels(40))]
        request.processors = [.roundCorner(radius: .fraction(0.3), corners: [.topLeft, .bottomRight])]
        request.processors = [
            .roundCorner(radius: .pixels(40), background: SRGBColor(red: 0x0b, green: 0x3a, blue: 0x4a))
        ]
        request.isSaid(by: page)
    }

    @Test func sepia() throws {
        let page = try EffectPage("Processors/Sepia")
        var request = SaidRequest()
        request.processors = [.sepia()]
        request.processors = [.sepia(amount: 0.5)]
        request.isSaid(by: page)
    }

    @Test func sharpen() throws {
        let page = try EffectPage("Processors/Sharpen")
        var request = SaidRequest()
        request.processors = [.sharpen()]
        request.processors = [.sharpen(amount: 2, threshold: 4)]
        request.isSaid(by: page)
    }

    @Test func tint() throws {
        let page = try EffectPage("Processors/Tint")
        var request = SaidRequest()
        request.processors = [.tint(SRGBColor(red: 0x1d, green: 0x4e, blue: 0xd8, alpha: 0x99))]
        request.processors = [.tint(SRGBColor(red: 0x0b, green: 0x7a, blue: 0x99))]
        request.isSaid(by: page)
    }

    @Test func trim() throws {
        let page = try EffectPage("Processors/Trim")
        var request = SaidRequest()
        request.geometry = ResizeGeometry()
        request.processors = [.trim(), .resize(width: 320, fit: .inside)]
        request.isSaid(by: page)
    }

    @Test func blend() throws {
        let files = try TemporaryFolder()
        try files.write(
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", to: "drawings/logo.svg")
        let folder = URL(fileURLWithPath: files.path)
        let page = try EffectPage("Processors/Blend", folder: files.path)
        var request = SaidRequest()
        let logo = try Data(contentsOf: folder.appendingPathComponent("drawings/logo.svg"))
        request.processors = [
            .blend(
                logo, at: .init(anchor: FocalPoint(x: 1, y: 1), margin: 12, width: .fraction(0.2)),
                opacity: 0.9)
        ]
        request.processors = [.blend(logo, at: .init(width: .pixels(48), tiles: true), opacity: 0.35)]
        request.processors = [.blend(SRGBColor(red: 0xff, green: 0xb3, blue: 0x47), mode: .multiply)]
        request.isSaid(by: page)
    }

    @Test func text() throws {
        let page = try EffectPage("Processors/Text")
        var request = SaidRequest()
        let style = ImageProcessors.Text.Style(fonts: [try .installed("Noto Sans")], size: .pixels(18))
        request.processors = [
            .text(
                "Four in the afternoon", style: style,
                box: .init(anchor: FocalPoint(x: 0, y: 1), margin: .pixels(12)), shadow: .init(blur: 2))
        ]
        let bold = try ImageProcessors.Text.Font.installed("Noto Sans", weight: 700)
        request.processors = [
            .text(
                "A meadow, a house, and nothing that has to be done today",
                style: .init(fonts: [bold], size: .pixels(40), minSize: .pixels(16), weight: 700),
                box: .init(width: .fraction(0.8), height: .fraction(0.7)), outline: .init(width: 2))
        ]
        let arabic = try ImageProcessors.Text.Font.installed("Noto Sans Arabic", weight: 700)
        request.processors = [
            .text(
                "نهار سعيد", style: .init(fonts: [arabic], size: .pixels(36), weight: 700),
                box: .init(anchor: FocalPoint(x: 0.5, y: 0), margin: .pixels(12), align: .start))
        ]
        request.isSaid(by: page)
    }

    @Test func composedProcessor() throws {
        let page = try EffectPage("Processors/ComposedProcessor")
        var request = SaidRequest()
        request.processors = [.roundCorner(radius: .pixels(48)), .blur(sigma: 8)]
        request.processors = [.blur(sigma: 8), .roundCorner(radius: .pixels(48))]
        request.isSaid(by: page)
        let first = try #require(request.chains.first)

        let soft: any ImageProcessor = .roundCorner(radius: .pixels(48)) |> .blur(sigma: 8)
        request.processors = [soft, .sepia()]
        #expect(soft.identifier == first.map(\.identifier).joined(separator: "|>"))
    }

    @Test func theRequestOfThePagesMakesAPicture() async throws {
        var request = ImageRequest(
            geometry: ResizeGeometry(width: 320), encodings: [ImageEncoding(format: .auto)])
        request.processors = [Mosaic(side: 12), .roundCorner(radius: .pixels(12))]
        let chart = Source.provider(ChartProvider(values: [90, 160, 40, 120, 80, 20, 70, 110, 150]))
        let folder = try TemporaryFolder()
        let image = try await ImagePipeline(cacheDirectory: folder.path, engine: .threads).retrieve(
            chart, request)
        // 360 × 200 pixels in 320; the corners that were cut off make it a PNG.
        #expect(image.width == 320 && image.height == 178 && image.format == .png)
    }

    @Test func mosaicTakesThePixelInTheMiddleOfEachSquare() throws {
        let image = try PixelImage(
            pixels: Data([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), size: PixelSize(width: 5, height: 2),
            layout: .gray8)
        let made = try Mosaic(side: 2).process(
            image, context: ImageProcessingContext(source: ImageFacts(type: .png, width: 5, height: 2)))
        // The middle of a square of two is its second pixel; the last square has only one column.
        #expect(try made.pixels() == Data([7, 7, 9, 9, 10, 7, 7, 9, 9, 10]))
    }

    /// For `docs/make-effect-pictures`, which sets the path; otherwise the picture is not written.
    @Test func mosaicKeepsTheSizeOfThePagesPicture() throws {
        let house = EffectPage.catalog.appendingPathComponent("Processors/house.jpg")
        let image = try PixelImage(decoding: Data(contentsOf: house))
        let made = try Mosaic(side: 12).process(
            image,
            context: ImageProcessingContext(
                source: ImageFacts(type: .jpeg, width: image.size.width, height: image.size.height)))
        #expect(made.size == image.size)
        if let folder = ProcessInfo.processInfo.environment["ALCEDO_EFFECT_PICTURES"] {
            let picture = URL(fileURLWithPath: folder).appendingPathComponent("mosaic.jpg")
            try made.encoded(as: .jpeg, quality: .lossy(70)).write(to: picture)
        }
    }
}
