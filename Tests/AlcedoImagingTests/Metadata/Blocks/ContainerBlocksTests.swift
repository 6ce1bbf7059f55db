import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct ContainerBlocksTests {
    private func box(_ name: String, _ content: Data) -> Data {
        Data((0..<4).map { UInt8(truncatingIfNeeded: (content.count + 8) >> (24 - 8 * $0)) })
            + Data(name.utf8) + content
    }

    private func jxl(_ data: Data) -> SerializationContext.Metadata {
        data.withUnsafeBytes { ContainerBlocks.jxl($0) }
    }
    private func gif(_ data: Data) -> SerializationContext.Metadata {
        data.withUnsafeBytes { ContainerBlocks.gif($0) }
    }

    private var boxes: Data {
        box("JXL ", Data([0x0D, 0x0A, 0x87, 0x0A])) + box("jxlc", Data([0xFF, 0x0A, 0]))
            + box("Exif", Data([0, 0, 0, 2, 9, 9]) + ExifBytes.orientation(6))
            + box("xml ", XMPTests.packet("<dc:title>K</dc:title>"))
    }

    @Test func boxesOfAJPEGXLAreFound() {
        #expect(jxl(boxes).exif == ExifBytes.orientation(6))
        #expect(ImageMetadata(jxl(boxes)).title == "K")
        #expect(jxl(Data([0xFF, 0x0A, 1, 2])) == SerializationContext.Metadata())
    }

    @Test func theExtensionOfAGIFIsFound() {
        #expect(ImageMetadata(gif(ContainerFixtures.animatedGif)).title == "Title")
        #expect(gif(Data("GIF89a".utf8)) == SerializationContext.Metadata())
    }

    @Test(.timeLimit(.minutes(60)), arguments: UInt64(0)..<2)
    func damagedFilesAreReadToTheEnd(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for source in [boxes, ContainerFixtures.animatedGif] {
            for count in 0..<source.count {
                _ = jxl(source.prefix(count))
                _ = gif(source.prefix(count))
            }
            for _ in 0..<2000 {
                var data = source
                let place = Int.random(in: 0..<data.count, using: &random)
                data[place] = .random(in: 0...255, using: &random)
                #expect(
                    (jxl(data).xmp?.count ?? 0) <= data.count && (gif(data).xmp?.count ?? 0) <= data.count)
            }
        }
    }
}
