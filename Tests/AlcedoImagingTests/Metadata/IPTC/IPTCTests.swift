import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct IPTCTests {
    static var everything: IPTCBytes {
        var bytes = IPTCBytes()
        bytes.add(90, [0x1B, 0x25, 0x47], record: 1)
        bytes.add(5, "Titel Ü")
        bytes.add(25, "bird")
        bytes.add(25, "Wasser")
        bytes.add(25, "bird")
        bytes.add(55, "20240501")
        bytes.add(60, "093000+0200")
        bytes.add(80, "Ada")
        bytes.add(80, "Bo")
        bytes.add(116, "© Ada")
        bytes.add(120, "A kingfisher")
        // Another record with the same number.
        bytes.add(120, "not this", record: 3)
        return bytes
    }

    @Test func everyFieldIsReadInEveryWrapper() {
        var expected = ImageMetadata()
        expected.title = "Titel Ü"
        expected.keywords = ["bird", "Wasser"]
        expected.dateTimeOriginal = "2024-05-01T09:30:00+02:00"
        expected.creator = "Ada; Bo"
        expected.copyright = "© Ada"
        expected.description = "A kingfisher"
        let bytes = Self.everything
        #expect(ImageMetadata(iptc: bytes.block()) == expected)
        #expect(ImageMetadata(iptc: bytes.block().dropFirst(14)) == expected)
        #expect(ImageMetadata(iptc: Data(bytes.fields)) == expected)
        #expect(ImageMetadata(iptc: Data(bytes.fields + [0, 0, 0])) == expected)
    }

    @Test func textsThatAreNotUTF8AreLatin1() {
        var bytes = IPTCBytes()
        bytes.add(120, [0x4B, 0xF6, 0x6C, 0x6E])
        #expect(ImageMetadata(iptc: bytes.block()).description == "Köln")
    }

    @Test func longValuesHaveALongerLength() {
        var bytes = IPTCBytes()
        bytes.fields = [0x1C, 2, 120, 0x80, 4, 0, 0, 0, 3, 0x61, 0x62, 0x63]
        bytes.add(5, "after")
        #expect(ImageMetadata(iptc: bytes.block()).description == "abc")
        #expect(ImageMetadata(iptc: bytes.block()).title == "after")
    }

    @Test(arguments: [
        ("20240501", "093000+0200", "2024-05-01T09:30:00+02:00"),
        ("20240501", "093000", "2024-05-01T09:30:00"),
        ("20240501", "nonsense", "2024-05-01"), ("20240501", "250000+0000", "2024-05-01"),
        ("20240500", "", "2024-05"),
        ("20240000", "", "2024"), ("20241301", "", nil), ("00000000", "", nil), ("2024", "", nil),
    ])
    func datesSayAsMuchAsIsKnown(date: String, time: String, read: String?) {
        var bytes = IPTCBytes()
        bytes.add(55, date)
        bytes.add(60, time)
        #expect(ImageMetadata(iptc: bytes.block()).dateTimeOriginal == read)
    }

    @Test(.timeLimit(.minutes(60)), arguments: UInt64(0)..<4)
    func damagedBlocksAreReadToTheEnd(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let source = Self.everything.block(digest: [UInt8](repeating: 1, count: 16))
        for count in 0..<source.count { _ = ImageMetadata(iptc: source.prefix(count)) }
        for _ in 0..<2000 {
            var data = source
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                data[Int.random(in: 0..<data.count, using: &random)] =
                    Bool.random(using: &random) ? .random(in: 0...255, using: &random) : 0xFF
            }
            #expect(ImageMetadata(SerializationContext.Metadata(iptc: data)).keywords.count <= 1000)
        }
    }

    @Test(.timeLimit(.minutes(60)))
    func manyEmptyFieldsAreReadToTheEnd() {
        var bytes = IPTCBytes()
        bytes.fields = Array(repeatElement([0x1C, 2, 25, 0, 1, 0x61], count: 100_000).joined())
        #expect(ImageMetadata(iptc: bytes.block()).keywords == ["a"])
    }
}
