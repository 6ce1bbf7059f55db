import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct WorkerMessageTests {
    private static let red = SRGBColor(red: 200, green: 10, blue: 30, alpha: 77)

    /// One of each kind, with no parameter as usual.
    static let processors: [any ImageProcessor] = [
        ImageProcessors.BlackWhite(), ImageProcessors.Blur(sigma: 2.25),
        ImageProcessors.Blend(.color(red), mode: .colorDodge, opacity: 0.3),
        ImageProcessors.Blend(
            .image(
                Data([1, 2, 3]),
                .init(
                    anchor: FocalPoint(x: 0.1, y: 0.9), margin: 4.5, width: .fraction(0.25),
                    height: .pixels(7), radius: .fraction(0.5), tiles: true)),
            mode: .xor, opacity: 0.75),
        ImageProcessors.Border(
            width: 3.5, color: red, radius: .fraction(0.4), corners: [.topLeft, .bottomRight]),
        ImageProcessors.Circle(anchor: FocalPoint(x: 0.2, y: 0.3), background: red),
        ImageProcessors.ColorControls(brightness: 0.1, contrast: 1.2, saturation: 0.3, exposure: -0.4),
        ImageProcessors.Crop(width: .pixels(40), height: nil, anchor: FocalPoint(x: 1, y: 0)),
        ImageProcessors.Duotone(shadows: red, highlights: SRGBColor(red: 1, green: 2, blue: 3)),
        ImageProcessors.Flatten(color: red), ImageProcessors.Flip(axis: .both),
        ImageProcessors.Overlay(color: red, fraction: 0.6),
        ImageProcessors.Resize(
            ResizeGeometry(
                width: 30, height: 20, fit: .contain, position: .entropy, focus: FocalPoint(x: 0.5, y: 0.25),
                enlarge: true)),
        ImageProcessors.Rotate(angle: 33.5, background: red),
        ImageProcessors.RoundCorner(radius: .pixels(12.5), corners: [.topRight], background: nil),
        ImageProcessors.Sepia(amount: 0.4), ImageProcessors.Sharpen(sigma: 1.5, amount: 0.25, threshold: 2),
        ImageProcessors.Text(
            TextContent([.literal("© "), .value("A & B"), .field("creator"), .name("x")]),
            style: ImageProcessors.Text.Style(
                fonts: [], size: .pixels(12.5), minSize: .fraction(0.01), color: red, weight: 650,
                isItalic: true, lineHeight: 1.25, letterSpacing: -0.02, language: "ja"),
            box: ImageProcessors.Text.Box(
                anchor: FocalPoint(x: 0.2, y: 0.9), margin: .fraction(0.1), x: .pixels(-3),
                y: .fraction(-0.5),
                width: .pixels(9), height: .fraction(0.3), align: .right, isJustified: true, lines: 3,
                overflow: .error),
            shadow: ImageProcessors.Text.Shadow(color: red, blur: 1.5, x: -2, y: 3),
            outline: ImageProcessors.Text.Outline(color: red, width: 0.5), usesMarkup: true),
        ImageProcessors.Tint(color: red), ImageProcessors.Trim(threshold: 12, background: red),
        ComposedProcessor(
            first: ImageProcessors.Blur(sigma: 1), second: ImageProcessors.Rotate(angle: 90)),
    ]

    private static let encoding: ImageEncoding = {
        var options = EncoderOptions()
        options.progressive = true
        options.chroma = .full
        options.colors = 16
        options.dither = 0.25
        options.nearLossless = true
        return ImageEncoding(
            format: .format(.webp), quality: [.webp: .lossless, .jpeg: .lossy(33)],
            effort: [.webp: 2, .avif: -1], options: [.webp: options, .gif: EncoderOptions()],
            budget: ByteBudget(bytes: 999, minQuality: 7), metadata: .all, keepsPosition: true,
            minimal: true)
    }()

    private static let request = ImageRequest(
        geometry: ResizeGeometry(
            width: 3, height: nil, fit: .inside, position: .attention, focus: FocalPoint(x: 0.1, y: 1),
            enlarge: true),
        density: 2.5, processors: processors, background: red, animation: .first, color: .keep,
        encodings: [encoding, ImageEncoding(format: .auto), ImageEncoding(format: .source)])

    private static let result: ImageJob.Result = {
        var metadata = ImageMetadata()
        metadata.copyright = "© Ada\u{0}"
        metadata.keywords = ["a", "", "é"]
        metadata.fNumber = .greatestFiniteMagnitude
        metadata.isoSpeed = .min
        metadata.orientation = 6
        metadata.position = ImageMetadata.Position(latitude: 48.5, longitude: -2.25, altitude: 12)
        func file(_ format: OutputFormat, _ data: Data) -> EncodedImage.File {
            EncodedImage.File(
                digest: ContentDigest(hashing: data), bytes: data.count, width: 1, height: 2, frames: 3,
                format: format)
        }
        return ImageJob.Result(
            facts: ImageFacts(
                type: .svg, width: 3, height: 4, frames: 2, orientation: 5, hasAlpha: true, isOpaque: false,
                proportions: PixelSize(width: 30, height: 41)),
            metadata: metadata,
            outputs: [
                ImageJob.OutputID(request: 1, format: .avif): EncodedImage(
                    file(.avif, Data()), content: .file("0")),
                ImageJob.OutputID(request: 0, format: .gif): EncodedImage(
                    file(.gif, Data([9, 8])), content: .data(Data([9, 8]))),
            ],
            failures: [
                0: .decode(.truncated, reason: "a"), 1: .process(step: "b", reason: "c"),
                2: .encode(.overBudget, format: .jxl, reason: "d"),
                3: .noFormat(reason: "e"), 4: .library(reason: "f"),
                5: .lost(during: .encode(.avif), reason: "g"), -6: .lost(during: .open, reason: "h"),
            ],
            placeholders: ImagePlaceholders([
                .dominantColor: .color(red), .palette: .colors([red]), .blurhash: .text("LEHV6n"),
                .thumbhash: .data(Data([1])),
            ]),
            warnings: ["one", "two"])
    }()

    /// One of each kind.
    private static let requests: [WorkerRequest] = [
        .identity,
        .open(
            limits: ImageLimits(pixels: .max, frames: 0, seconds: 1e-9), truncation: .allow, page: 7,
            bytes: 1 << 40), .font(bytes: 3),
        .work(
            ImageJob.Work(
                requests: [request, ImageRequest(encodings: [])],
                finished: [
                    ImageJob.OutputID(request: 1, format: .jxl), ImageJob.OutputID(request: 0, format: .png),
                ],
                placeholders: [.thumbhash, .palette])),
        .work(ImageJob.Work(requests: [])), .files(follow: true), .files(follow: false), .go, .drop,
    ]

    private static let replies: [WorkerReply] = [
        .hello(version: "", sandbox: WorkerSandbox(landlock: 7, filtersCalls: true)), .files([1, .max]),
        .identity(ContentDigest(hashing: "x")), .step(.encode(.jxl), seconds: 0.5),
        .step(.placeholders, seconds: 1e9), .facts(result.facts), .admission(bytes: 0),
        .result(result, resident: -1),
        .failure(.lost(during: .identity, reason: "gone")),
    ]

    private static func bytes(of value: some Encodable) -> Data {
        var writer = FieldWriter()
        writer.encode(value)
        return writer.data
    }

    private static func decode<Value: Decodable>(_: Value.Type, from bytes: Data) throws -> Value {
        var reader = FieldReader(bytes)
        let value = try reader.decode(Value.self)
        guard reader.isAtEnd else { throw FieldReader.Malformed() }
        return value
    }

    private func copy<Value: Codable>(_ value: Value) throws -> Value {
        try Self.decode(Value.self, from: Self.bytes(of: value))
    }

    @Test(arguments: processors.indices) func aStepIsTheSameInAnotherProcess(_ index: Int) throws {
        let step = Self.processors[index]
        let copied = try copy(AnyImageProcessor(step)).processor
        #expect(copied.identifier == step.identifier)
        #expect(type(of: copied) == type(of: step))
        let size = PixelSize(width: 90, height: 60)
        #expect(copied.size(of: size, density: 1.5) == step.size(of: size, density: 1.5))
    }

    /// `alcedo.blur` for `alcedo.blur?sigma=…`.
    @Test func everyBuiltInStepCanGoThere() throws {
        let names = Set(Self.processors.map { $0.identifier.prefix { $0 != "?" && $0 != "|" } })
        // The composed one bears the name of its first.
        #expect(names.count == ImageProcessors.builtIn.count)
        #expect(Self.processors.allSatisfy { AnyImageProcessor($0).isBuiltIn })
    }

    @Test func aChainOfChainsIsTheSameInAnotherProcess() throws {
        let chain = (.blur(sigma: 1) |> .flip(.both)) |> (.sepia(amount: 0.5) |> .rotate(angle: 20))
        let copied = try copy(AnyImageProcessor(chain)).processor
        #expect(copied.identifier == chain.identifier)
        let size = PixelSize(width: 90, height: 60)
        #expect(copied.size(of: size, density: 1) == chain.size(of: size, density: 1))
    }

    @Test func aCustomStepCannot() {
        struct Own: ImageProcessor {
            var identifier: String { "org.example.own" }
            func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage { image }
        }
        #expect(!ImageRequest.one(processors: [Own()]).isBuiltIn)
        let inside = ComposedProcessor(first: ImageProcessors.Blur(sigma: 1), second: Own())
        #expect(!ImageRequest.one(processors: [inside]).isBuiltIn)
        #expect(ImageRequest.one(processors: Self.processors).isBuiltIn)
    }

    @Test func aRequestIsTheSameInAnotherProcess() throws {
        let copied = try copy(Self.request)
        #expect(copied.processors.map(\.identifier) == Self.request.processors.map(\.identifier))
        #expect(copied.encodings == Self.request.encodings && copied.geometry == Self.request.geometry)
        #expect(copied.background == Self.red && copied.density == 2.5)
        #expect(copied.animation == .first && copied.color == .keep)
    }

    @Test func aResultIsTheSameInThisProcess() throws {
        let result = Self.result
        let copied = try copy(result)
        #expect(copied.facts == result.facts && copied.metadata == result.metadata)
        #expect(copied.outputs == result.outputs && copied.failures == result.failures)
        #expect(copied.placeholders == result.placeholders && copied.warnings == result.warnings)
    }

    /// Sets and dictionaries differ in their order, which the bytes do not.
    @Test func everyMessageIsTheSameOnTheOtherSide() throws {
        for request in Self.requests {
            #expect(try Self.bytes(of: copy(request)) == Self.bytes(of: request), "\(request)")
        }
        for reply in Self.replies {
            #expect(try Self.bytes(of: copy(reply)) == Self.bytes(of: reply), "\(reply)")
        }
        let all = Self.requests.map(Self.bytes) + Self.replies.map(Self.bytes)
        #expect(Set(all).count == all.count)
        guard case .work(let work) = try copy(Self.requests[3]) else {
            Issue.record("another kind")
            return
        }
        #expect(
            work.requests.count == 2 && work.finished.contains(ImageJob.OutputID(request: 0, format: .png)))
        #expect(work.placeholders == [.thumbhash, .palette])
    }

    @Test func aMessageCutShortIsMalformed() {
        func check<Value: Codable>(_ value: Value) {
            let whole = Self.bytes(of: value)
            for count in 0..<whole.count {
                #expect(throws: FieldReader.Malformed.self, "\(count) bytes of \(value)") {
                    try Self.decode(Value.self, from: whole.prefix(count))
                }
            }
            #expect(throws: FieldReader.Malformed.self) {
                try Self.decode(Value.self, from: whole + [0])
            }
        }
        Self.requests.forEach(check)
        Self.replies.forEach(check)
    }

    /// The number of changed messages: all of them in a full run of CI.
    private static let mutations =
        ProcessInfo.processInfo.environment["ALCEDO_FULL"] == nil ? 10_000 : 100_000

    /// Flipped, replaced, removed, repeated and exchanged bytes, and numbers at their extremes. A changed message that can
    /// still be read is also compared with its bounds.
    @Test func damageIsFoundAndNothingCrashes() {
        var generator = SeededGenerator(seed: 5)
        let requests = Self.requests.map { ($0.kind, Self.bytes(of: $0)) }
        let replies = Self.replies.map { ($0.kind, Self.bytes(of: $0)) }
        let numbers: [UInt64] = [0, 1, 0x7f, 0xff, 1 << 31, 1 << 32, 1 << 62, 1 << 63, .max]
        func change(_ whole: Data) -> Data {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(.random(in: 0...255, using: &generator), at: place)
                case 3: bytes.append(contentsOf: bytes[place...].prefix(40))
                case 4:
                    var number = numbers[Int.random(in: 0..<numbers.count, using: &generator)]
                    let field = withUnsafeBytes(of: &number) { Data($0) }
                    bytes.replaceSubrange(place..<min(place + 8, bytes.count), with: field)
                default: bytes[place] = .random(in: 0...255, using: &generator)
                }
                bytes = Data(bytes)
            }
            return bytes
        }
        let source = ImageJob.Source(data: PNGFile(.plain(8, 8, 10, 20, 30)).data)
        var readable = 0
        for round in 0..<Self.mutations {
            do throws(WorkerChannel.Failure) {
                if round % 3 == 0 {
                    let (kind, whole) = requests[round / 3 % requests.count]
                    let _: WorkerRequest = try WorkerChannel.message(change(whole), kind)
                } else {
                    let (kind, whole) = replies[round / 3 % replies.count]
                    let reply: WorkerReply = try WorkerChannel.message(change(whole), kind)
                    var bounds = WorkerBounds(source)
                    _ = bounds.allow(.facts(ImageFacts(type: .png, width: 8, height: 8)))
                    bounds.begin(ImageJob.Work(requests: [.one(.png, width: 4)]))
                    _ = bounds.allow(.admission(bytes: 1))
                    _ = reply.isSound && bounds.allow(reply) && bounds.allow(reply)
                }
                readable += 1
            } catch {
                #expect(error == .malformed)
            }
        }
        #expect(readable > Self.mutations / 50 && readable < Self.mutations)
    }

    @Test func aMessageOfAnotherKindThanAnnouncedIsMalformed() {
        for reply in Self.replies {
            for kind in WorkerReply.Kind.allCases where kind != reply.kind {
                #expect(throws: WorkerChannel.Failure.malformed) {
                    let _: WorkerReply = try WorkerChannel.message(Self.bytes(of: reply), kind)
                }
            }
        }
    }

    /// A compromised decoder may send anything.
    @Test func otherBytesAreRejected() {
        #expect(Self.replies.allSatisfy { $0.isSound })
        var result = Self.result
        let gif = ImageJob.OutputID(request: 0, format: .gif)
        result.outputs[gif]?.content = .data(Data([9, 9]))
        #expect(!WorkerReply.result(result, resident: 0).isSound)
    }

    @Test func aPositionIsAPlaceOnEarth() {
        struct Place: Encodable {
            var latitude = 91.0
            var longitude = 0.0
            var altitude: Double?
        }
        for place in [Place(), Place(latitude: .nan), Place(latitude: 0, longitude: 181)] {
            #expect(throws: FieldReader.Malformed.self) {
                try Self.decode(ImageMetadata.Position.self, from: Self.bytes(of: place))
            }
        }
    }
}
