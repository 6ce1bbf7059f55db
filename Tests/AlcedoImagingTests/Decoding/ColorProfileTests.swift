import AlcedoImaging
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

    @Test func aProfileThatIsNoneIsIgnored() async throws {
        let result = try await InProcessEngine(threads: 1).run(
            ImageJob(data: Self.file(Data(repeating: 7, count: 200)), requests: [.one()]))
        let file = try #require(result.outputs.values.first)
        #expect(try Raster(decoding: file.data)[3, 0] == [180, 120, 90])
    }

    @Test func aProfileOfAnotherKindOfPictureIsIgnored() async throws {
        var file = PNGFile(Raster(4, 4, bands: 1) { x, _ in [UInt8(x * 80)] })
        file.extras = [PNGFile.profile(ICCProfile.adobeRGB)]
        #expect(try await pixels(.one(), from: file.data)[2, 0] == [160])
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

@Suite(.enabled(if: Corpus.isThere, "needs the corpus")) struct CorpusColorTests {
    /// Means of 16 × 16 pixels after `vips icc_transform FILE out.v srgb --embedded --intent perceptual`.
    @Test(arguments: [
        (
            "sample.jpg",
            [[164.652, 142.082, 104.59], [70.1133, 75.2031, 117.426], [148.363, 130.691, 93.3047]]
        ),
        (
            "sample-xyb.jpg",
            [[165.023, 142.141, 104.098], [70.0664, 75.2031, 117.496], [147.582, 131.043, 93.9258]]
        ),
        // Sixteen bits, no profile: the means of `vips crop` divided by 257.
        ("sample.png", [[169.37, 142.19, 104.85], [65.97, 76.50, 116.16], [153.16, 130.58, 93.40]]),
    ])
    func photographsAreConvertedAsVipsDoes(name: String, means: [[Double]]) async throws {
        let raster = try await pixels(.one(), from: Corpus.file("formats/" + name))
        for ((left, top), want) in zip([(40, 60), (150, 200), (250, 400)], means) {
            for (have, want) in zip(raster.mean(left, top, side: 16), want) {
                #expect(abs(have - want) <= 1, "\(left), \(top): \(have)")
            }
        }
    }
}
