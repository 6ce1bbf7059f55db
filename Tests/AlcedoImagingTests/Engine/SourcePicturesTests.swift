import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct SourcePicturesTests {
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
        let plan = SizePlan(facts: facts, requests: requests)
        let pictures = SourcePictures(plan: plan, facts: facts, decoding: decoding, reader: reader)
        let targets = requests.indices.map { plan.targets(for: $0, of: facts.displayedSize)[0] }
        #expect(try pictures.decode(Set(targets), colors: [.srgb]))
        // From here on there is nothing left to decode.
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        for index in requests.indices {
            let level = try pictures.picture(targets[index], color: .srgb)
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
            let output = try #require(outputs[ImageJob.OutputID(request: index, format: .png)])
            let raster = try Raster(decoding: output.data)
            let wanted = Self.slope(width, raster.height)
            #expect(raster.psnr(wanted) > 44, "\(width): \(raster.psnr(wanted))")
            // Nothing is shifted: the error has no direction.
            let bias = zip(raster.bytes, wanted.bytes).reduce(0) { $0 + Int($1.0) - Int($1.1) }
            #expect(abs(Double(bias) / Double(raster.bytes.count)) < 0.6)
        }
    }

    /// Lines and circles of a pen, in black on white.
    static let drawing = Raster(480, 360, bands: 1) { x, y in
        let (u, v) = (Double(x) - 200, Double(y) - 170)
        let isLine = (x * 3 + y * 7) % 61 < 6 || (x * 5 - y * 2 + 1000) % 83 < 5
        let isCircle = Int((u * u + v * v).squareRoot()) % 23 < 2
        return [isLine || isCircle ? 0 : 255]
    }

    /// The definition of Lanczos3, in floating point and in one step, without shortcuts.
    static func lanczos(_ picture: Raster, to width: Int, _ height: Int) -> Raster {
        func kernel(_ x: Double) -> Double {
            if x == 0 { return 1 }
            return abs(x) >= 3 ? 0 : 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
        }
        func weights(_ at: Int, from: Int, to: Int) -> [(Int, Double)] {
            let factor = Double(from) / Double(to)
            let middle = (Double(at) + 0.5) * factor - 0.5
            let span = Int((middle - 3 * factor).rounded(.up))...Int((middle + 3 * factor).rounded(.down))
            let all = span.map { (min(max($0, 0), from - 1), kernel((Double($0) - middle) / factor)) }
            let sum = all.reduce(0) { $0 + $1.1 }
            return all.map { ($0.0, $0.1 / sum) }
        }
        var rows = [Double](repeating: 0, count: picture.width * height)
        for y in 0..<height {
            for (row, weight) in weights(y, from: picture.height, to: height) {
                for x in 0..<picture.width {
                    rows[y * picture.width + x] += weight * Double(picture.bytes[row * picture.width + x])
                }
            }
        }
        let columns = (0..<width).map { weights($0, from: picture.width, to: width) }
        return Raster(width, height, bands: 1) { x, y in
            let value = columns[x].reduce(0) { $0 + $1.1 * rows[y * picture.width + $1.0] }
            return [UInt8(min(max(value, 0), 255).rounded())]
        }
    }

    @Test(arguments: [[240, 360], [240, 320], [430, 380, 300], [90, 100, 110]])
    func aSizeIsAsSharpBesideOthersNearItAsAlone(widths: [Int]) async throws {
        let file = PNGFile(Self.drawing).data
        let together = try await makeAll(widths.map { .one(width: $0) }, from: file)
        for (index, width) in widths.enumerated() {
            let output = try #require(together[ImageJob.OutputID(request: index, format: .png)])
            let raster = try Raster(decoding: output.data)
            let alone = try Raster(decoding: try await make(.one(width: width), from: file).data)
            let truth = Self.lanczos(Self.drawing, to: width, raster.height)
            let (beside, own) = (raster.psnr(truth), alone.psnr(truth))
            #expect(beside > own - 0.5, "\(width) of \(widths): \(beside) dB, alone \(own)")
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
