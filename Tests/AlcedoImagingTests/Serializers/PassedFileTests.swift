import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// The source's own file as an output: `original` and `verbatim`.
@Suite struct PassedFileTests {
    private static func request(
        _ format: RequestedFormat = .original, metadata: MetadataPolicy = .none, keepsPosition: Bool = false
    ) -> ImageRequest {
        ImageRequest(encodings: [
            ImageEncoding(format: format, metadata: metadata, keepsPosition: keepsPosition)
        ])
    }

    /// Every format with metadata of which nothing may stay, and a picture that lies on its side where browsers turn it.
    private static func described(_ format: OutputFormat, orientation: Int? = nil) async throws -> Data {
        let plain = try await OriginalFileTests.source(format)
        var exif = ExifBytes()
        exif.image = [
            0x010F: exif.ascii("Camera Works"),
            0x0112: exif.short(orientation ?? (format == .jpeg || format == .png ? 6 : 1)),
            0x013B: exif.ascii("Ada Example"), 0x8298: exif.ascii("2024 Ada Example"),
        ]
        exif.exif = [0x9003: exif.ascii("2024:05:01 09:30:00")]
        exif.gps = [0x0001: exif.ascii("N"), 0x0002: exif.fraction((51, 1), (30, 1), (0, 1))]
        let packet = XMPTests.packet(
            "<dc:title>Kingfisher</dc:title><exif:GPSLatitude>51,30N</exif:GPSLatitude>")
        return try ContainerCleaner.inserting(exif: exif.tiff, xmp: Data(packet), into: plain, format: format)
    }

    @Test(arguments: OutputFormat.allCases) func onlyTheMetadataGoes(format: OutputFormat) async throws {
        let source = try await Self.described(format)
        let made = try await make(Self.request(), from: source)
        #expect(made.format == format && made.data.count <= source.count)
        for secret in MetadataPolicyTests.secrets where secret != "Exif\0\0" && secret != "acsp" {
            #expect(made.data.firstRange(of: Data(secret.utf8)) == nil, "\(secret)")
        }
        #expect(try Raster(decoding: made.data) == Raster(decoding: source))
        // The size is the displayed one.
        let facts = try await InProcessEngine(threads: 1).run(ImageJob(data: source, requests: [])).facts
        #expect(made.width == facts.width && made.height == facts.height && made.frames == facts.frames)
        let isTurned = format == .jpeg || format == .png
        #expect(facts.orientation == (isTurned ? 6 : 1))
        let again = try await InProcessEngine(threads: 1).run(ImageJob(data: made.data, requests: [])).facts
        #expect(again == facts)
    }

    /// The smallest block of a source has fewer bytes than one that is written.
    @Test(arguments: [OutputFormat.jpeg, .png], [2, 3, 6, 8])
    func anOrientationStaysThoughTheFileGrows(format: OutputFormat, orientation: Int) async throws {
        let plain = try ContainerCleaner.clean(
            await OriginalFileTests.source(format), format: format, keeping: .colorProfile)
        // One entry, and no offset of a second directory.
        let exif = Data([
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0,
        ])
        let source = try ContainerCleaner.inserting(exif: exif, into: plain, format: format)
        for metadata in [MetadataPolicy.none, .copyright, .all] {
            let made = try await make(Self.request(metadata: metadata), from: source)
            let result = try await InProcessEngine(threads: 1).run(ImageJob(data: made.data, requests: []))
            #expect(result.facts.orientation == orientation)
            #expect(made.data.count <= source.count + 4)
        }
    }

    /// Chromium shows a WebP as it lies, whatever its EXIF block says.
    @Test func aTurnedWebPIsNotPublished() async throws {
        let source = try await Self.described(.webp, orientation: 6)
        await #expect(throws: ImagingError.self) { try await make(Self.request(), from: source) }
        #expect(try await make(Self.request(.verbatim), from: source).data == source)
    }

    /// W3C PNG, third edition: `eXIf` may follow the pixels. RFC 9649: a chunk counts if the header announces it.
    @Test(arguments: [OutputFormat.png, .webp], [MetadataPolicy.none, .copyright, .all])
    func anOrientationThatTheDecoderDoesNotReadStaysWhereItIs(
        format: OutputFormat, metadata: MetadataPolicy
    ) async throws {
        let source = try Self.quiet(await Self.described(format, orientation: 6), format)
        let facts = try await InProcessEngine(threads: 1).run(ImageJob(data: source, requests: [])).facts
        #expect(facts.orientation == 1)
        let made = try await make(Self.request(metadata: metadata), from: source)
        #expect(made.data.firstRange(of: Data("Camera Works".utf8)) == nil || metadata == .all)
        #expect(made.data.firstRange(of: Data("Kingfisher".utf8)) == nil || metadata == .all)
        let exif = try #require(try format.container.exif(in: made.data))
        #expect(ImageMetadata(exif: exif).orientation == 6)
        // Decoders still do not read it.
        let again = try await InProcessEngine(threads: 1).run(ImageJob(data: made.data, requests: [])).facts
        #expect(again == facts)
    }

    /// Only one of several blocks can be reduced to the orientation, so none of them stays.
    @Test func severalBlocksAfterThePixelsGo() async throws {
        var source = try Self.quiet(await Self.described(.png), .png)
        let name = try #require(source.firstRange(of: Data("eXIf".utf8))).lowerBound
        let end = try #require(source.range(of: Data("IEND".utf8), options: .backwards)).lowerBound
        source.insert(contentsOf: source[name - 4..<end - 4], at: end - 4)
        let made = try await make(Self.request(metadata: .none), from: source)
        #expect(made.data.firstRange(of: Data("eXIf".utf8)) == nil)
        #expect(made.data.firstRange(of: Data("Camera Works".utf8)) == nil)
    }

    /// Returns a file with its EXIF block after the pixels, or without its flag.
    private static func quiet(_ data: Data, _ format: OutputFormat) throws -> Data {
        var data = data
        if format == .webp {
            let header = try #require(data.firstRange(of: Data("VP8X".utf8)))
            data[header.upperBound + 4] &= ~0x08
            return data
        }
        let name = try #require(data.firstRange(of: Data("eXIf".utf8))).lowerBound
        let length = data[name - 4..<name].reduce(0) { $0 << 8 | Int($1) }
        let chunk = Data(data[name - 4..<name + 8 + length])
        data.removeSubrange(name - 4..<name + 8 + length)
        let end = try #require(data.range(of: Data("IEND".utf8), options: .backwards)).lowerBound
        data.insert(contentsOf: chunk, at: end - 4)
        return data
    }

    @Test(arguments: OutputFormat.allCases) func byteForByteIsNothingElse(format: OutputFormat) async throws {
        let source = try await Self.described(format)
        let made = try await make(Self.request(.verbatim, metadata: .none), from: source)
        #expect(made.data == source && made.format == format)
    }

    @Test(arguments: [OutputFormat.jpeg, .png, .webp], [MetadataPolicy.copyright, .all])
    func whatThePolicyKeepsStays(format: OutputFormat, policy: MetadataPolicy) async throws {
        let source = try await Self.described(format)
        let made = try await make(Self.request(metadata: policy, keepsPosition: true), from: source)
        #expect(made.data.count <= source.count)
        let result = try await InProcessEngine(threads: 1).run(ImageJob(data: made.data, requests: []))
        #expect(result.metadata.creator == "Ada Example" && result.metadata.copyright == "2024 Ada Example")
        #expect(result.metadata.make == (policy == .all ? "Camera Works" : nil))
        #expect(result.facts.orientation == (format == .webp ? 1 : 6))
        let hidden = try await make(Self.request(metadata: policy), from: source)
        #expect(hidden.data.firstRange(of: Data("GPSLatitude".utf8)) == nil)
        let position = try await InProcessEngine(threads: 1).run(ImageJob(data: hidden.data, requests: []))
            .metadata
        #expect(position.position == nil)
    }

    /// The colors are the source's, whatever `color` is.
    @Test func theProfileStays() async throws {
        var file = PNGFile(.photo(16, 16))
        file.extras = [PNGFile.profile(ICCProfile.adobeRGB), ("tEXt", Array("Comment\0secret".utf8))]
        let made = try await make(Self.request(), from: file.data)
        #expect(made.data.firstRange(of: Data("iCCP".utf8)) != nil)
        #expect(made.data.firstRange(of: Data("secret".utf8)) == nil)
        #expect(made.data.count < file.data.count)
    }

    @Test func aDrawingStaysADrawing() async throws {
        let source = Data(
            """
            <svg xmlns='http://www.w3.org/2000/svg' width='30' height='20' onload='x()'><script>x()</script>
            <rect width='9' height='9'/></svg>
            """.utf8)
        let made = try await make(Self.request(), from: source)
        #expect(made.format.word == "svg" && made.format.mediaType == "image/svg+xml")
        #expect(made.format.fileExtension == "svg" && made.width == 30 && made.height == 20)
        #expect(!String(decoding: made.data, as: UTF8.self).contains("x()"))
        #expect(try await make(Self.request(.verbatim), from: source).data == source)
    }

    @Test func aFormatThatCannotBeCleanedNamesTheAlternative() async throws {
        let tiff = TIFFFile.data(
            width: 4, height: 4, bits: 8, samples: 1, photometric: 1, pixels: [UInt8](repeating: 9, count: 16)
        )
        let error = await #expect(throws: ImagingError.self) { try await make(Self.request(), from: tiff) }
        #expect(error?.reason.contains("TIFF") == true && error?.reason.contains("verbatim: true") == true)
        let made = try await make(Self.request(.verbatim), from: tiff)
        #expect(
            made.data == tiff && made.format.mediaType == "image/tiff" && made.format.fileExtension == "tif")
        // As with every format that cannot hold a picture, another one is enough.
        let both = ImageRequest(encodings: [
            ImageEncoding(format: .original), ImageEncoding(format: .format(.png)),
        ])
        #expect(try await make(both, from: tiff).format == .png)
        let broken = Data(
            "<!DOCTYPE svg [<!ENTITY x 'y'>]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><title>&x;</title></svg>"
                .utf8)
        let drawing = await #expect(throws: ImagingError.self) {
            try await make(Self.request(), from: broken)
        }
        #expect(
            drawing?.reason.contains("entity") == true && drawing?.reason.contains("verbatim: true") == true)
    }

    @Test func itTakesThePlaceOfItsOwnFormat() async throws {
        let source = try await Self.described(.jpeg)
        let plain = try await make(Self.request(), from: source)
        let both = ImageRequest(encodings: [
            ImageEncoding(format: .format(.jpeg), quality: [.jpeg: .lossy(1)]),
            ImageEncoding(format: .original),
        ])
        #expect(try await make(both, from: source) == plain)
    }

    /// Browsers show the screen of a GIF; libvips takes the extent of its frames for some screens.
    @Test(
        arguments: [RequestedFormat.original, .verbatim],
        [[0x80, 0x02, 0xE0, 0x01], [0, 0, 0, 0], [10, 0, 10, 0]] as [[UInt8]])
    func aGIFHasTheSizeOfItsScreen(format: RequestedFormat, screen: [UInt8]) async throws {
        var source = try await OriginalFileTests.source(.gif)
        source.replaceSubrange(6..<10, with: screen)
        let made = try await make(Self.request(format), from: source)
        let size = screen[0] < 64 ? PixelSize(width: 64, height: 48) : PixelSize(width: 640, height: 480)
        #expect(made.width == size.width && made.height == size.height)
        #expect(made.data.prefix(10).suffix(4) == Data(screen) && made.data.count <= source.count)
        #expect(EncodedShape(format: .gif, size: size).fits(made.data))
    }

    /// The place of the crop in an AVIF is a fraction: 51 halves, and 40.
    @Test func anAVIFMayBeCropped() async throws {
        var file = try await OriginalFileTests.source(.avif)
        for number: UInt32 in [40, 0x636C_6170, 101, 2, 40, 1, 0, 1, 0, 1] {
            file.append(contentsOf: stride(from: 24, through: 0, by: -8).map { UInt8(number >> $0 & 0xFF) })
        }
        func fits(_ width: Int, _ height: Int) -> Bool {
            EncodedShape(format: .avif, size: PixelSize(width: width, height: height)).fits(file)
        }
        #expect(fits(96, 64) && fits(51, 40) && fits(40, 51) && !fits(50, 40) && !fits(51, 41))
    }

    /// RFC 9649: a chunk counts if the header announces it.
    @Test func aProfileThatIsNotAnnouncedGoes() async throws {
        var picture = PNGFile(Raster(8, 8, bands: 3) { _, _ in [180, 120, 90] })
        picture.extras = [PNGFile.profile(ICCProfile.adobeRGB)]
        var source = try await make(.one(.webp, color: .keep, quality: .lossless), from: picture.data).data
        try #require(source.firstRange(of: Data("ICCP".utf8)) != nil)
        #expect(try await make(Self.request(), from: source).data == source)
        let header = try #require(source.firstRange(of: Data("VP8X".utf8)))
        source[header.upperBound + 4] &= ~0x20
        let made = try await make(Self.request(), from: source)
        #expect(made.data.firstRange(of: Data("ICCP".utf8)) == nil)
        #expect(try Raster(decoding: made.data) == Raster(decoding: source))
    }

    @Test func aLimitOfBytesHoldsForItToo() async throws {
        var request = Self.request()
        request.encodings[0].budget = ByteBudget(bytes: 100)
        let source = try await Self.described(.jpeg)
        let error = await #expect(throws: ImagingError.self) { try await make(request, from: source) }
        #expect(error?.code == "encode.over-budget")
    }

    /// A key differs for what changes bytes, and for nothing else.
    @Test func theRecipeIsThatOfItsBytes() throws {
        func recipe(_ request: ImageRequest) throws -> ContentDigest {
            let facts = ImageFacts(type: .jpeg, width: 9, height: 9)
            return try #require(ImagePlan(facts: facts, requests: [request])?.outputs.first?.recipe)
        }
        let plain = try recipe(Self.request())
        #expect(try recipe(Self.request(.verbatim)) != plain)
        #expect(try recipe(Self.request(metadata: .copyright)) != plain)
        var other = Self.request()
        other.encodings[0].quality = [.jpeg: .lossy(5)]
        other.color = .keep
        #expect(try recipe(other) == plain)
    }
}
