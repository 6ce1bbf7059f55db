import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Each format is what it says, holds the picture, and obeys its settings.
@Suite struct FormatTests {
    /// The first bytes required by the specifications; AVIF's and WebP's brands are at 8.
    static let signatures: [OutputFormat: (at: Int, bytes: [UInt8])] = [
        .jpeg: (0, [0xFF, 0xD8, 0xFF]), .png: (0, [0x89, 0x50, 0x4E, 0x47]), .webp: (8, Array("WEBP".utf8)),
        .avif: (8, Array("avif".utf8)), .gif: (0, Array("GIF89a".utf8)), .jxl: (0, [0xFF, 0x0A]),
    ]
    static let photo = PNGFile(.photo(160, 120)).data

    @Test(arguments: OutputFormat.allCases)
    func aFileBeginsAsItsFormatDoesAndHoldsThePicture(format: OutputFormat) async throws {
        let output = try await make(.one(format, width: 160, quality: .lossy(90)), from: Self.photo)
        let signature = try #require(Self.signatures[format])
        #expect(output.format == format && output.frames == 1)
        #expect(Array(output.data[signature.at..<signature.at + signature.bytes.count]) == signature.bytes)
        let raster = try Raster(decoding: output.data)
        let rgb = Raster(raster.width, raster.height, bands: 3) { x, y in Array(raster[x, y].prefix(3)) }
        // A palette of 256 colours is the coarsest of them.
        #expect(rgb.psnr(.photo(160, 120)) > (format == .gif ? 28 : 36), "\(rgb.psnr(.photo(160, 120)))")
    }

    @Test(arguments: [OutputFormat.jpeg, .webp, .avif, .jxl])
    func moreQualityIsMoreBytesAndLessError(format: OutputFormat) async throws {
        let source = Raster(160, 120, bands: 3) { x, y in
            let noise = UInt8(truncatingIfNeeded: (x &* 7919) ^ (y &* 104_729)) % 40
            return [20, 60, 100].map { $0 + noise + UInt8((x + y) / 3) }
        }
        var sizes: [Int] = []
        var errors: [Double] = []
        for quality in [20, 60, 95] {
            let output = try await make(.one(format, quality: .lossy(quality)), from: PNGFile(source).data)
            sizes.append(output.data.count)
            errors.append(try Raster(decoding: output.data).psnr(source))
        }
        #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
        #expect(errors[0] < errors[1] && errors[1] < errors[2], "\(errors)")
    }

    @Test(arguments: [OutputFormat.png, .webp, .jxl])
    func losslessIsWithoutLoss(format: OutputFormat) async throws {
        for bands in [3, 4] {
            let noise = Raster(50, 40, bands: bands) { x, y in
                (0..<bands).map {
                    UInt8(truncatingIfNeeded: x &* 31 ^ y &* 17 ^ $0 &* 91) | ($0 == 3 ? 1 : 0)
                }
            }
            let raster = try await pixels(.one(format, quality: .lossless), from: PNGFile(noise).data)
            #expect(raster == noise)
        }
    }

    @Test func aJPEGCannotBeLossless() async throws {
        let result = try await InProcessEngine(threads: 1).run(
            ImageJob(data: Self.photo, requests: [.one(.jpeg, quality: .lossless)]))
        let expected = ImagingError.encode(
            .unsupported, format: .jpeg, reason: "JPEG has no lossless mode")
        #expect(result.failures == [0: expected])
    }

    @Test(arguments: [OutputFormat.png, .webp, .avif, .jxl])
    func transparencyIsHeld(format: OutputFormat) async throws {
        let source = Raster(64, 64, bands: 4) { x, _ in [30, 160, 90, x < 32 ? 255 : 64] }
        let raster = try await pixels(.one(format, quality: .lossy(90)), from: PNGFile(source).data)
        #expect(raster.bands == 4)
        #expect(raster[8, 30][3] == 255 && abs(Int(raster[56, 30][3]) - 64) <= 3)
        for (have, want) in zip(raster[8, 30], [30, 160, 90]) { #expect(abs(Int(have) - want) <= 5) }
    }

    @Test(arguments: [OutputFormat.jpeg, .webp, .avif, .jxl])
    func theLowestQualityIsSmallerThanALowOne(format: OutputFormat) async throws {
        let source = PNGFile(.noise(96, 96, bands: 3)).data
        var sizes: [Int] = []
        for quality in [1, 30] {
            sizes.append(try await make(.one(format, quality: .lossy(quality)), from: source).data.count)
        }
        #expect(sizes[0] < sizes[1], "\(sizes)")
    }

    /// From the lowest to the highest value of all versions of libvips (jxlsave begins at 3 in 8.14).
    @Test(arguments: [(OutputFormat.webp, [0, 6]), (.avif, [0, 9]), (.jxl, [1, 9]), (.gif, [1, 10])])
    func everyEffortIsTakenWithoutAWord(format: OutputFormat, efforts: [Int]) async throws {
        for effort in efforts {
            var request = ImageRequest.one(format, width: 32)
            request.encodings[0].effort[format] = effort
            let result = try await InProcessEngine(threads: 1).run(
                ImageJob(data: Self.photo, requests: [request]))
            #expect(result.outputs.count == 1 && result.warnings.isEmpty, "\(effort): \(result.warnings)")
        }
    }

    @Test func autoFollowsThePixels() async throws {
        func format(_ file: Data) async throws -> OutputFormat {
            try await make(.one(nil), from: file).format
        }
        #expect(try await format(PNGFile(.plain(4, 4, 1, 2, 3)).data) == .jpeg)
        #expect(try await format(PNGFile(.plain(4, 4, 1, 2, 3, 255)).data) == .jpeg)
        #expect(try await format(PNGFile(.plain(4, 4, 1, 2, 3, 254)).data) == .png)
        let gif = GIFFile(
            width: 2, height: 2, palette: [[0, 0, 0], [255, 255, 255]],
            frames: [[0, 0, 0, 0], [1, 1, 1, 1]], delays: [10, 10])
        #expect(try await format(gif.data) == .gif)
    }

    @Test func formatsThatCannotHoldThePictureAreLeftOut() async throws {
        var request = ImageRequest.one(.jpeg)
        request.encodings += [.webp, .avif].map { ImageEncoding(format: .format($0)) }
        let clear = PNGFile(.plain(16, 16, 1, 2, 3, 100)).data
        #expect(Set(try await makeAll([request], from: clear).keys.map(\.format)) == [.webp, .avif])
        let alone = try await InProcessEngine(threads: 1).run(
            ImageJob(data: clear, requests: [.one(.jpeg)]))
        guard case .noFormat = alone.failures[0] else {
            Issue.record("a transparent JPEG was made")
            return
        }
    }

    @Test func drawingsAndPhotographsAreBothSmallPNGs() async throws {
        // Row filters: a slope is nearly nothing with them, and 100 × 300 bytes without.
        let slope = Raster(300, 100, bands: 1) { x, y in [UInt8((x * 2 + y * 3) % 251)] }
        #expect(try await make(.one(), from: PNGFile(slope).data).data.count < 3000)
        let drawing = Raster(300, 100, bands: 1) { x, y in [x / 30 % 2 == y / 30 % 2 ? 255 : 0] }
        #expect(try await make(.one(), from: PNGFile(drawing).data).data.count < 1000)
    }
}
