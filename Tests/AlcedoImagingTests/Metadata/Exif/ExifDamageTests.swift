import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Blocks come from untrusted files. Whatever they contain, reading must end.
@Suite struct ExifDamageTests {
    static func source(_ seed: UInt64) -> Data {
        var bytes = ImageMetadataTests.photograph(bigEndian: seed % 2 == 0)
        bytes.thumbnail = [UInt8](repeating: 7, count: 40)
        // Maker notes in formats that libexif parses itself.
        let makers = [
            "Nikon\0\u{2}\u{10}\0\0MM\0*\0\0\0\u{8}", "OLYMP\0\u{1}\0\u{2}\0", "FUJIFILM\u{c}\0\0\0",
            "AOC\0MM",
        ]
        let maker = makers[Int(seed / 2) % makers.count]
        let entry: [UInt8] = [0, 2, 0, 1, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 2, 0, 7, 0, 0, 0, 99, 0, 0, 0, 1]
        bytes.exif[0x927C] = bytes.raw(7, Array(maker.utf8) + entry + entry)
        bytes.interoperability = [0x0001: bytes.ascii("R98")]
        return bytes.block
    }

    private func readEverything(_ data: Data) {
        let metadata = ImageMetadata(exif: data)
        #expect(metadata.orientation.map { (1...8).contains($0) } != false)
        let blocks = [
            ExifFilter.copyright(metadata), ExifFilter.all(from: data, fields: metadata),
            ExifFilter.all(from: data, fields: metadata, keepsPosition: true),
        ]
        for (index, block) in blocks.enumerated() {
            guard let block else { continue }
            // What is written is whole whatever was read, and has no position unless it is kept.
            let again = ImageMetadata(exif: block)
            let listing = TIFFListing(block)
            #expect(index == 2 ? again.position == metadata.position : listing.gps.isEmpty)
        }
    }

    // As for damaged pictures, `.ci/run` also runs this suite optimized.
    #if DEBUG
        private static let rounds = 200
    #else
        private static let rounds = 1500
    #endif

    @Test(.timeLimit(.minutes(60)), arguments: UInt64(0)..<8)
    func mutatedBlocksAreReadToTheEnd(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let source = Self.source(seed)
        for _ in 0..<Self.rounds {
            var data = source
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 6..<data.count, using: &random)
                data[place] = Bool.random(using: &random) ? .random(in: 0...255, using: &random) : 0xFF
            }
            readEverything(data)
        }
    }

    @Test(.timeLimit(.minutes(60)), arguments: UInt64(0)..<2)
    func blocksCutShortAreReadToTheEnd(seed: UInt64) {
        let source = Self.source(seed)
        for count in 0..<source.count { readEverything(source.prefix(count)) }
    }

    @Test(.timeLimit(.minutes(60)))
    func directoriesThatContainThemselvesAreReadToTheEnd() {
        // One directory at 8 whose only entry says that the EXIF directory is at 8 as well, and the next one too.
        let entry: [UInt8] = [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8]
        readEverything(Data([0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 8]))
    }

    @Test(.timeLimit(.minutes(60)))
    func noiseIsReadToTheEnd() {
        var random = SeededGenerator(seed: 42)
        for _ in 0..<500 {
            let noise = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            readEverything(Data([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + noise))
        }
    }

    @Test func aBlockLongerThanLibexifReadsIsReadAsFarAsItGoes() {
        var bytes = ImageMetadataTests.photograph(bigEndian: true)
        bytes.thumbnail = [UInt8](repeating: 1, count: 200_000)
        #expect(ImageMetadata(exif: bytes.block).creator == "Ada Example")
        readEverything(bytes.block)
    }
}
