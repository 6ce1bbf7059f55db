import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct TIFFBlocksTests {
    private func read(_ data: Data) -> SerializationContext.Metadata {
        data.withUnsafeBytes { TIFFBlocks.read($0) }
    }

    // As much of a TIFF as matters here: directories with the picture's own tags among the others.
    private func file(bigEndian: Bool) -> ExifBytes {
        var bytes = ImageMetadataTests.photograph(bigEndian: bigEndian)
        bytes.image[0x0100] = bytes.long(6000)
        bytes.image[0x0111] = bytes.long(8)
        bytes.image[0x83BB] = bytes.raw(7, IPTCTests.everything.fields)
        bytes.image[0x02BC] = bytes.raw(1, Array(XMPTests.packet(XMPTests.everything)))
        return bytes
    }

    @Test(arguments: [true, false])
    func directoriesAreReadInBothByteOrders(bigEndian: Bool) throws {
        let found = read(file(bigEndian: bigEndian).tiff)
        let exif = try #require(found.exif)
        #expect(
            ImageMetadata(exif: exif)
                == ImageMetadata(exif: ImageMetadataTests.photograph(bigEndian: true).block))
        // The block is about the photograph, not about the file.
        #expect(TIFFListing(exif).image[0x0111] == nil && TIFFListing(exif).image[0x0100] == nil)
        #expect(ImageMetadata(iptc: try #require(found.iptc)).title == "Titel Ü")
        #expect(ImageMetadata(xmp: try #require(found.xmp)).title == "Kingfisher")
    }

    @Test func fieldsAmongPhotoshopsResourcesAreReadToo() throws {
        var bytes = ExifBytes()
        bytes.image[0x8649] = bytes.raw(7, IPTCBytes.resource(0x0404, IPTCTests.everything.fields))
        let found = read(bytes.tiff)
        #expect(ImageMetadata(iptc: try #require(found.iptc)).description == "A kingfisher")
    }

    @Test func directoriesFarIntoTheFileAreRead() throws {
        // The whole structure behind 200,000 bytes of pixels: every offset grows by them.
        var bytes = ExifBytes(isBigEndian: false)
        bytes.image = [0x013B: bytes.ascii("Ad")]
        var tiff = Array(bytes.tiff)
        tiff.replaceSubrange(4..<8, with: bytes.number(200_008, 4))
        let data = Data(tiff.prefix(8) + [UInt8](repeating: 0, count: 200_000) + tiff.dropFirst(8))
        #expect(ImageMetadata(exif: try #require(read(data).exif)).creator == "Ad")
    }

    @Test(.timeLimit(.minutes(60)), arguments: UInt64(0)..<4)
    func damagedFilesAreReadToTheEnd(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let source = file(bigEndian: seed % 2 == 0).tiff
        for count in 0..<min(source.count, 900) { _ = read(source.prefix(count)) }
        for _ in 0..<1000 {
            var data = source
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                // Most of it is text, so aim at the directories.
                let place = Int.random(in: 2..<900, using: &random)
                data[place] = Bool.random(using: &random) ? .random(in: 0...255, using: &random) : 0xFF
            }
            let found = read(data)
            #expect((found.exif?.count ?? 0) <= 65_533)
            _ = ImageMetadata(found)
        }
    }

    @Test(.timeLimit(.minutes(60)))
    func aDirectoryWithThousandsOfEntriesIsRead() throws {
        // One tag 65,535 times, each with a value as long as a value may be.
        let entry: [UInt8] = [0x01, 0x0E, 0, 2, 0, 0, 0x40, 0, 0, 0, 0, 8]
        let entries = Array(repeatElement(entry, count: 65_535).joined())
        let data = Data([0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0xFF, 0xFF] + entries + [0, 0, 0, 0])
        #expect((read(data).exif?.count ?? 0) <= 65_533)
    }
}
