import AlcedoBase
import Foundation
import Testing

@testable import AlcedoImaging

@Suite struct FieldCodingTests {
    private static let red = Color(red: 200, green: 10, blue: 30, alpha: 77)

    /// One of each kind, with no parameter as usual.
    static let processors: [any ImageProcessor] = [
        ImageProcessors.BlackWhite(), ImageProcessors.Blur(sigma: 2.25),
        ImageProcessors.Blend(.color(red), mode: .colorDodge, opacity: 0.3),
        ImageProcessors.Blend(
            .image(
                Data([1, 2, 3]),
                .init(
                    anchor: FocalPoint(x: 0.1, y: 0.9), margin: 4.5, width: .fraction(0.25), tiles: true)),
            mode: .xor, opacity: 0.75),
        ImageProcessors.Border(
            width: 3.5, color: red, radius: .fraction(0.4), corners: [.topLeft, .bottomRight]),
        ImageProcessors.Circle(anchor: FocalPoint(x: 0.2, y: 0.3), background: red),
        ImageProcessors.ColorControls(brightness: 0.1, contrast: 1.2, saturation: 0.3, exposure: -0.4),
        ImageProcessors.Crop(width: .pixels(40), height: nil, anchor: FocalPoint(x: 1, y: 0)),
        ImageProcessors.Duotone(shadows: red, highlights: Color(red: 1, green: 2, blue: 3)),
        ImageProcessors.Flatten(color: red), ImageProcessors.Flip(axis: .both),
        ImageProcessors.Overlay(color: red, fraction: 0.6),
        ImageProcessors.Resize(
            ResizeGeometry(
                width: 30, height: 20, fit: .contain, position: .entropy, focus: FocalPoint(x: 0.5, y: 0.25),
                enlarge: true)),
        ImageProcessors.Rotate(angle: 33.5, background: red),
        ImageProcessors.RoundCorner(radius: .pixels(12.5), corners: [.topRight], background: nil),
        ImageProcessors.Sepia(amount: 0.4), ImageProcessors.Sharpen(sigma: 1.5, amount: 0.25, threshold: 2),
        ImageProcessors.Tint(color: red), ImageProcessors.Trim(threshold: 12, background: red),
        ComposedProcessor(
            first: ImageProcessors.Blur(sigma: 1), second: ImageProcessors.Rotate(angle: 90)),
    ]

    private func copy<Value: FieldCodable>(_ value: Value) throws -> Value {
        var writer = FieldWriter()
        writer.encode(value)
        var reader = FieldReader(writer.data)
        let copy = try reader.decode(Value.self)
        #expect(reader.isAtEnd)
        return copy
    }

    @Test(arguments: processors.indices) func aStepIsTheSameInAnotherProcess(_ index: Int) throws {
        let step = Self.processors[index]
        let copied = try copy(ProcessorFields(step)).processor
        #expect(copied.identifier == step.identifier)
        #expect(type(of: copied) == type(of: step))
        let size = PixelSize(width: 90, height: 60)
        #expect(copied.size(of: size, density: 1.5) == step.size(of: size, density: 1.5))
    }

    /// `alcedo.blur` for `alcedo.blur?sigma=…`.
    @Test func everyBuiltInStepCanGoThere() throws {
        let names = Set(Self.processors.map { $0.identifier.prefix { $0 != "?" && $0 != "|" } })
        // Nineteen kinds; the composed one bears the name of its first.
        #expect(names.count == 18)
        #expect(Set(Self.processors.compactMap(ProcessorFields.tag(of:))).count == 19)
    }

    @Test func aStepOfSomebodyElsesCannot() {
        struct Own: ImageProcessor {
            var identifier: String { "org.example.own" }
            func process(_ image: Image, context: ImageProcessingContext) throws -> Image { image }
        }
        #expect(!ImageRequest.one(processors: [Own()]).isFieldCodable)
        let inside = ComposedProcessor(first: ImageProcessors.Blur(sigma: 1), second: Own())
        #expect(!ImageRequest.one(processors: [inside]).isFieldCodable)
        #expect(ImageRequest.one(processors: Self.processors).isFieldCodable)
    }

    @Test func aRequestIsTheSameInAnotherProcess() throws {
        var options = EncoderOptions()
        options.progressive = true
        options.chroma = .full
        options.colors = 16
        options.dither = 0.25
        options.nearLossless = true
        let encoding = ImageEncoding(
            format: .format(.webp), quality: [.webp: .lossless, .jpeg: .lossy(33)], effort: [.webp: 2],
            options: [.webp: options], budget: ByteBudget(bytes: 999, leastQuality: 7), metadata: .all,
            keepsPosition: true, minimal: true)
        let request = ImageRequest(
            geometry: ResizeGeometry(width: 3, height: 4, fit: .inside, position: .attention, enlarge: true),
            density: 2.5, processors: Self.processors, background: Self.red, animation: .first, color: .keep,
            encodings: [encoding, ImageEncoding(format: .auto), ImageEncoding(format: .source)])
        let copied = try copy(request)
        #expect(copied.fingerprint == request.fingerprint)
        #expect(copied.encodings == request.encodings && copied.geometry == request.geometry)
        #expect(copied.background == request.background && copied.density == 2.5)
    }

    @Test func aResultIsTheSameInThisProcess() throws {
        var metadata = ImageMetadata()
        metadata.copyright = "© Ada"
        metadata.keywords = ["a", "", "é"]
        metadata.fNumber = 2.8
        metadata.isoSpeed = 400
        metadata.orientation = 6
        metadata.position = ImageMetadata.Position(latitude: 48.5, longitude: -2.25, altitude: 12)
        let file = EncodedFile(path: "/a b", digest: ContentDigest(hashing: "x"), bytes: 12)
        let result = ImageJobResult(
            facts: ImageFacts(
                type: .svg, width: 3, height: 4, frames: 2, orientation: 5, hasAlpha: true, isOpaque: false,
                proportions: PixelSize(width: 30, height: 41)),
            metadata: metadata,
            outputs: [
                OutputID(request: 1, format: .avif): EncodedImage(
                    content: .file(file), format: .avif, width: 1, height: 2, frames: 3),
                OutputID(request: 0, format: .gif): EncodedImage(
                    content: .data(Data([9, 8])), format: .gif, width: 4, height: 5, frames: 6),
            ],
            failures: [
                0: .decode(reason: "a"), 1: .process(step: "b", reason: "c"),
                2: .encode(format: .jxl, reason: "d"), 3: .noFormat(reason: "e"), 4: .library(reason: "f"),
                5: .lost(during: .encode(.avif), reason: "g"), 6: .lost(during: .open, reason: "h"),
            ],
            placeholders: ImagePlaceholders(
                dominantColor: Self.red, averageColor: nil, palette: [Self.red], blurhash: "LEHV6n",
                thumbhash: Data([1])),
            warnings: ["one", "two"])
        let copied = try copy(result)
        #expect(copied.facts == result.facts && copied.metadata == result.metadata)
        #expect(copied.outputs == result.outputs && copied.failures == result.failures)
        #expect(copied.placeholders == result.placeholders && copied.warnings == result.warnings)
    }

    @Test func damageIsFoundAndNothingCrashes() throws {
        var writer = FieldWriter()
        writer.encode(ImageRequest.one(processors: Self.processors))
        let whole = writer.data
        for count in stride(from: 0, to: whole.count, by: 7) {
            var reader = FieldReader(whole.prefix(count))
            #expect(throws: FieldReader.Malformed.self) { try reader.decode(ImageRequest.self) }
        }
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            var reader = FieldReader(bytes)
            do {
                _ = try reader.decode(ImageRequest.self)
            } catch {
                #expect(error is FieldReader.Malformed)
            }
        }
    }
}
