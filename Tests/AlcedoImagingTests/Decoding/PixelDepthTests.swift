import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Hand-made files of every depth and pixel format, with their content by the specifications.
@Suite struct PixelDepthTests {
    @Test func greyPNGsOfFewBitsReachFromBlackToWhite() async throws {
        let one = PNGFile(width: 8, height: 1, depth: 1, colorType: 0, rows: [[0b1010_0111]])
        #expect(try await grey(one.data) == [255, 0, 255, 0, 0, 255, 255, 255])
        let two = PNGFile(width: 4, height: 1, depth: 2, colorType: 0, rows: [[0b00_01_10_11]])
        #expect(try await grey(two.data) == [0, 85, 170, 255])
        let four = PNGFile(width: 4, height: 1, depth: 4, colorType: 0, rows: [[0x0F, 0x5A]])
        #expect(try await grey(four.data) == [0, 255, 85, 170])
    }

    @Test func sixteenBitsBecomeEight() async throws {
        // 0x80FF is 128.5 of 255 when divided by 257, 128 when its lower byte is dropped.
        let gray = PNGFile(
            width: 4, height: 1, depth: 16, colorType: 0, rows: [[0, 0, 0x80, 0x80, 0x40, 0x40, 255, 255]])
        #expect(try await grey(gray.data) == [0, 128, 64, 255])
        let rgb = PNGFile(
            width: 2, height: 1, depth: 16, colorType: 2,
            rows: [[255, 255, 0x80, 0x80, 0, 0, 0x10, 0x10, 0xF0, 0xF0, 7, 7]])
        let raster = try await pixels(.one(), from: rgb.data)
        #expect(raster.bands == 3 && raster.bytes == [255, 128, 0, 16, 240, 7])
    }

    @Test func sixteenBitAlphaKeepsItsColourAndItsAlpha() async throws {
        let rgba = PNGFile(
            width: 2, height: 1, depth: 16, colorType: 6,
            rows: [[255, 255, 0, 0, 0, 0, 0x80, 0x80, 0, 0, 255, 255, 0x33, 0x33, 255, 255]])
        let raster = try await pixels(.one(), from: rgba.data)
        #expect(raster.bands == 4 && raster.bytes == [255, 0, 0, 128, 0, 255, 51, 255])
    }

    /// Web pictures have 8 bits; with the source's colours, its depth is kept, too, if the format supports it.
    @Test(arguments: OutputFormat.allCases)
    func sixteenBitsStayWhereColoursAreKept(format: OutputFormat) async throws {
        var rgba: [[UInt8]] = []
        for y in 0..<64 {
            var row: [UInt8] = []
            for x in 0..<64 {
                let samples: [Int] = [x * 1021 + 3, y * 1021 + 3, 65_535 - x * 1019, 65_535 - y * 511]
                for sample in samples { row += PNGFile.big(sample, 2) }
            }
            rgba.append(row)
        }
        let source = PNGFile(width: 64, height: 64, depth: 16, colorType: 6, rows: rgba).data
        func image(_ color: ColorPolicy, width: Int? = nil) async throws -> PixelImage {
            let request = ImageRequest.one(
                format, width: width,
                background: format == .jpeg ? SRGBColor(red: 0, green: 0, blue: 0) : nil,
                color: color, quality: format == .jpeg ? .lossy(90) : .lossless)
            return try PixelImage(decoding: await make(request, from: source).data)
        }
        #expect(try await image(.srgb).is8Bit)
        #expect(try await image(.keep).is8Bit == !format.holds16Bits)
        #expect(try await image(.keep, width: 32).is8Bit == !format.holds16Bits)
        guard format.holds16Bits else { return }
        let kept = try await image(.keep).pixels().withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        var stored: [UInt8] = []
        for sample in kept { stored += PNGFile.big(Int(sample), 2) }
        #expect(stored == Array(rgba.joined()))
    }

    @Test func aPaletteIsLookedUpWithItsTransparency() async throws {
        var file = PNGFile(width: 4, height: 1, depth: 2, colorType: 3, rows: [[0b00_01_10_00]])
        file.extras = [("PLTE", [255, 0, 0, 0, 255, 0, 0, 0, 255]), ("tRNS", [255, 128])]
        let raster = try await pixels(.one(), from: file.data)
        #expect(raster.bytes == [255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 255, 255, 0, 0, 255])
        file.extras.removeLast()
        let opaque = try await make(.one(nil), from: file.data)
        #expect(opaque.format == .jpeg)
    }

    @Test func oneColourMayBeTheTransparentOne() async throws {
        var file = PNGFile(width: 2, height: 1, colorType: 2, rows: [[9, 8, 7, 200, 100, 50]])
        file.extras = [("tRNS", [0, 9, 0, 8, 0, 7])]
        let raster = try await pixels(.one(), from: file.data)
        #expect(raster.bands == 4 && raster[0, 0][3] == 0 && raster[1, 0] == [200, 100, 50, 255])
    }

    @Test func greyStaysGreyWithAlphaAndWithout() async throws {
        let alpha = Raster(4, 2, bands: 2) { x, y in [UInt8(x * 60), UInt8(255 - y * 100)] }
        let raster = try await pixels(.one(), from: PNGFile(alpha).data)
        #expect(raster == alpha)
        let file = try await make(.one(), from: PNGFile(.plain(4, 4, 77)).data).data
        // Byte 25 of a PNG is its colour type: 0 is grey.
        #expect(file[25] == 0)
    }

    @Test func oneBitTIFFsAreReadWhicheverEndIsWhite() async throws {
        func file(_ photometric: Int) -> Data {
            TIFFFile.data(
                width: 8, height: 1, bits: 1, samples: 1, photometric: photometric, pixels: [0b1100_0101])
        }
        let black: [UInt8] = [255, 255, 0, 0, 0, 255, 0, 255]
        #expect(try await grey(file(1)) == black)
        #expect(try await grey(file(0)) == black.map { 255 - $0 })
    }

    @Test func anAlphaThatIsOpaqueEverywhereIsDropped() async throws {
        let file = PNGFile(Raster(9, 9, bands: 4) { x, y in [UInt8(x * 9), UInt8(y * 9), 3, 255] }).data
        let result = try await InProcessEngine(threads: 1).run(
            ImageJob(data: file, requests: [.one(nil, width: 5), .one(.png)]))
        #expect(result.facts.hasAlpha && result.facts.isOpaque == true)
        #expect(result.outputs.keys.sorted().map(\.format) == [.jpeg, .png])
        #expect(result.outputs[ImageJob.OutputID(request: 1, format: .png)]?.data?[25] == 2)
    }

    @Test func onePixelThatIsNotOpaqueIsNoticed() async throws {
        for (x, y) in [(0, 0), (199, 0), (77, 93), (0, 149), (199, 149)] {
            let file = PNGFile(
                Raster(200, 150, bands: 4) { [1, 2, 3, $0 == x && $1 == y ? 254 : 255] }
            ).data
            let result = try await InProcessEngine(threads: 1).run(
                ImageJob(data: file, requests: [.one(nil, width: 20)]))
            #expect(result.facts.isOpaque == false, "\(x), \(y)")
            #expect(result.outputs.keys.map(\.format) == [.png])
        }
    }

    private func grey(_ file: Data) async throws -> [UInt8] {
        let raster = try await pixels(.one(), from: file)
        #expect(raster.bands == 1)
        return raster.bytes
    }
}
