import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct CacheRecordsTests {
    let digest = ContentDigest(hashing: "a")

    /// Reads back written values, and rejects every prefix.
    func check<Record: Codable & Equatable>(_ record: Record) throws {
        var writer = FieldWriter()
        writer.encode(record)
        var reader = FieldReader(writer.data)
        #expect(try reader.decode(Record.self) == record)
        #expect(reader.isAtEnd)
        for count in 0..<writer.data.count {
            var reader = FieldReader(writer.data.prefix(count))
            #expect(throws: FieldReader.Malformed.self) { try reader.decode(Record.self) }
        }
    }

    @Test func variantsComeBack() throws {
        try check(
            VariantRecord(digest: digest, bytes: 5, width: 640, height: 427, frames: 3, format: .avif))
        for (quality, score) in [(62, 75.25), (nil, 100), (80, nil)] as [(Int?, Double?)] {
            try check(
                VariantRecord(
                    digest: digest, bytes: 5, width: 640, height: 427, frames: 1, format: .webp,
                    found: EncodedImage.FoundQuality(
                        target: 75, quality: quality, hasFullChroma: true, score: score, encodes: 3,
                        outcome: .missed)))
        }
    }

    @Test func factsComeBack() throws {
        let facts = ImageFacts(
            type: .webp, width: 3, height: 4, frames: 5, orientation: 6, hasAlpha: true, isOpaque: false)
        try check(FactsRecord(facts: facts, metadata: Data("{}".utf8), warnings: ["a", "Ä 🐟"]))
        try check(
            FactsRecord(
                facts: ImageFacts(type: .png, width: 1, height: 1, hasAlpha: true), metadata: Data(),
                warnings: []))
        try check(
            FactsRecord(
                facts: ImageFacts(
                    type: .svg, width: 121, height: 33, proportions: PixelSize(width: 120_600, height: 33_400)
                ),
                metadata: Data(), warnings: []))
    }

    // The bytes of version 0.1, field by field: caches of it hold.
    @Test func recordsOfEarlierVersionsAreRead() throws {
        var variant = FieldWriter()
        variant.write(digest)
        for number in [5, 640, 427, 3] { variant.write(number) }
        variant.write("avif")
        // How its quality was found, since there are targets.
        variant.write(false)
        var reader = FieldReader(variant.data)
        #expect(
            try reader.decode(VariantRecord.self)
                == VariantRecord(digest: digest, bytes: 5, width: 640, height: 427, frames: 3, format: .avif))
        var facts = FieldWriter()
        facts.write("svg")
        for number in [121, 33, 1, 1] { facts.write(number) }
        facts.write(true)
        facts.writeOptional(false) { $0.write($1) }
        facts.writeOptional(PixelSize(width: 2, height: 1)) { writer, size in
            writer.write(size.width)
            writer.write(size.height)
        }
        facts.write(Data("{}".utf8))
        facts.writeList(["w"]) { $0.write($1) }
        reader = FieldReader(facts.data)
        #expect(
            try reader.decode(FactsRecord.self)
                == FactsRecord(
                    facts: ImageFacts(
                        type: .svg, width: 121, height: 33, hasAlpha: true, isOpaque: false,
                        proportions: PixelSize(width: 2, height: 1)),
                    metadata: Data("{}".utf8), warnings: ["w"]))
        func write(_ before: (inout FieldWriter) -> Void, to writer: inout FieldWriter) {
            writer.write(digest)
            writer.write(5)
            writer.writeList(["age": "7", "etag": "\"x\""].sorted { $0.key < $1.key }) { writer, field in
                writer.write(field.key)
                writer.write(field.value)
            }
            writer.write(12)
            before(&writer)
        }
        var remote = FieldWriter()
        write(
            {
                $0.write(1); write({ $0.write(0) }, to: &$0)
            }, to: &remote)
        var expected = RemoteRecord(
            digest: digest, bytes: 5, validators: ResponseValidators(etag: "\"x\"", age: "7"),
            validated: Date(timeIntervalSince1970: 12))
        expected.before = [expected]
        reader = FieldReader(remote.data)
        #expect(try reader.decode(RemoteRecord.self) == expected)
    }

    @Test func remoteSourcesAndPlaceholdersComeBack() throws {
        var record = RemoteRecord(
            digest: digest, bytes: 5, validators: ResponseValidators(etag: "\"x\"", age: "7"),
            validated: Date(timeIntervalSince1970: 12.9))
        #expect(record.validated == 12)
        try check(record)
        record.before = [record]
        try check(record)
        let color = SRGBColor(red: 1, green: 2, blue: 3, alpha: 255)
        try check(ImagePlaceholders())
        try check(ImagePlaceholders([.dominantColor: .color(color)]))
        try check(ImagePlaceholders([.palette: .colors([])]))
        try check(
            ImagePlaceholders([
                .dominantColor: .color(color), .averageColor: .color(.transparent),
                .palette: .colors([color, .transparent]), .blurhash: .text("L0000~"),
                .thumbhash: .data(Data([0, 255])),
            ]))
    }

    @Test func unknownNamesAreRefused() throws {
        var writer = FieldWriter()
        writer.write(digest)
        for number in [1, 2, 3, 4] { writer.write(number) }
        writer.write("bmp")
        var reader = FieldReader(writer.data)
        #expect(throws: FieldReader.Malformed.self) { try reader.decode(VariantRecord.self) }
        var color = FieldWriter()
        for number in [0, 0, 256, 0] { color.write(number) }
        var colorReader = FieldReader(color.data)
        #expect(throws: FieldReader.Malformed.self) { try colorReader.decode(SRGBColor.self) }
    }
}
