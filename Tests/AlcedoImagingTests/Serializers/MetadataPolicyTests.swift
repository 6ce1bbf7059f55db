import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct MetadataPolicyTests {
    /// A photograph that says where it was taken, by whom, with what, and that it lies on its side.
    static let source: Data = {
        var exif = ExifBytes()
        exif.image = [
            0x010F: exif.ascii("Camera Works"), 0x0112: exif.short(6), 0x013B: exif.ascii("Ada Example"),
            0x8298: exif.ascii("2024 Ada Example"),
        ]
        exif.exif = [0x9003: exif.ascii("2024:05:01 09:30:00")]
        exif.gps = [0x0001: exif.ascii("N"), 0x0002: exif.fraction((51, 1), (30, 1), (0, 1))]
        exif.thumbnail = [0xFF, 0xD8, 0xFF, 0xD9]
        var file = PNGFile(.photo(64, 48))
        let packet = String(
            decoding: XMPTests.packet(
                "<dc:title>Kingfisher</dc:title><exif:GPSLatitude>51,30N</exif:GPSLatitude>"), as: UTF8.self)
        file.extras = [
            ("eXIf", Array(exif.tiff)), PNGFile.profile(ICCProfile.adobeRGB),
            ("iTXt", Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + Array(packet.utf8)),
        ]
        return file.data
    }()

    /// Every byte run that would give the source's descriptive data away.
    static let secrets = [
        "Camera Works", "Ada Example", "2024:05:01", "xmpmeta", "GPSLatitude", "Exif\0\0", "acsp",
    ]

    @Test(arguments: OutputFormat.allCases)
    func metadataIsRemovedUnlessRequested(format: OutputFormat) async throws {
        let file = try await make(.one(format, width: 32), from: Self.source).data
        for secret in Self.secrets { #expect(file.firstRange(of: Data(secret.utf8)) == nil, "\(secret)") }
        for name in ["eXIf", "EXIF", "iCCP", "ICCP", "XMP ", "colr\0\0"] where format != .avif {
            #expect(file.firstRange(of: Data(name.utf8)) == nil, "\(name)")
        }
    }

    @Test(arguments: [OutputFormat.jpeg, .png, .webp])
    func copyrightKeepsArtistAndCopyrightOnly(format: OutputFormat) async throws {
        let block = try await exif(format, .copyright)
        #expect(Set(block.image.keys) == [0x013B, 0x8298])
        #expect(block.text(block.image[0x013B]) == "Ada Example\0")
        #expect(block.text(block.image[0x8298]) == "2024 Ada Example\0")
        #expect(block.exif.isEmpty && block.gps.isEmpty && !block.hasSecondDirectory)
    }

    @Test(arguments: [OutputFormat.jpeg, .png, .webp])
    func allKeepsEverythingButThePositionAndTheTurn(format: OutputFormat) async throws {
        let block = try await exif(format, .all)
        #expect(block.text(block.image[0x010F]) == "Camera Works\0")
        #expect(block.text(block.exif[0x9003]) == "2024:05:01 09:30:00\0")
        #expect(block.image[0x8825] == nil && block.gps.isEmpty && !block.hasSecondDirectory)
        #expect(block.image[0x0112].map(block.number) == 1)
    }

    @Test(arguments: OutputFormat.allCases, [MetadataPolicy.copyright, .all])
    func noPolicyLetsThePositionOut(format: OutputFormat, policy: MetadataPolicy) async throws {
        let file = try await make(.one(format, width: 32, metadata: policy), from: Self.source).data
        #expect(file.firstRange(of: Data("GPSLatitude".utf8)) == nil)
        // 51/1, 30/1, 0/1 in either byte order.
        #expect(file.firstRange(of: Data([0, 0, 0, 51, 0, 0, 0, 1, 0, 0, 0, 30])) == nil)
        #expect(file.firstRange(of: Data([51, 0, 0, 0, 1, 0, 0, 0, 30, 0, 0, 0])) == nil)
    }

    @Test(arguments: OutputFormat.allCases)
    func everyFormatSaysWhatItsPolicyAllows(format: OutputFormat) async throws {
        for policy in [MetadataPolicy.copyright, .all] {
            let file = try await make(.one(format, width: 32, metadata: policy), from: Self.source).data
            let result = try await InProcessEngine(threads: 1).run(ImageJob(data: file, requests: [.one()]))
            let found = result.metadata
            #expect((found.creator, found.copyright) == ("Ada Example", "2024 Ada Example"))
            #expect(found.title == (policy == .all ? "Kingfisher" : nil))
            // A GIF has XMP only.
            #expect(found.make == (policy == .all && format != .gif ? "Camera Works" : nil))
            #expect(found.dateTimeOriginal == (policy == .all ? "2024-05-01T09:30:00" : nil))
            #expect(found.position == nil)
        }
    }

    @Test(arguments: OutputFormat.allCases)
    func metadataLeavesThePictureAlone(format: OutputFormat) async throws {
        let without = try await make(.one(format, width: 32), from: Self.source)
        let with = try await make(.one(format, width: 32, metadata: .all), from: Self.source)
        #expect(with.data.count > without.data.count)
        let pictures = try [without, with].map { try PixelImage(decoding: $0.data) }
        #expect(try pictures[0].pixels() == pictures[1].pixels())
    }

    @Test(arguments: OutputFormat.allCases)
    func aPositionStaysOnlyWithAllMetadata(format: OutputFormat) async throws {
        var source = ImageMetadataTests.photograph(bigEndian: false)
        source.thumbnail = []
        let picture = jpeg(
            try await make(.one(.jpeg), from: PNGFile(.photo(32, 24)).data).data, exif: source.tiff)
        for policy in MetadataPolicy.allCases {
            var request = ImageRequest.one(format, metadata: policy)
            request.encodings[0].keepsPosition = true
            let file = try await make(request, from: picture).data
            let result = try await InProcessEngine(threads: 1).run(ImageJob(data: file, requests: [.one()]))
            let stays = policy == .all && format != .gif
            let place = ImageMetadata.Position(latitude: 51.5, longitude: -0.1)
            #expect(result.metadata.position == (stays ? place : nil))
        }
    }

    @Test(arguments: [OutputFormat.jpeg, .png, .webp])
    func keptColoursHaveTheirProfileAndNothingElse(format: OutputFormat) async throws {
        let file = try await make(.one(format, width: 32, color: .keep), from: Self.source).data
        #expect(file.firstRange(of: Data("acsp".utf8)) != nil || format == .png)
        if format == .png { #expect(ContainerListing.png(file).names.contains("iCCP")) }
        for secret in Self.secrets where secret != "acsp" {
            #expect(file.firstRange(of: Data(secret.utf8)) == nil, "\(secret)")
        }
    }

    @Test func aPlaceholderOfSixteenPixelsIsAtMost120Bytes() async throws {
        let request = ImageRequest.one(.webp, width: 16, quality: .lossy(30), minimal: true)
        let file = try await make(request, from: PNGFile(.photo(320, 200)).data).data
        #expect(file.count <= 120)
        #expect(ContainerListing.webP(file).names == ["VP8 "])
    }

    @Test func aMinimalFileCarriesNeitherMetadataNorProfile() async throws {
        let request = ImageRequest.one(.jpeg, width: 32, color: .keep, metadata: .all, minimal: true)
        let file = try await make(request, from: Self.source).data
        for secret in Self.secrets { #expect(file.firstRange(of: Data(secret.utf8)) == nil, "\(secret)") }
    }

    private func exif(_ format: OutputFormat, _ policy: MetadataPolicy) async throws -> TIFFListing {
        let file = try await make(.one(format, width: 32, metadata: policy), from: Self.source).data
        let prefix = Data("Exif\0\0".utf8)
        switch format {
        case .jpeg: return TIFFListing(Data(try #require(ContainerListing.jpeg(file).content("e1"))))
        // A chunk's content is listed with its checksum.
        case .png:
            return TIFFListing(
                prefix + Data(try #require(ContainerListing.png(file).content("eXIf"))).dropLast(4))
        default:
            let block = Data(try #require(ContainerListing.webP(file).content("EXIF")))
            return TIFFListing(block.starts(with: prefix) ? block : prefix + block)
        }
    }
}
