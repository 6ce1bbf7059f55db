import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Colours that are not sRGB come out as the sRGB that looks the same.
@Suite struct ColorProfileTests {
    /// Adobe RGB (1998) to sRGB by the formulas of their specifications (gamma 563/256; IEC 61966-2-1), straight
    /// from one set of primaries to the other: both have the white D65.
    static func sRGB(fromAdobe samples: [UInt8]) -> [Double] {
        let linear = samples.map { pow(Double($0) / 255, 563.0 / 256) }
        // Lindbloom's matrices RGB→XYZ for Adobe RGB (D65) and XYZ→RGB for sRGB (D65).
        let toXYZ = [
            [0.5767309, 0.1855540, 0.1881852], [0.2973769, 0.6273491, 0.0752741],
            [0.0270343, 0.0706872, 0.9911085],
        ]
        let fromXYZ = [
            [3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560],
            [0.0556434, -0.2040259, 1.0572252],
        ]
        func times(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
            matrix.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
        }
        return times(fromXYZ, times(toXYZ, linear)).map { value in
            let clipped = min(max(value, 0), 1)
            return 255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * pow(clipped, 1 / 2.4) - 0.055)
        }
    }

    /// Colours of which none lies outside sRGB.
    static let colours: [[UInt8]] = [
        [0, 0, 0], [255, 255, 255], [128, 128, 128], [180, 120, 90], [90, 130, 170], [150, 160, 80],
        [60, 50, 70], [210, 200, 190],
    ]

    static func file(_ profile: Data?) -> Data {
        var file = PNGFile(Raster(8, 8, bands: 3) { x, _ in colours[x] })
        if let profile { file.extras = [PNGFile.profile(profile)] }
        return file.data
    }

    @Test func adobeRGBBecomesTheSRGBThatItsFormulasGive() async throws {
        let raster = try await pixels(.one(), from: Self.file(ICCProfile.adobeRGB))
        for (x, colour) in Self.colours.enumerated() {
            for (have, want) in zip(raster[x, 3], Self.sRGB(fromAdobe: colour)) {
                #expect(abs(Double(have) - want) <= 2, "\(colour): \(raster[x, 3])")
            }
        }
        // The saturated ones must have moved, or the test proves nothing.
        #expect(abs(Int(raster[3, 0][0]) - 180) > 8)
    }

    /// The same colours with an alpha channel: opaque everywhere, or translucent in places.
    @Test(arguments: [255, 128] as [UInt8], [OutputFormat.png, .webp])
    func withAlphaTheyBecomeTheSameAndCarryNoProfile(alpha: UInt8, format: OutputFormat) async throws {
        var file = PNGFile(Raster(8, 8, bands: 4) { x, y in Self.colours[x] + [y < 4 ? 255 : alpha] })
        file.extras = [PNGFile.profile(ICCProfile.adobeRGB)]
        for minimal in [false, true] {
            let made = try await make(.one(format, quality: .lossless, minimal: minimal), from: file.data)
            let raster = try Raster(decoding: made.data)
            for (x, colour) in Self.colours.enumerated() {
                for (have, want) in zip(raster[x, 3], Self.sRGB(fromAdobe: colour)) {
                    #expect(abs(Double(have) - want) <= 2, "\(colour): \(raster[x, 3])")
                }
            }
            #expect(["iCCP", "ICCP"].allSatisfy { made.data.range(of: Data($0.utf8)) == nil })
        }
    }

    @Test func aPlaceholderOfAPictureWithAlphaHasItsConvertedColour() async throws {
        var file = PNGFile(Raster(8, 8, bands: 4) { _, _ in [180, 120, 90, 255] })
        file.extras = [PNGFile.profile(ICCProfile.adobeRGB)]
        let result = try await InProcessEngine(threads: 1).run(
            ImageJob(data: file.data, requests: [.one()], placeholders: [.dominantColor]))
        let color = try #require(result.placeholders?.dominantColor)
        for (have, want) in zip([color.red, color.green, color.blue], Self.sRGB(fromAdobe: [180, 120, 90])) {
            #expect(abs(Double(have) - want) <= 2)
        }
    }

    @Test(arguments: [3, 4])
    func theProfileOfAnAVIFIsUsedAndCanBeKept(bands: Int) async throws {
        let colour: [UInt8] = [180, 120, 90, 200]
        var file = PNGFile(Raster(32, 32, bands: bands) { _, _ in Array(colour[..<bands]) })
        file.extras = [PNGFile.profile(ICCProfile.adobeRGB)]
        let avif = try await make(.one(.avif, color: .keep, quality: .lossy(100)), from: file.data).data
        try #require(avif.range(of: ICCProfile.adobeRGB) != nil)
        let job = ImageJob(data: avif, requests: [.one(color: .keep), .one(), .one(width: 16, color: .keep)])
        let result = try await InProcessEngine(threads: 1).run(job)
        #expect(result.warnings == [])
        func made(_ index: Int) throws -> (data: Data, pixel: [UInt8]) {
            let data = try #require(result.outputs[ImageJob.OutputID(request: index, format: .png)]?.data)
            return (data, try Raster(decoding: data)[7, 7])
        }
        for index in [0, 2] {
            let kept = try made(index)
            #expect(zip(kept.pixel, colour).allSatisfy { abs(Int($0) - Int($1)) <= 3 }, "\(kept.pixel)")
            #expect(kept.data.range(of: Data("iCCP".utf8)) != nil)
        }
        let converted = try made(1)
        let wanted = Self.sRGB(fromAdobe: Array(colour[..<3]))
        #expect(zip(converted.pixel, wanted).allSatisfy { abs(Double($0) - $1) <= 4 }, "\(converted.pixel)")
        #expect(converted.data.range(of: Data("iCCP".utf8)) == nil)
    }

    /// An AVIF of Alcedo's own, in which the numbers say Display P3 instead of sRGB.
    @Test func codePointsCanDeclareDisplayP3() async throws {
        let flat = PNGFile(.plain(32, 32, 230, 60, 40))
        var avif = try await make(.one(.avif, quality: .lossy(100)), from: flat.data).data
        let box = try #require(avif.range(of: Data("colrnclx".utf8)))
        avif.replaceSubrange(box.upperBound..<box.upperBound + 4, with: [0, 12, 0, 13])
        let job = ImageJob(data: avif, requests: [.one(), .one(color: .keep)])
        let result = try await InProcessEngine(threads: 1).run(job)
        #expect(result.warnings == [])
        // By the matrices of SMPTE EG 432-1 and IEC 61966-2-1.
        let converted = try #require(result.outputs[ImageJob.OutputID(request: 0, format: .png)]?.data)
        let pixel = try Raster(decoding: converted)[7, 7]
        #expect(zip(pixel, [250, 31, 14]).allSatisfy { abs(Int($0) - $1) <= 6 }, "\(pixel)")
        let kept = try #require(result.outputs[ImageJob.OutputID(request: 1, format: .png)]?.data)
        #expect(kept.range(of: Data("iCCP".utf8)) != nil)
    }

    @Test func alcedosOwnAVIFCausesNoWarning() async throws {
        let avif = try await make(.one(.avif), from: PNGFile(.noise(32, 32, bands: 3)).data).data
        let result = try await InProcessEngine(threads: 1).run(ImageJob(data: avif, requests: [.one()]))
        #expect(result.warnings == [])
    }

    @Test func withoutAProfileNothingChanges() async throws {
        let raster = try await pixels(.one(), from: Self.file(nil))
        for (x, colour) in Self.colours.enumerated() { #expect(raster[x, 5] == colour) }
    }

    @Test func keptColoursAreTheSourcesOwn() async throws {
        let kept = try await make(.one(color: .keep), from: Self.file(ICCProfile.adobeRGB))
        let raster = try Raster(decoding: kept.data)
        for (x, colour) in Self.colours.enumerated() { #expect(raster[x, 5] == colour) }
        #expect(ContainerListing.png(kept.data).names.contains("iCCP"))
    }

    @Test func alphaPassesTheConversionUntouched() async throws {
        var file = PNGFile(Raster(8, 8, bands: 4) { x, y in Self.colours[x] + [UInt8(y * 30 + 20)] })
        file.extras = [PNGFile.profile(ICCProfile.adobeRGB)]
        let raster = try await pixels(.one(), from: file.data)
        for y in 0..<8 { #expect(raster[3, y][3] == UInt8(y * 30 + 20)) }
        for (have, want) in zip(raster[3, 2], Self.sRGB(fromAdobe: Self.colours[3])) {
            #expect(abs(Double(have) - want) <= 2)
        }
    }

    @Test func anInvalidProfileIsIgnored() async throws {
        let result = try await InProcessEngine(threads: 1).run(
            ImageJob(data: Self.file(Data(repeating: 7, count: 200)), requests: [.one()]))
        let file = try #require(result.outputs.values.first?.data)
        #expect(try Raster(decoding: file)[3, 0] == [180, 120, 90])
    }

    @Test func aProfileOfAnotherKindOfPictureIsIgnored() async throws {
        var file = PNGFile(Raster(4, 4, bands: 3) { x, _ in [UInt8(x * 80), 90, 20] })
        file.extras = [PNGFile.profile(ICCProfile.grey)]
        #expect(try await pixels(.one(), from: file.data)[2, 0] == [160, 90, 20])
    }

    /// 4 × 1 blocks of 8 × 8 pixels of grey of gamma 1.8.
    private static let greyFile: Data = {
        var file = PNGFile(Raster(32, 8, bands: 1) { x, _ in [UInt8(60 + x / 8 * 50)] })
        file.extras = [PNGFile.profile(ICCProfile.grey)]
        return file.data
    }()

    @Test(arguments: OutputFormat.allCases.filter(\.isAvailable), [ColorPolicy.srgb, .keep])
    func greyWithAProfileIsWrittenInEveryFormat(format: OutputFormat, color: ColorPolicy) async throws {
        let quality: ImageQuality = format == .jpeg ? .lossy(100) : .lossless
        let data = try await make(.one(format, color: color, quality: quality), from: Self.greyFile).data
        // Through PNG and its profile, if it has one, to sRGB again.
        let raster = try await pixels(.one(), from: data)
        for block in 0..<4 {
            let linear = pow(Double(60 + 50 * block) / 255, 461.0 / 256)
            let want = 255 * (1.055 * pow(linear, 1 / 2.4) - 0.055)
            for sample in raster[8 * block + 4, 4].prefix(3) {
                #expect(abs(Double(sample) - want) <= 2, "\(block): \(sample), not \(want)")
            }
        }
        // Only formats with grey may have a grey profile.
        let carries = color == .keep && [.jpeg, .png, .jxl].contains(format)
        if format != .jxl, format != .png { #expect((data.range(of: ICCProfile.grey) != nil) == carries) }
    }

    @Test(arguments: [ColorPolicy.srgb, .keep])
    func aProfileOfGreyInAPictureInColourIsIgnored(color: ColorPolicy) async throws {
        var jpeg = try await make(.one(.jpeg), from: PNGFile(.plain(16, 16, 200, 50, 50)).data).data
        // A separate segment after the first marker (ICC.1:2010, B.4).
        let content = Array("ICC_PROFILE".utf8) + [0, 1, 1] + Array(ICCProfile.grey)
        jpeg.insert(contentsOf: [0xFF, 0xE2] + PNGFile.big(content.count + 2, 2) + content, at: 2)
        let job = ImageJob(data: jpeg, requests: [.one(.webp, color: color)])
        let result = try await InProcessEngine(threads: 1).run(job)
        let data = try #require(result.outputs.values.first?.data)
        let pixel = try Raster(decoding: data)[8, 8]
        #expect(zip(pixel, [200, 50, 50]).allSatisfy { abs(Int($0) - $1) <= 6 }, "\(pixel)")
        #expect(data.range(of: ICCProfile.grey) == nil)
        #expect(
            result.warnings.contains { $0.contains("profile") && $0.contains("GRAY") }, "\(result.warnings)")
    }

    @Test func aCMYKJPEGLooksAsVipsSaysItDoes() async throws {
        // `vips icc_transform cmyk.jpg out.v srgb --input-profile cmyk --intent perceptual`, then getpoint.
        let raster = try await pixels(.one(), from: ContainerFixtures.cmykJpg)
        #expect(raster.bands == 3)
        for (x, y, want) in [(0, 0, [168, 164, 157]), (8, 5, [116, 111, 105]), (15, 10, [71, 67, 69])] {
            for (have, want) in zip(raster[x, y], want) { #expect(abs(Int(have) - want) <= 2, "\(x), \(y)") }
        }
    }

    @Test func inksOfATIFFLookAsVipsSaysTheyDo() async throws {
        // No ink, all ink, black, cyan; wanted is what `vips icc_transform --input-profile cmyk --intent perceptual`
        // makes of these sixteen bytes.
        let inks: [UInt8] = [0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 255, 0, 0, 0]
        let file = TIFFFile.data(
            width: 4, height: 1, bits: 8, samples: 4, photometric: 5, pixels: inks, extra: [0x14C: [1]])
        let raster = try await pixels(.one(), from: file)
        let wanted = [[255, 255, 255], [33, 33, 44], [41, 35, 43], [0, 156, 228]]
        for (x, want) in wanted.enumerated() {
            for (have, want) in zip(raster[x, 0], want) { #expect(abs(Int(have) - want) <= 2, "\(x)") }
        }
    }
}
