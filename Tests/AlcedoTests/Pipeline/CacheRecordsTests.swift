import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct CacheRecordsTests {
    let digest = ContentDigest(hashing: "a")

    /// Reads back what was written, and refuses every beginning of it.
    func check<Record: Equatable>(
        _ record: Record, _ write: (inout FieldWriter) -> Void, _ read: (inout FieldReader) throws -> Record
    ) throws {
        var writer = FieldWriter()
        write(&writer)
        var reader = FieldReader(writer.data)
        #expect(try read(&reader) == record)
        #expect(reader.isAtEnd)
        for count in 0..<writer.data.count {
            var reader = FieldReader(writer.data.prefix(count))
            #expect(throws: FieldReader.Malformed.self) { try read(&reader) }
        }
    }

    @Test func variantsComeBack() throws {
        let record = VariantRecord(
            digest: digest, bytes: 5, width: 640, height: 427, frames: 3, format: .avif)
        try check(record, record.write) { try VariantRecord(from: &$0) }
    }

    @Test func factsComeBack() throws {
        let facts = ImageFacts(
            type: .webp, width: 3, height: 4, frames: 5, orientation: 6, hasAlpha: true, isOpaque: false)
        let record = FactsRecord(facts: facts, metadata: Data("{}".utf8), warnings: ["a", "Ä 🐟"])
        try check(record, record.write) { try FactsRecord(from: &$0) }
        let unknown = FactsRecord(
            facts: ImageFacts(type: .png, width: 1, height: 1, hasAlpha: true), metadata: Data(), warnings: []
        )
        try check(unknown, unknown.write) { try FactsRecord(from: &$0) }
        let drawing = FactsRecord(
            facts: ImageFacts(
                type: .svg, width: 121, height: 33, proportions: PixelSize(width: 120_600, height: 33_400)),
            metadata: Data(), warnings: [])
        try check(drawing, drawing.write) { try FactsRecord(from: &$0) }
    }

    @Test func remoteSourcesAndPlaceholdersComeBack() throws {
        let record = RemoteRecord(
            digest: digest, bytes: 5, validators: ResponseValidators(etag: "\"x\"", age: "7"),
            validated: Date(timeIntervalSince1970: 12.9))
        #expect(record.validated == 12)
        var read: RemoteRecord?
        try check(record, record.write) {
            read = try RemoteRecord(from: &$0)
            return try #require(read)
        }
        let color = Color(red: 1, green: 2, blue: 3, alpha: 255)
        for placeholders in [
            ImagePlaceholders(), ImagePlaceholders(dominantColor: color), ImagePlaceholders(palette: []),
            ImagePlaceholders(
                dominantColor: color, averageColor: .transparent, palette: [color, .transparent],
                blurhash: "L~", thumbhash: Data([0, 255])),
        ] {
            try check(placeholders, placeholders.write) { try ImagePlaceholders(from: &$0) }
        }
    }

    @Test func unknownNamesAreRefused() throws {
        var writer = FieldWriter()
        writer.write(digest)
        for number in [1, 2, 3, 4] { writer.write(number) }
        writer.write("bmp")
        var reader = FieldReader(writer.data)
        #expect(throws: FieldReader.Malformed.self) { try VariantRecord(from: &reader) }
        var color = FieldWriter()
        color.write(true)
        for number in [0, 0, 256, 0] { color.write(number) }
        var colorReader = FieldReader(color.data)
        #expect(throws: FieldReader.Malformed.self) { try ImagePlaceholders(from: &colorReader) }
    }
}
