import AlcedoBase
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// The beginnings of files are written here by their specifications.
@Suite struct ImageFactsBeginningTests {
    /// A JPEG up to its frame, with an Exif block.
    private func jpeg(width: Int, height: Int, orientation: Int?, isLittle: Bool = true) -> [UInt8] {
        func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
        func own(_ number: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(number >> ($0 * 8) & 255) }
            return isLittle ? bytes : bytes.reversed()
        }
        var bytes: [UInt8] = [0xFF, 0xD8]
        if let orientation {
            var block: [UInt8] = Array((isLittle ? "II" : "MM").utf8) + own(42, 2) + own(8, 4) + own(2, 2)
            block += own(0x010F, 2) + own(2, 2) + own(1, 4) + own(0, 4)
            block += own(0x0112, 2) + own(3, 2) + own(1, 4) + own(orientation, 2) + own(0, 2)
            block = Array("Exif".utf8) + [0, 0] + block
            bytes += [0xFF, 0xE1] + two(block.count + 2) + block
        }
        return bytes + [0xFF, 0xC0] + two(17) + [8] + two(height) + two(width) + [
            3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
        ]
    }

    @Test(
        arguments: [(nil, 400), (1, 400), (3, 400), (5, 300), (6, 300), (8, 300), (9, 400)], [true, false])
    func jpegsAreTurned(_ turn: (orientation: Int?, width: Int), isLittle: Bool) throws {
        let bytes = jpeg(width: 400, height: 300, orientation: turn.orientation, isLittle: isLittle)
        let facts = try #require(ImageFacts(beginning: bytes, bytes: 50_000))
        #expect(facts.type == .jpeg && facts.width == turn.width && facts.height == 700 - turn.width)
        #expect(facts.frames == 1 && facts.isOpaque == true)
    }

    @Test func everyCutIsHarmless() {
        for orientation in [nil, 6] {
            let bytes = jpeg(width: 400, height: 300, orientation: orientation)
            for count in 0..<bytes.count - 10 {
                #expect(ImageFacts(beginning: Array(bytes.prefix(count)), bytes: 50_000) == nil)
            }
        }
    }

    @Test func animationsHaveFramesByTheirSize() throws {
        // No decoder opens a picture of 2^32 - 1 pixels on a side, whose area is no number of 64 bits.
        let png =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [UInt8](repeating: 0xFF, count: 8) + [8, 2, 0, 0, 0]
        #expect(ImageFacts(beginning: png, bytes: 25_000) == nil)
        let gif = Array("GIF89a".utf8) + [100, 0, 50, 0, 0, 0, 0]
        let facts = try #require(ImageFacts(beginning: gif, bytes: 25_000))
        #expect(facts.width == 100 && facts.height == 50 && facts.frames == 10)
    }

    @Test func whatIsNoPictureHasNoSize() {
        #expect(ImageFacts(beginning: [], bytes: 0) == nil)
        #expect(ImageFacts(beginning: Array("<svg/>".utf8), bytes: 6) == nil)
        #expect(ImageFacts(beginning: Array("hello".utf8), bytes: 5) == nil)
    }
}
