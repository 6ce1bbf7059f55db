import AlcedoImaging
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
        // A tag that no version of libexif knows.
        bytes.exif[0xFDE8] = bytes.ascii("serial of the lens")
        bytes.interoperability = [0x0001: bytes.ascii("R03")]
        return bytes
    }

    @Test(arguments: [true, false])
    func copyrightLeavesTheTwoNamesOnly(bigEndian: Bool) throws {
        let source = photograph(bigEndian: bigEndian)
        for block in [source.block, source.tiff] {
            let listing = TIFFListing(try #require(ExifFilter.copyright(from: block)))
            #expect(Set(listing.image.keys) == [0x013B, 0x8298])
            #expect(listing.text(listing.image[0x013B]) == "Ada Example\0")
            #expect(listing.text(listing.image[0x8298]) == "© 2024 Ada Example\0")
            #expect(!listing.hasSecondDirectory)
        }
    }

    @Test func namesThatNobodyWroteMakeNoBlock() {
        var bytes = ExifBytes()
        bytes.image = [0x010F: bytes.ascii("Alcedo"), 0x8298: bytes.ascii("     "), 0x0112: bytes.short(3)]
        #expect(ExifFilter.copyright(from: bytes.block) == nil)
        bytes.image[0x013B] = bytes.ascii("Ada")
        let block = ExifFilter.copyright(from: bytes.block)
        #expect(block.map { Set(TIFFListing($0).image.keys) } == [0x013B])
    }

    @Test(arguments: [true, false])
    func allLeavesWhatMayBeTold(bigEndian: Bool) throws {
        let source = photograph(bigEndian: bigEndian)
        let block = try #require(ExifFilter.all(from: source.block))
        let listing = TIFFListing(block)
        #expect(
            Set(listing.image.keys)
                == [0x010E, 0x010F, 0x0110, 0x0112, 0x013B, 0x8298, 0x8769, 0x9C9B, 0x9C9E])
        #expect(
            Set(listing.exif.keys)
                == [0x829A, 0x829D, 0x8827, 0x9003, 0x9011, 0x9291, 0x920A, 0xA434, 0xFDE8])
        #expect(listing.gps.isEmpty)
        #expect(!listing.hasSecondDirectory)
        #expect(listing.image[0x0112].map(listing.number) == 1)
        #expect(listing.exif[0x829A] == source.exif[0x829A]?.bytes)
        #expect(listing.image[0x9C9E] == source.image[0x9C9E]?.bytes)
        for secret in ["THUMBNAIL", "Private", "xmpmeta", "R03"] {
            #expect(block.range(of: Data(secret.utf8)) == nil)
        }
    }

    @Test(arguments: [true, false])
    func whatIsLeftReadsAsBefore(bigEndian: Bool) throws {
        let source = photograph(bigEndian: bigEndian).block
        var expected = ImageMetadata(exif: source)
        #expect(expected.hasPosition)
        expected.hasPosition = false
        expected.orientation = 1
        let block = try #require(ExifFilter.all(from: source))
        #expect(ImageMetadata(exif: block) == expected)
    }

    @Test func anOrientationThatIsNotThereIsNotMade() throws {
        var bytes = ExifBytes()
        bytes.image = [0x010F: bytes.ascii("Alcedo")]
        let listing = TIFFListing(try #require(ExifFilter.all(from: bytes.block)))
        #expect(Set(listing.image.keys) == [0x010F])
    }

    @Test func aBlockWithAPositionOnlyLeavesNone() {
        var bytes = ExifBytes()
        bytes.gps = [0x0002: bytes.fraction((51, 1), (30, 1), (0, 1))]
        #expect(ExifFilter.all(from: bytes.block) == nil)
        #expect(ExifFilter.all(from: Data("not a block".utf8)) == nil)
        #expect(ExifFilter.copyright(from: Data()) == nil)
    }

    @Test func filteringTwiceChangesNothingMore() throws {
        for filter in [ExifFilter.all, ExifFilter.copyright] {
            let once = try #require(filter(photograph(bigEndian: true).block))
            #expect(filter(once) == once)
        }
    }

    @Test func aBlockThatExiftoolWroteLosesItsPosition() throws {
        let found = ContainerListing.jpeg(ContainerFixtures.photoJpg).parts.first {
            $0.name == "e1" && $0.content.starts(with: "Exif".utf8)
        }
        let block = Data(try #require(found).content)
        #expect(ImageMetadata(exif: block).hasPosition)
        #expect(ImageMetadata(exif: block).copyright == "Ada Example")
        let filtered = try #require(ExifFilter.all(from: block))
        #expect(TIFFListing(filtered).gps.isEmpty)
        #expect(!ImageMetadata(exif: filtered).hasPosition)
    }
}
