import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct ImageMetadataTests {
    static func photograph(bigEndian: Bool) -> ExifBytes {
        var bytes = ExifBytes(isBigEndian: bigEndian)
        bytes.image = [
            0x010E: bytes.ascii("A kingfisher on a branch  "), 0x010F: bytes.ascii("Alcedo"),
            0x0110: bytes.ascii("Mark II"), 0x0112: bytes.short(6), 0x013B: bytes.ascii("Ada Example"),
            0x8298: bytes.ascii("© 2024 Ada Example"), 0x9C9B: bytes.windows("Eisvögel"),
            0x9C9E: bytes.windows("bird; Wasser;;🐟"),
        ]
        bytes.exif = [
            0x829A: bytes.fraction((10, 5000)), 0x829D: bytes.fraction((28, 10)), 0x8827: bytes.short(200),
            0x9003: bytes.ascii("2024:05:01 09:30:00"), 0x9011: bytes.ascii("+02:00"),
            0x9291: bytes.ascii("25"),
            0x920A: bytes.fraction((300, 1)), 0xA434: bytes.ascii("300mm F2.8"),
        ]
        bytes.gps = [
            0x0001: bytes.ascii("N"), 0x0002: bytes.fraction((51, 1), (30, 1), (0, 1)),
            0x0003: bytes.ascii("W"),
            0x0004: bytes.fraction((0, 1), (6, 1), (0, 1)),
        ]
        return bytes
    }

    @Test(arguments: [true, false])
    func everyFieldIsReadInBothByteOrders(bigEndian: Bool) {
        let bytes = Self.photograph(bigEndian: bigEndian)
        var expected = ImageMetadata()
        expected.copyright = "© 2024 Ada Example"
        expected.creator = "Ada Example"
        expected.dateTimeOriginal = "2024-05-01T09:30:00.25+02:00"
        expected.description = "A kingfisher on a branch"
        expected.exposureTime = "1/500"
        expected.fNumber = 2.8
        expected.focalLength = 300
        expected.isoSpeed = 200
        expected.keywords = ["bird", "Wasser", "🐟"]
        expected.lensModel = "300mm F2.8"
        expected.make = "Alcedo"
        expected.model = "Mark II"
        expected.title = "Eisvögel"
        expected.orientation = 6
        expected.position = ImageMetadata.Position(latitude: 51.5, longitude: -0.1)
        #expect(ImageMetadata(exif: bytes.block) == expected)
        #expect(ImageMetadata(exif: bytes.tiff) == expected)
        // A slice with its own indices.
        #expect(ImageMetadata(exif: (Data([9]) + bytes.block).dropFirst()) == expected)
    }

    @Test func invalidBlocksAreIgnored() {
        for data in [Data(), Data("Exif\0\0".utf8), Data("MM".utf8), Data(repeating: 0xFF, count: 100)] {
            #expect(ImageMetadata(exif: data) == ImageMetadata())
        }
        // Not even when a JPEG with a block of its own follows.
        let jpeg = Data([0xFF, 0xD8]) + Self.photograph(bigEndian: true).block
        #expect(ImageMetadata(exif: jpeg) == ImageMetadata())
    }

    private func metadata(_ fill: (inout ExifBytes) -> Void) -> ImageMetadata {
        var bytes = ExifBytes()
        fill(&bytes)
        return ImageMetadata(exif: bytes.block)
    }

    @Test func blankTextsAreOmitted() {
        let found = metadata {
            $0.image = [
                0x010E: $0.ascii("     "), 0x010F: $0.ascii(""), 0x0110: $0.raw(2, [0x20, 0x0A, 0x00]),
                0x013B: $0.raw(2, [0x20, 0, 0x58]), 0x8298: $0.raw(2, [0x20, 0, 0x20, 0]),
                0x9C9B: $0.windows("  "),
                0x9C9E: $0.windows(" ; ;"),
            ]
        }
        #expect(found == ImageMetadata())
    }

    @Test func textsThatAreNotUTF8AreLatin1() {
        // "Köln" in ISO 8859-1, without a trailing zero, and with control characters in between.
        let found = metadata {
            $0.image = [
                0x010E: $0.raw(2, [0x4B, 0xF6, 0x6C, 0x6E]), 0x010F: $0.raw(2, [0x41, 7, 0x42, 0x0A, 0x43]),
            ]
        }
        #expect(found.description == "Köln")
        #expect(found.make == "AB\nC")
    }

    @Test(arguments: [
        ("photographer\0editor\0", "photographer; editor"), (" \0editor\0", "editor"),
        ("photographer\0", "photographer"),
        ("a\0b\0c\0", "a; b"),
    ])
    func bothCopyrightsAreNamed(stored: String, read: String) {
        #expect(metadata { $0.image = [0x8298: $0.raw(2, Array(stored.utf8))] }.copyright == read)
    }

    @Test func theCreatorTagOfWindowsIsTheLastChoice() {
        #expect(metadata { $0.image = [0x9C9D: $0.windows("Ada")] }.creator == "Ada")
        let both = metadata { $0.image = [0x9C9D: $0.windows("Ada"), 0x013B: $0.ascii("Grace")] }
        #expect(both.creator == "Grace")
    }

    @Test(arguments: [
        (1, 500, "1/500"), (10, 5000, "1/500"), (1, 1, "1"), (2, 1, "2"), (30, 1, "30"), (25, 10, "2.5"),
        (1, 3, "1/3"), (10, 30, "1/3"), (3, 10, "0.3"), (6, 10, "0.6"), (13, 10, "1.3"), (5, 10, "1/2"),
        (2, 125, "1/63"), (166, 10_000, "1/60"), (1, 8000, "1/8000"), (4_294_967_294, 4_294_967_294, "1"),
    ])
    func exposuresReadAsPhotographersWriteThem(numerator: Int, denominator: Int, text: String) {
        #expect(metadata { $0.exif = [0x829A: $0.fraction((numerator, denominator))] }.exposureTime == text)
    }

    @Test(arguments: [(0, 0), (1, 0), (0, 1), (4_294_967_295, 1)])
    func invalidFractionsAreOmitted(numerator: Int, denominator: Int) {
        let found = metadata {
            let value = $0.fraction((numerator, denominator))
            $0.exif = [0x829A: value, 0x829D: value, 0x920A: value]
        }
        #expect(found == ImageMetadata())
    }

    @Test func lensNumbersHaveTwoDecimals() {
        let found = metadata {
            $0.exif = [0x829D: $0.fraction((1779, 1000)), 0x920A: $0.fraction((6_765, 1001))]
        }
        #expect(found.fNumber == 1.78)
        #expect(found.focalLength == 6.76)
    }

    @Test func sensitivitiesAboveTwoBytesStandElsewhere() {
        let high = metadata { $0.exif = [0x8827: $0.short(65_535), 0x8832: $0.long(102_400)] }
        #expect(high.isoSpeed == 102_400)
        #expect(metadata { $0.exif = [0x8833: $0.long(640)] }.isoSpeed == 640)
        #expect(metadata { $0.exif = [0x8827: $0.short(0)] }.isoSpeed == nil)
        let two = metadata {
            $0.exif = [0x8827: ExifBytes.Value(format: 3, count: 2, bytes: [1, 0x90, 0, 0])]
        }
        #expect(two.isoSpeed == 400)
    }

    @Test(arguments: 0...9)
    func onlyTheEightOrientationsCount(value: Int) {
        let found = metadata { $0.image = [0x0112: $0.short(value)] }
        #expect(found.orientation == ((1...8).contains(value) ? value : nil))
    }

    @Test func aPositionNeedsBothCoordinatesAndTheirSides() {
        func position(_ change: (inout ExifBytes) -> Void) -> ImageMetadata.Position? {
            metadata {
                $0.gps = Self.photograph(bigEndian: true).gps
                change(&$0)
            }.position
        }
        #expect(position { _ in } != nil)
        for tag in UInt16(1)...4 { #expect(position { $0.gps[tag] = nil } == nil) }
        #expect(position { $0.gps[0x0001] = $0.ascii("X") } == nil)
        #expect(position { $0.gps[0x0002] = $0.fraction((91, 1), (0, 1), (0, 1)) } == nil)
        #expect(position { $0.gps[0x0002] = $0.fraction((51, 1), (30, 0), (0, 1)) } == nil)
        // Degrees and minutes, and then four numbers without a meaning.
        #expect(position { $0.gps[0x0002] = $0.fraction((51, 1), (30, 1)) }?.latitude == 51.5)
        #expect(position { $0.gps[0x0002] = $0.fraction((51, 1), (30, 1), (0, 1), (0, 1)) } == nil)
    }

    @Test func positionsAreDegreesAndMetres() {
        // Mount Everest and the Dead Sea, by hand: 27 + 59/60 + 17.16/3600, 86 + 55.5/60; 31 + 30/60.
        let everest = metadata {
            $0.gps = [
                0x0001: $0.ascii("N"), 0x0002: $0.fraction((27, 1), (59, 1), (1716, 100)),
                0x0003: $0.ascii("E"),
                0x0004: $0.fraction((86, 1), (555, 10), (0, 1)), 0x0005: $0.raw(1, [0]),
                0x0006: $0.fraction((884_886, 100)),
            ]
        }
        #expect(everest.position?.latitude == 27.988100)
        #expect(everest.position?.longitude == 86.925)
        #expect(everest.position?.altitude == 8848.9)
        let sea = metadata {
            $0.gps = [
                0x0001: $0.ascii("S"), 0x0002: $0.fraction((31, 1), (30, 1), (0, 1)), 0x0003: $0.ascii("W"),
                0x0004: $0.fraction((180, 1), (0, 1), (0, 1)), 0x0005: $0.raw(1, [1]),
                0x0006: $0.fraction((430, 1)),
            ]
        }
        #expect(sea.position == ImageMetadata.Position(latitude: -31.5, longitude: -180, altitude: -430))
    }

    @Test(arguments: [
        "OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "Minolta Digital Camera", "Exif_JPEG_PICTURE",
    ])
    func cameraDefaultsAreNotDescriptions(text: String) {
        #expect(metadata { $0.image = [0x010E: $0.ascii(text)] }.description == nil)
    }

    @Test func textsWithoutEndAreCut() {
        let found = metadata { $0.image = [0x010E: $0.ascii(String(repeating: "é", count: 9000))] }
        #expect(found.description?.count == 8000)
    }

    @Test func metadataSurvivesJSON() throws {
        let metadata = ImageMetadata(exif: Self.photograph(bigEndian: true).block)
        let data = try JSONEncoder().encode(metadata)
        #expect(try JSONDecoder().decode(ImageMetadata.self, from: data) == metadata)
    }
}
