import AlcedoBase
import Foundation
import Testing

@testable import AlcedoImaging

@Suite struct LevelPyramidTests {
    /// A picture whose value at any place is known, at any size: sampled at the centres of pixels.
    static func slope(_ width: Int, _ height: Int, bands: Int = 3) -> Raster {
        Raster(width, height, bands: bands) { x, y in
            let u = (Double(x) + 0.5) / Double(width)
            let v = (Double(y) + 0.5) / Double(height)
            let values = [
                127 + 90 * sin(u * 6), 127 + 90 * cos(v * 5), 127 + 60 * sin(u * 4 + v * 3), 255,
            ]
            return values.prefix(bands).map { UInt8($0.rounded()) }
        }
    }

    @Test(arguments: ["png", "jpeg"])
    func allSizesComeFromOneReadingOfTheBytes(type: String) throws {
        let image = try Self.slope(320, 240).image
        let file = try image.encoded(as: type == "png" ? .png : .jpeg, quality: .lossy(95))
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 16)
        defer { bytes.deallocate() }
        file.copyBytes(to: bytes)
        let requests = [150, 100, 45, 9].map { ImageRequest.one(width: $0) }
        let reader = try SourceReader(
            bytes: UnsafeRawBufferPointer(bytes), type: ImageType.sniff(file), truncation: .fail)
        let decoding = Decoding(reader: reader)
        let facts = try reader.facts(limits: ImageLimits())
        let plan = LevelPlan(facts: facts, requests: requests)
        let pyramid = LevelPyramid(plan: plan, facts: facts, decoding: decoding, reader: reader)
        #expect(try pyramid.decode(colors: [.srgb]))
        // From here on there is nothing left to decode.
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        for index in requests.indices {
            let level = try pyramid.level(plan.requestLevels[index], color: .srgb)
            let raster = Raster(level.size.width, level.size.height, bands: 3) { _, _ in [0, 0, 0] }
            let pixels = [UInt8](try level.pixels())
            #expect(pixels.count == raster.bytes.count)
            var levelRaster = raster
            levelRaster.bytes = pixels
            let wanted = Self.slope(level.size.width, level.size.height)
            #expect(levelRaster.psnr(wanted) > 40, "\(level.size): \(levelRaster.psnr(wanted))")
        }
        #expect(requests.indices.map { plan.layouts[$0].scaled.height } == [113, 75, 34, 7])
    }

    @Test func everySizeIsAsCloseToTheTruthAsADecodeOfItsOwn() async throws {
        let file = PNGFile(Self.slope(600, 450)).data
        let widths = [550, 350, 200, 167, 60, 20]
        let outputs = try await makeAll(widths.map { .one(width: $0) }, from: file)
        for (index, width) in widths.enumerated() {
            let output = try #require(outputs[OutputID(request: index, format: .png)])
            let raster = try Raster(decoding: output.data)
            let wanted = Self.slope(width, raster.height)
            #expect(raster.psnr(wanted) > 44, "\(width): \(raster.psnr(wanted))")
            // Nothing is shifted: the error has no direction.
            let bias = zip(raster.bytes, wanted.bytes).reduce(0) { $0 + Int($1.0) - Int($1.1) }
            #expect(abs(Double(bias) / Double(raster.bytes.count)) < 0.6)
        }
    }

    @Test func finePatternsAverageOutInsteadOfAliasing() async throws {
        // A chequerboard of single pixels is grey from afar: the mean of 0 and 255 is 127.5.
        let board = Raster(256, 256, bands: 1) { x, y in [(x + y) % 2 == 0 ? 255 : 0] }
        let outputs = try await makeAll(
            [100, 50, 15, 8].map { .one(width: $0) }, from: PNGFile(board).data)
        for output in outputs.values {
            let raster = try Raster(decoding: output.data)
            // The middle; at the edge the pattern meets its repeated border.
            for value in raster.bytes[raster.bytes.count / 2..<raster.bytes.count / 2 + 4] {
                #expect(abs(Int(value) - 127) <= 6, "\(raster.width): \(value)")
            }
        }
    }
}
