import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct ExifFilterTests {
    // The photograph of the other tests, with everything in it that must not go on.
    private func photograph(bigEndian: Bool) -> ExifBytes {
        var bytes = ImageMetadataTests.photograph(bigEndian: bigEndian)
        bytes.thumbnail = [0xFF, 0xD8] + Array("THUMBNAIL".utf8) + [0xFF, 0xD9]
        bytes.image[0x02BC] = bytes.raw(1, Array("<x:xmpmeta/>".utf8))
        bytes.image[0x0100] = bytes.long(6000)
        bytes.exif[0x927C] = bytes.raw(7, Array("Private position 51.5 N".utf8))
        bytes.exif[0xA002] = bytes.long(6000)
        bytes.exif[0xA001] = bytes.short(65_535)
        bytes.exif[0xA431] = bytes.ascii("serial of the body")
        bytes.exif[0xA435] = bytes.ascii("serial of the lens")
        bytes.exif[0xA430] = bytes.ascii("Private owner")
        // A tag unknown to all versions of libexif.
        bytes.exif[0xFDE9] = bytes.ascii("serial elsewhere")
        bytes.interoperability = [0x0001: bytes.ascii("R03")]
        return bytes
    }

    private func copyright(_ block: Data) -> Data? { ExifFilter.copyright(ImageMetadata(exif: block)) }

    private func all(_ block: Data) -> Data? {
        ExifFilter.all(from: block, fields: ImageMetadata(exif: block))
    }

    @Test(arguments: [true, false])
    func copyrightLeavesTheTwoNamesOnly(bigEndian: Bool) throws {
        let source = photograph(bigEndian: bigEndian)
        for block in [source.block, source.tiff] {
            let listing = TIFFListing(try #require(copyright(block)))
            #expect(Set(listing.image.keys) == [0x013B, 0x8298])
            #expect(listing.text(listing.image[0x013B]) == "Ada Example\0")
            #expect(listing.text(listing.image[0x8298]) == "© 2024 Ada Example\0")
            #expect(!listing.hasSecondDirectory)
        }
    }

    @Test func emptyNamesMakeNoBlock() {
        var bytes = ExifBytes()
        bytes.image = [0x010F: bytes.ascii("Alcedo"), 0x8298: bytes.ascii("     "), 0x0112: bytes.short(3)]
        #expect(copyright(bytes.block) == nil)
        bytes.image[0x013B] = bytes.ascii("Ada")
        let block = copyright(bytes.block)
        #expect(block.map { Set(TIFFListing($0).image.keys) } == [0x013B])
    }

    @Test(arguments: [true, false])
    func allKeepsEverythingThatMayBePublished(bigEndian: Bool) throws {
        let source = photograph(bigEndian: bigEndian)
        let block = try #require(all(source.block))
        let listing = TIFFListing(block)
        #expect(
            Set(listing.image.keys)
                == [0x010E, 0x010F, 0x0110, 0x0112, 0x013B, 0x8298, 0x8769, 0x9C9B, 0x9C9E])
        #expect(
            Set(listing.exif.keys)
                == [0x829A, 0x829D, 0x8827, 0x9003, 0x9011, 0x9291, 0x920A, 0xA001, 0xA434])
        #expect(listing.exif[0xA001].map(listing.number) == 1)
        #expect(listing.gps.isEmpty)
        #expect(!listing.hasSecondDirectory)
        #expect(listing.image[0x0112].map(listing.number) == 1)
        #expect(listing.exif[0x829A] == source.exif[0x829A]?.bytes)
        #expect(listing.image[0x9C9E] == source.image[0x9C9E]?.bytes)
        for secret in ["THUMBNAIL", "Private", "xmpmeta", "R03", "serial"] {
            #expect(block.range(of: Data(secret.utf8)) == nil)
        }
    }

    @Test(arguments: [true, false])
    func whatIsLeftReadsAsBefore(bigEndian: Bool) throws {
        let source = photograph(bigEndian: bigEndian).block
        var expected = ImageMetadata(exif: source)
        #expect(expected.position != nil)
        expected.position = nil
        expected.orientation = 1
        let block = try #require(all(source))
        #expect(ImageMetadata(exif: block) == expected)
    }

    @Test func aMissingOrientationIsNotAdded() throws {
        var bytes = ExifBytes()
        bytes.image = [0x010F: bytes.ascii("Alcedo")]
        let listing = TIFFListing(try #require(all(bytes.block)))
        #expect(Set(listing.image.keys) == [0x010F])
    }

    @Test func aBlockWithAPositionOnlyLeavesNone() {
        var bytes = ExifBytes()
        bytes.gps = [0x0002: bytes.fraction((51, 1), (30, 1), (0, 1))]
        #expect(all(bytes.block) == nil)
        #expect(all(Data("not a block".utf8)) == nil)
        #expect(ExifFilter.all(from: nil, fields: ImageMetadata()) == nil)
        #expect(copyright(Data()) == nil)
    }

    @Test func filteringTwiceChangesNothingMore() throws {
        for filter in [all, copyright] {
            let once = try #require(filter(photograph(bigEndian: true).block))
            #expect(filter(once) == once)
        }
    }

    @Test func aBlockThatExiftoolWroteLosesItsPosition() throws {
        let found = ContainerListing.jpeg(ContainerFixtures.photoJpg).parts.first {
            $0.name == "e1" && $0.content.starts(with: "Exif".utf8)
        }
        let block = Data(try #require(found).content)
        #expect(ImageMetadata(exif: block).position != nil)
        #expect(ImageMetadata(exif: block).copyright == "Ada Example")
        let filtered = try #require(all(block))
        #expect(TIFFListing(filtered).gps.isEmpty)
        #expect(ImageMetadata(exif: filtered).position == nil)
    }

    @Test(arguments: [true, false])
    func aPositionThatIsKeptIsKeptWhole(bigEndian: Bool) throws {
        var source = photograph(bigEndian: bigEndian)
        source.gps[0x0011] = source.fraction((90, 1))
        // A tag outside of GPS directories.
        source.gps[0x0099] = source.ascii("Private")
        let block = try #require(
            ExifFilter.all(from: source.block, fields: ImageMetadata(exif: source.block), keepsPosition: true)
        )
        let listing = TIFFListing(block)
        #expect(Set(listing.gps.keys) == [0x0001, 0x0002, 0x0003, 0x0004, 0x0011])
        #expect(listing.gps[0x0002] == source.gps[0x0002]?.bytes)
    }

    @Test func aPositionFromXMPIsWrittenInDegreesMinutesAndSeconds() throws {
        var fields = ImageMetadata()
        fields.position = ImageMetadata.Position(latitude: -33.859972, longitude: 151.2111, altitude: -3.5)
        let block = try #require(ExifFilter.all(from: nil, fields: fields, keepsPosition: true))
        let listing = TIFFListing(block)
        // By hand: 0.859972 · 60 = 51.59832, 0.59832 · 60 = 35.8992; 0.2111 · 60 = 12.666, 0.666 · 60 = 39.96.
        let latitude = [33, 1, 51, 1, 358_992, 10_000]
        let longitude = [151, 1, 12, 1, 399_600, 10_000]
        func numbers(_ bytes: [UInt8]?) -> [Int] {
            let bytes = bytes ?? []
            return stride(from: 0, to: bytes.count, by: 4).map { listing.number(Array(bytes[$0..<$0 + 4])) }
        }
        #expect(numbers(listing.gps[0x0002]) == latitude)
        #expect(numbers(listing.gps[0x0004]) == longitude)
        #expect(listing.text(listing.gps[0x0001]) == "S\0" && listing.text(listing.gps[0x0003]) == "E\0")
        #expect(listing.gps[0x0005] == [1] && numbers(listing.gps[0x0006]) == [35, 10])
        #expect(ImageMetadata(exif: block).position == fields.position)
    }

    @Test func whatOnlyXMPAndIPTCSayIsAdded() throws {
        var bytes = ExifBytes()
        bytes.image = [0x010E: bytes.ascii("SONY DSC"), 0x013B: bytes.ascii("Ada")]
        var fields = ImageMetadata(exif: bytes.block)
        (fields.description, fields.copyright, fields.title) = ("Über den Teich", "© Ada", "not in EXIF")
        let listing = TIFFListing(try #require(ExifFilter.all(from: bytes.block, fields: fields)))
        #expect(Set(listing.image.keys) == [0x010E, 0x013B, 0x8298])
        #expect(listing.text(listing.image[0x010E]) == "Über den Teich\0")
        #expect(listing.text(listing.image[0x8298]) == "© Ada\0")
    }

    @Test func coloursOtherThanSRGBAreCalledUncalibrated() throws {
        let source = photograph(bigEndian: true).block
        let block = ExifFilter.all(from: source, fields: ImageMetadata(exif: source), isSRGB: false)
        let listing = TIFFListing(try #require(block))
        #expect(listing.exif[0xA001].map(listing.number) == 0xFFFF)
    }
}
