import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Whether the original is published for a picture that keeps its size and its format.
@Suite struct OriginalFileTests {
    /// A small file in each format with a cleaner: with loss at low quality, or with pixels that no filter predicts.
    static func source(_ format: OutputFormat) async throws -> Data {
        switch format {
        case .jpeg, .webp, .avif, .jxl:
            return try await make(.one(format, quality: .lossy(20)), from: PNGFile(.photo(96, 64)).data).data
        case .gif:
            var random = SeededGenerator(seed: 5)
            let frames = (0..<3).map { _ in bytes(64 * 48, below: 128, using: &random) }
            return GIFFile(
                width: 64, height: 48, palette: colors(128), frames: frames, delays: [5, 5, 5], loop: 0
            ).data
        default: return palette(colors: 256).data
        }
    }

    static func palette(colors: Int) -> PNGFile {
        var random = SeededGenerator(seed: 7)
        let rows = (0..<48).map { _ in bytes(64, below: colors, using: &random) }
        var file = PNGFile(width: 64, height: 48, colorType: 3, rows: rows)
        file.extras = [("PLTE", Array(Self.colors(colors).joined()))]
        return file
    }

    private static func colors(_ count: Int) -> [[UInt8]] {
        var colors: [[UInt8]] = []
        for number in 0..<count {
            let mixed: Int = number * 37 % 256
            colors.append([UInt8(number), UInt8(255 - number), UInt8(mixed)])
        }
        return colors
    }

    private static func bytes(_ count: Int, below end: Int, using random: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<count { bytes.append(UInt8(Int.random(in: 0..<end, using: &random))) }
        return bytes
    }

    static let formats = OutputFormat.allCases

    /// For a screen that is far larger than the frames, libvips takes the frames' size. Readers of the header do not.
    @Test func aGIFWhoseScreenIsNotTheSizeOfItsFramesIsEncodedAgain() async throws {
        var source = try await Self.source(.gif)
        // The screen's width, little-endian (GIF89a, section 18).
        source.replaceSubrange(6..<8, with: [0xc0, 0xff])
        let made = try await make(.one(.gif), from: source)
        #expect(made.width == 64 && made.height == 48)
        #expect([UInt8](made.data.prefix(10).suffix(4)) == [64, 0, 48, 0] as [UInt8])
    }

    @Test(arguments: formats) func aFileThatWouldGrowStaysAsItIs(format: OutputFormat) async throws {
        let source = try await Self.source(format)
        var request = ImageRequest.one(format, quality: format == .png || format == .gif ? nil : .lossy(95))
        let made = try await make(request, from: source)
        #expect(made.data.count <= source.count)
        #expect(try Raster(decoding: made.data) == Raster(decoding: source))
        // Widths above the source's are its own.
        request.geometry.width = 4000
        #expect(try await make(request, from: source) == made)
        // A pixel less is another picture.
        request.geometry.width = made.width - 1
        #expect(try await make(request, from: source).width == made.width - 1)
    }

    @Test func aFileThatGetsSmallerIsEncoded() async throws {
        let source = try await make(.one(.jpeg, quality: .lossy(95)), from: PNGFile(.photo(96, 64)).data).data
        let made = try await make(.one(.jpeg, quality: .lossy(30)), from: source).data
        #expect(made.count < source.count / 2)
    }

    @Test func losslessIsWhatHasLostNothingSince() async throws {
        let source = try await Self.source(.webp)
        for quality in [ImageQuality.lossless, .lossy(100)] {
            let made = try await make(.one(.webp, quality: quality), from: source).data
            #expect(made == (try ContainerCleaner.clean(source, format: .webp, keeping: [])))
        }
    }

    @Test func whatChangesPixelsIsDone() async throws {
        let source = try await Self.source(.png)
        let plain = try await make(.one(.png), from: source).data
        #expect(plain.count <= source.count)
        let changes: [(String, ImageRequest)] = [
            ("a step", .one(.png, processors: [ImageProcessors.Flip(axis: .horizontal)])),
            ("a part", .one(.png, width: 48, height: 48)),
            ("another size", .one(.png, width: 128, enlarge: true)),
            ("padding", .one(.png, width: 64, height: 64, fit: .contain)),
            ("fewer colours", .one(.png, options: Self.options { $0.colors = 16 })),
        ]
        for (name, request) in changes {
            let made = try await make(request, from: source)
            #expect(made.data != plain, "\(name)")
            #expect(try Raster(decoding: made.data) != Raster(decoding: source), "\(name)")
        }
    }

    private static func options(_ set: (inout EncoderOptions) -> Void) -> EncoderOptions {
        var options = EncoderOptions()
        set(&options)
        return options
    }

    @Test func aRequestedPaletteMayBeTheSourcesOwn() async throws {
        let few = Self.palette(colors: 16).data
        let request = ImageRequest.one(.png, options: Self.options { $0.colors = 16 })
        let made = try await make(request, from: few).data
        #expect(made.count <= few.count)
        #expect(try Raster(decoding: made) == Raster(decoding: few))
    }

    @Test func aBackgroundIsLaidBehindWhatIsTransparent() async throws {
        var file = Self.palette(colors: 256)
        file.extras.append(("tRNS", [0, 128]))
        let blue = SRGBColor(red: 0, green: 0, blue: 255)
        let made = try await make(.one(.png, background: blue), from: file.data).data
        #expect(try Raster(decoding: made).bands == 3)
        // Behind an opaque picture, it has no effect.
        let opaque = try await make(.one(.png, background: blue), from: Self.palette(colors: 256).data).data
        #expect(ContainerListing.png(opaque).names.contains("PLTE"))
    }

    @Test func colorsAreConvertedOrKept() async throws {
        var file = Self.palette(colors: 256)
        file.extras.insert(PNGFile.profile(ICCProfile.adobeRGB), at: 0)
        let converted = try await make(.one(.png), from: file.data).data
        #expect(ContainerListing.png(converted).content("PLTE") == nil)
        #expect(try Raster(decoding: converted) != Raster(decoding: file.data))
        let kept = ContainerListing.png(try await make(.one(.png, color: .keep), from: file.data).data)
        #expect(kept.names == ["IHDR", "iCCP", "PLTE", "IDAT", "IEND"])
    }

    @Test func aProfileEqualToSRGBNeedsNoConversion() async throws {
        for (profile, isSRGB) in [(ICCProfile.nameless, true), (ICCProfile.displayP3, false)] {
            var file = Self.palette(colors: 256)
            file.extras.insert(PNGFile.profile(profile), at: 0)
            let made = ContainerListing.png(try await make(.one(.png), from: file.data).data)
            #expect(made.names.contains("PLTE") == isSRGB)
            #expect(!made.names.contains("iCCP"))
        }
    }

    @Test func sixteenBitsBecomeEight() async throws {
        var random = SeededGenerator(seed: 3)
        let rows = (0..<16).map { _ in Self.bytes(16 * 6, below: 256, using: &random) }
        let file = PNGFile(width: 16, height: 16, depth: 16, colorType: 2, rows: rows).data
        #expect(ContainerListing.png(try await make(.one(.png), from: file).data).content("IHDR")?[8] == 8)
        #expect(
            ContainerListing.png(try await make(.one(.png, color: .keep), from: file).data).content("IHDR")?[
                8] == 16)
    }

    @Test(arguments: 2...8) func aPictureThatLiesOnItsSideIsTurned(orientation: Int) async throws {
        let stored = try await Self.source(.jpeg)
        let source = jpeg(stored, exif: ExifBytes.orientation(orientation))
        let made = try await make(.one(.jpeg, quality: .lossy(95)), from: source)
        #expect(made.width == (orientation >= 5 ? 64 : 96))
        #expect(made.data.count > stored.count)
    }

    @Test func anAnimationOfWhichOneFrameIsWantedIsCut() async throws {
        let made = try await make(.one(.gif, animation: .first), from: try await Self.source(.gif))
        #expect(made.frames == 1)
        #expect(try await make(.one(.gif), from: try await Self.source(.gif)).frames == 3)
    }

    /// Chunks of an animation, which decoders of still pictures pass over and browsers play.
    @Test(arguments: ["acTL", "cICP"]) func aPNGThatBrowsersShowOtherwiseIsEncoded(chunk: String) async throws
    {
        var file = Self.palette(colors: 256)
        file.extras.insert((chunk, chunk == "cICP" ? [9, 16, 0, 1] : [0, 0, 0, 1, 0, 0, 0, 0]), at: 0)
        let made = ContainerListing.png(try await make(.one(.png), from: file.data).data)
        #expect(!made.names.contains(chunk) && !made.names.contains("PLTE"))
    }

    @Test func aProgressiveJPEGIsOneThatIsProgressive() async throws {
        let request = ImageRequest.one(
            .jpeg, quality: .lossy(95), options: Self.options { $0.progressive = true })
        let baseline = try await Self.source(.jpeg)
        let made = try await make(request, from: baseline).data
        #expect(made.count > baseline.count)
        #expect(ContainerListing.jpeg(made).names.contains("c2"))
        let progressive = try await make(
            .one(.jpeg, quality: .lossy(20), options: Self.options { $0.progressive = true }),
            from: PNGFile(.photo(96, 64)).data
        ).data
        #expect(try await make(request, from: progressive).data == progressive)
    }

    /// ITU-T T.81, table B.1: browsers show baseline, extended and progressive pictures in Huffman codes.
    @Test(arguments: [
        (0xC0, 8, true), (0xC1, 8, true), (0xC2, 8, true), (0xC1, 12, false), (0xC3, 8, false),
        (0xC9, 8, false),
        (0xCA, 8, false),
    ])
    func codingsThatBrowsersDoNotShowAreNotCommon(marker: Int, precision: Int, isCommon: Bool) async throws {
        var file = try await Self.source(.jpeg)
        let place = try #require(file.firstRange(of: Data([0xFF, 0xC0]))).lowerBound
        file[place + 1] = UInt8(marker)
        file[place + 4] = UInt8(precision)
        #expect(try ContainerJPEG(file).isCommon == isCommon)
    }

    @Test func bytesThatFitTheBudgetAreNotMadeWorse() async throws {
        let source = try await Self.source(.jpeg)
        let cleaned = try ContainerCleaner.clean(source, format: .jpeg, keeping: [])
        func made(_ bytes: Int) async throws -> Data {
            try await make(
                .one(.jpeg, quality: .lossy(95), budget: ByteBudget(bytes: bytes, minQuality: 1)),
                from: source
            ).data
        }
        #expect(try await made(cleaned.count) == cleaned)
        let smaller = try await made(cleaned.count - 1)
        #expect(smaller.count < cleaned.count)
    }

    @Test func whatIsCutOffIsEncoded() async throws {
        let whole = try await Self.source(.jpeg)
        let cut = whole.prefix(whole.count * 2 / 3)
        let job = ImageJob(
            data: Data(cut), requests: [.one(.jpeg, quality: .lossy(95))], truncation: .allow)
        let made = try #require(try await InProcessEngine(threads: 1).run(job).outputs.values.first?.data)
        #expect(made.suffix(2) == Data([0xFF, 0xD9]))
        #expect(!made.starts(with: cut.dropLast(2)))
    }

    // MARK: Messages

    /// A photograph with everything that must not be published.
    private static func talkative() async throws -> Data {
        let picture = try await source(.jpeg)
        var exif = ImageMetadataTests.photograph(bigEndian: true)
        exif.image[0x0112] = exif.short(1)
        exif.exif[0xA431] = exif.ascii("SERIAL-1234")
        exif.thumbnail = Array("THUMBNAIL".utf8)
        func segment(_ marker: UInt8, _ content: [UInt8]) -> Data {
            Data([0xFF, marker] + PNGFile.big(content.count + 2, 2) + content)
        }
        // JFIF with a thumbnail of 1 x 1 pixels (ITU-T T.871, 10.1), Adobe's segment with a tail, and a comment.
        let jfif = Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 1, 1] + Array("TNY".utf8)
        let head =
            segment(0xE0, jfif) + segment(0xE1, Array(exif.block))
            + segment(
                0xE1,
                Array("http://ns.adobe.com/xap/1.0/\0".utf8)
                    + Array(XMPTests.packet("<dc:title>SECRET</dc:title>")))
            + segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1] + Array("TAIL".utf8))
            + segment(0xFE, Array("COMMENT".utf8))
        // The encoder's own JFIF, of 18 bytes, goes.
        let rest = picture.dropFirst(ContainerListing.jpeg(picture).names.first == "e0" ? 2 + 18 : 2)
        return picture.prefix(2) + head + rest + Data("BEHIND".utf8)
    }

    private static let secrets = [
        "SERIAL", "THUMBNAIL", "TNY", "SECRET", "TAIL", "COMMENT", "BEHIND", "GPS", "Kingfisher", "xmpmeta",
    ]

    @Test func anOriginalSaysNoMoreThanAnEncodedFile() async throws {
        let source = try await Self.talkative()
        for policy in MetadataPolicy.allCases {
            let made = try await make(.one(.jpeg, quality: .lossy(95), metadata: policy), from: source).data
            let listing = ContainerListing.jpeg(made)
            // The same coded data: it is the original.
            #expect(listing.content("scan").map { Data($0) } == Self.scan(of: source), "\(policy)")
            for secret in Self.secrets where policy != .all || !["SECRET", "xmpmeta"].contains(secret) {
                #expect(
                    made.firstRange(of: Data(secret.utf8)) == nil
                        || policy == .copyright && secret == "xmpmeta",
                    "\(policy): \(secret)")
            }
            let said = try await InProcessEngine(threads: 1).run(ImageJob(data: made, requests: [.one()]))
                .metadata
            #expect(said.copyright == (policy == .none ? nil : "© 2024 Ada Example"))
            #expect(said.model == (policy == .all ? "Mark II" : nil))
            #expect(said.position == nil)
        }
    }

    @Test func thePositionStaysInAnOriginalIfRequested() async throws {
        var request = ImageRequest.one(.jpeg, quality: .lossy(95), metadata: .all)
        request.encodings[0].keepsPosition = true
        let made = try await make(request, from: try await Self.talkative()).data
        let said = try await InProcessEngine(threads: 1).run(ImageJob(data: made, requests: [.one()]))
            .metadata
        #expect(said.position == ImageMetadata.Position(latitude: 51.5, longitude: -0.1))
    }

    private static func scan(of file: Data) -> Data? {
        let scan = ContainerListing.jpeg(file).content("scan").map { Data($0) }
        return scan.map { $0.prefix($0.count - "BEHIND".utf8.count) }
    }

    @Test func framesOfAWebPKeepNothingButTheirPicture() async throws {
        let animated = try await make(.one(.webp, quality: .lossy(50)), from: try await Self.source(.gif))
            .data
        var body = Data()
        for (name, content) in ContainerListing.webP(animated).parts {
            let tail = name == "ANMF" ? Array("note".utf8) + [6, 0, 0, 0] + Array("SECRET".utf8) : []
            let count = content.count + tail.count
            body += Data(name.utf8) + Data(PNGFile.big(count, 4).reversed()) + content + tail
            if count % 2 == 1 { body.append(0) }
        }
        let stuffed =
            Data("RIFF".utf8) + Data(PNGFile.big(body.count + 4, 4).reversed()) + Data("WEBP".utf8) + body
        let cleaned = try ContainerCleaner.clean(stuffed, format: .webp, keeping: [])
        #expect(cleaned.firstRange(of: Data("SECRET".utf8)) == nil)
        #expect(try Raster(decoding: cleaned) == Raster(decoding: animated))
    }

    // MARK: AVIF and JPEG XL

    @Test(arguments: [OutputFormat.avif, .jxl])
    func textBesideThePictureIsRemoved(format: OutputFormat) async throws {
        let plain = try await Self.source(format)
        let said = try ContainerCleaner.inserting(
            exif: ImageMetadataTests.photograph(bigEndian: true).block,
            xmp: XMPTests.packet("<dc:title>SECRET</dc:title>"), into: plain, format: format)
        #expect(said.count > plain.count + 200)
        for policy in MetadataPolicy.allCases {
            let made = try await make(.one(format, quality: .lossy(95), metadata: policy), from: said).data
            #expect(try Raster(decoding: made) == Raster(decoding: plain), "\(policy)")
            if policy == .none { #expect(made.count < said.count) }
            for secret in Self.secrets where policy == .none {
                #expect(made.firstRange(of: Data(secret.utf8)) == nil, "\(secret)")
            }
            let read = try await InProcessEngine(threads: 1).run(ImageJob(data: made, requests: [.one()]))
                .metadata
            #expect(read.copyright == (policy == .none ? nil : "© 2024 Ada Example"))
            #expect(read.position == nil)
        }
        let cleaned = try ContainerCleaner.clean(said, format: format, keeping: [])
        #expect(cleaned.count <= plain.count + (format == .jxl ? 40 : 0))
    }

    @Test func tilesAndTheirAlphaStay() async throws {
        let source = CodedFiles.gridAVIF
        let cleaned = try ContainerCleaner.clean(source, format: .avif, keeping: [])
        #expect(cleaned.count < source.count)
        #expect(try Raster(decoding: cleaned) == Raster(decoding: source))
        #expect(try Raster(decoding: cleaned).bands == 4)
        // Names of items, and the writer's own.
        for text in ["Color", "Alpha", "libavif"] { #expect(cleaned.firstRange(of: Data(text.utf8)) == nil) }
        // An encoder may well need less than eight small pictures do.
        #expect(try await make(.one(.avif, quality: .lossy(95)), from: source).data.count <= cleaned.count)
    }

    /// Chromium and Safari show them brighter than sRGB, and an animation moves.
    @Test(arguments: [CodedFiles.pqAVIF, CodedFiles.hlgJXL])
    func whatBrowsersShowOtherwiseIsEncoded(source: Data) async throws {
        let format: OutputFormat = ImageType.sniff(source) == .avif ? .avif : .jxl
        let made = try await make(.one(format, quality: .lossless), from: source).data
        #expect(made != source)
        #expect(made != (try ContainerCleaner.clean(source, format: format, keeping: [])))
    }

    /// Encoders here write no colour information, which means sRGB; 12 is Display P3 (ITU-T H.273).
    @Test func codePointsOfOtherColoursAreConvertedFrom() async throws {
        let plain = try await Self.source(.avif)
        let place = try #require(plain.firstRange(of: Data("colrnclx".utf8)))
        #expect(plain[place.upperBound..<place.upperBound + 4] == Data([0, 2, 0, 2]))
        var other = plain
        other[place.upperBound + 1] = 12
        let made = try await make(.one(.avif, quality: .lossy(95)), from: other).data
        #expect(try Raster(decoding: made) != Raster(decoding: plain))
        #expect(made.count > plain.count)
        let kept = try await make(.one(.avif, color: .keep, quality: .lossy(95)), from: other).data
        #expect(kept == (try ContainerCleaner.clean(other, format: .avif, keeping: [])))
    }
}
