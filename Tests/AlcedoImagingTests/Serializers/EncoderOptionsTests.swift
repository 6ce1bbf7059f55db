import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Settings of single formats, read from the bytes by the formats' own specifications.
@Suite struct EncoderOptionsTests {
    static let photo = PNGFile(.photo(160, 120)).data

    static func file(
        _ format: OutputFormat, quality: ImageQuality? = nil, from data: Data = photo,
        _ change: (inout EncoderOptions) -> Void
    ) async throws -> Data {
        var options = EncoderOptions()
        change(&options)
        return try await make(.one(format, quality: quality, options: options), from: data).data
    }

    /// The frame header of a JPEG: its marker, and the sampling factors of the first component (T.81, B.2.2).
    static func frame(of jpeg: Data) throws -> (marker: UInt8, sampling: UInt8) {
        let bytes = Array(jpeg)
        var at = 2
        while at + 4 < bytes.count, bytes[at] == 0xFF {
            if [0xC0, 0xC1, 0xC2].contains(bytes[at + 1]) { return (bytes[at + 1], bytes[at + 11]) }
            at += 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
        }
        throw Missing()
    }

    struct Missing: Error {}

    @Test func aProgressiveJPEGHasItsOwnFrameHeader() async throws {
        #expect(try Self.frame(of: await Self.file(.jpeg) { _ in }).marker == 0xC0)
        #expect(try Self.frame(of: await Self.file(.jpeg) { $0.progressive = true }).marker == 0xC2)
    }

    @Test func fullChromaIsWrittenAndSharper() async throws {
        #expect(try Self.frame(of: await Self.file(.jpeg) { _ in }).sampling == 0x22)
        #expect(try Self.frame(of: await Self.file(.jpeg) { $0.chroma = .full }).sampling == 0x11)
        let stripes = Raster(64, 64, bands: 3) { x, _ in x % 2 == 0 ? [220, 20, 20] : [20, 20, 220] }
        for format in [OutputFormat.jpeg, .avif] {
            let data = PNGFile(stripes).data
            let quarter = try await Self.file(format, quality: .lossy(90), from: data) { _ in }
            let full = try await Self.file(format, quality: .lossy(90), from: data) { $0.chroma = .full }
            #expect(try Raster(decoding: quarter).psnr(stripes) < 20, "\(format)")
            #expect(try Raster(decoding: full).psnr(stripes) > 28, "\(format)")
        }
    }

    @Test(arguments: [(2, 1), (4, 2), (16, 4), (256, 8)])
    func aPNGWithFewColoursHasAPaletteOfThem(colors: Int, bits: Int) async throws {
        let png = try await Self.file(.png) { $0.colors = colors }
        // IHDR: depth at 24, colour type 3 at 25 (PNG, 11.2.2).
        #expect(Int(png[24]) == bits && png[25] == 3)
        let raster = try Raster(decoding: png)
        #expect(
            Set((0..<raster.width * raster.height).map { raster[$0 % raster.width, $0 / raster.width] }).count
                <= colors)
    }

    @Test func aPaletteIsSmallerAndKeepsAlpha() async throws {
        let soft = Raster(64, 64, bands: 4) { x, y in [UInt8(x * 4), 40, UInt8(y * 4), UInt8(x * 4)] }
        let png = try await Self.file(.png, from: PNGFile(soft).data) { $0.colors = 256 }
        let raster = try Raster(decoding: png)
        #expect(raster.bands == 4 && raster[1, 1][3] < 40 && raster[62, 1][3] > 215)
    }

    @Test func aGIFWithFewColoursHasATableOfThem() async throws {
        let gif = try await Self.file(.gif) { $0.colors = 16 }
        let raster = try Raster(decoding: gif)
        let colours = Set(
            (0..<raster.width * raster.height).map { raster[$0 % raster.width, $0 / raster.width] })
        #expect(colours.count <= 16 && colours.count > 4)
    }

    @Test func nearLosslessWebPIsLosslessInFormAndNearlySoInPixels() async throws {
        let noise = Raster(96, 96, bands: 3) { x, y in
            let value = UInt8(truncatingIfNeeded: (x &* 7919) ^ (y &* 104_729) ^ (x &* y)) % 32
            return [value + 60, value + 100, value + 140]
        }
        let data = PNGFile(noise).data
        let exact = try await Self.file(.webp, quality: .lossless, from: data) { _ in }
        let near = try await Self.file(.webp, quality: .lossy(40), from: data) { $0.nearLossless = true }
        #expect(near.range(of: Data("VP8L".utf8)) != nil)
        #expect(near.count < exact.count)
        let raster = try Raster(decoding: near)
        #expect(raster.distance(to: noise) > 0 && raster.distance(to: noise) <= 8)
    }

    @Test(.enabled(if: OutputFormat.jxl.isAvailable, "needs a libvips that writes JPEG XL"))
    func theLowestQualitiesOfJPEGXLAreNotLargerThanTheNext() async throws {
        let five = try await Self.file(.jxl, quality: .lossy(5)) { _ in }
        for quality in 1...4 {
            let file = try await Self.file(.jxl, quality: .lossy(quality)) { _ in }
            #expect(file.count <= five.count, "\(quality)")
        }
    }

    @Test func settingsThatAFormatDoesNotHaveChangeNothing() async throws {
        for format in [OutputFormat.jpeg, .png, .webp, .gif] {
            let plain = try await Self.file(format) { _ in }
            let other = try await Self.file(format) {
                if format != .jpeg { $0.progressive = true }
                if format != .jpeg { $0.chroma = .full }
                if format != .webp { $0.nearLossless = true }
                if format != .png && format != .gif { $0.colors = 16 }
            }
            #expect(plain == other, "\(format)")
        }
    }

    @Test func everySettingIsPartOfTheIdentityOfItsOwnFormatOnly() {
        func identifier(_ format: OutputFormat, _ change: (inout EncoderOptions) -> Void) -> String {
            var options = EncoderOptions()
            change(&options)
            let encoding = ImageEncoding(format: .format(format), options: [format: options])
            return FormatSerializer(format: format, encoding: encoding).identifier
        }
        for format in OutputFormat.allCases {
            let changes: [(formats: [OutputFormat], change: (inout EncoderOptions) -> Void)] = [
                ([.jpeg], { $0.progressive = true }), ([.jpeg, .avif], { $0.chroma = .full }),
                ([.png, .gif], { $0.colors = 16 }), ([.webp], { $0.nearLossless = true }),
            ]
            let plain = identifier(format) { _ in }
            for (formats, change) in changes {
                #expect((identifier(format, change) != plain) == formats.contains(format), "\(format)")
            }
        }
    }

    // MARK: - Budgets

    @Test(arguments: [OutputFormat.jpeg, .webp, .avif, .jxl])
    func aBudgetIsMetByTheBestQualityThatFits(format: OutputFormat) async throws {
        let source = PNGFile(.noise(96, 96, bands: 3)).data
        func size(_ quality: Int) async throws -> Int {
            try await make(.one(format, quality: .lossy(quality)), from: source).data.count
        }
        let (low, high) = (try await size(35), try await size(80))
        let bytes = (low + high) / 2
        let request = ImageRequest.one(format, quality: .lossy(80), budget: ByteBudget(bytes: bytes))
        let fitted = try await make(request, from: source).data
        #expect(fitted.count <= bytes)
        // One step more would not have fitted: some quality gives this very file, and the next is larger.
        var best = 0
        for quality in 30...80 where try await size(quality) <= bytes { best = quality }
        #expect(fitted == (try await make(.one(format, quality: .lossy(best)), from: source).data), "\(best)")
    }

    @Test func aFileThatFitsIsAsItWouldBeWithoutABudget() async throws {
        let plain = try await make(.one(.webp), from: Self.photo).data
        let request = ImageRequest.one(.webp, budget: ByteBudget(bytes: plain.count))
        #expect(try await make(request, from: Self.photo).data == plain)
    }

    @Test func aBudgetThatCannotBeMetIsAnErrorWithTheNumbers() async throws {
        let source = PNGFile(.noise(96, 96, bands: 3)).data
        for format in [OutputFormat.jpeg, .png] {
            let error = await #expect(throws: ImagingError.self) {
                try await make(
                    .one(format, budget: ByteBudget(bytes: 500, minQuality: 60)), from: source)
            }
            guard case .encode(.overBudget, format, let reason) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(
                reason.contains("than the 500 that 'max-bytes' allows")
                    && reason.contains("raise 'max-bytes'"))
            #expect(reason.contains(format == .jpeg ? "quality 60" : "'colors' of 'png'"))
        }
    }
}
