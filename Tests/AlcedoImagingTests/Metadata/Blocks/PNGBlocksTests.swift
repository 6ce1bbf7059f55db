import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct PNGBlocksTests {
    private static let exif: [UInt8] = {
        var exif = ExifBytes()
        exif.image = [0x013B: exif.ascii("Ada Example"), 0x8298: exif.ascii("2024 Ada Example")]
        return Array(exif.tiff)
    }()

    private static func xmp(_ content: String) -> [UInt8] {
        Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + Array(XMPTests.packet(content))
    }

    private func metadata(_ file: PNGFile) async throws -> ImageMetadata {
        try await InProcessEngine(threads: 1).run(ImageJob(data: file.data, requests: [.one(width: 4)]))
            .metadata
    }

    @Test(arguments: [0, 2, 3, 6]) func blocksBehindThePixelsAreRead(colorType: Int) async throws {
        let bands = [0: 1, 2: 3, 3: 1, 6: 4][colorType] ?? 1
        var file = PNGFile(
            width: 8, height: 8, colorType: colorType,
            rows: Array(repeating: Array(repeating: 0, count: 8 * bands), count: 8))
        if colorType == 3 { file.extras = [("PLTE", [9, 9, 9]), ("tRNS", [7])] }
        file.late = [("eXIf", Self.exif), ("iTXt", Self.xmp("<dc:title>Kingfisher</dc:title>"))]
        let found = try await metadata(file)
        #expect(found.copyright == "2024 Ada Example")
        #expect(found.creator == "Ada Example")
        #expect(found.title == "Kingfisher")
    }

    @Test func ofTwoBlocksTheFirstCounts() async throws {
        var file = PNGFile(.photo(8, 8))
        var other = ExifBytes()
        other.image = [0x8298: other.ascii("another")]
        file.late = [("eXIf", Self.exif), ("eXIf", Array(other.tiff))]
        #expect(try await metadata(file).copyright == "2024 Ada Example")
        file.extras = [("eXIf", Array(other.tiff))]
        #expect(try await metadata(file).copyright == "another")
    }

    @Test func whatIsBrokenBehindThePixelsLeavesTheRestAsItWas() async throws {
        var file = PNGFile(.photo(8, 8))
        file.extras = [("eXIf", Self.exif)]
        for content in [
            [], [0], Array("XML:com.adobe.xmp".utf8), Array("Comment".utf8) + [0, 1, 0, 0, 0, 9, 9],
        ] {
            file.late = [("iTXt", content), ("zTXt", content), ("tEXt", content), ("eXIf", [1, 2, 3])]
            #expect(try await metadata(file).copyright == "2024 Ada Example", "\(content)")
        }
        // Most pictures have no trailing data, and then nothing is copied.
        #expect(PNGFile(.photo(8, 8)).data.withUnsafeBytes { PNGBlocks($0) == nil })
    }

    @Test func damagedFilesAreReadToTheEnd() {
        var file = PNGFile(.photo(8, 8))
        file.late = [("eXIf", Self.exif)]
        let data = file.data
        for count in 0..<data.count {
            let early = data.prefix(count).withUnsafeBytes { PNGBlocks($0)?.early }
            #expect((early?.count ?? 0) <= data.count)
        }
    }
}
