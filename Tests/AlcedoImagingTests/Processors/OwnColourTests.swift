import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// In a picture that keeps the colours of its source, a colour looks as written.
@Suite struct OwnColourTests {
    /// Colours in sRGB and what LittleCMS (through Pillow 13.0: `ImageCms`, relative colorimetric) makes of them in
    /// Display P3.
    static let known: [(srgb: [UInt8], p3: [Int])] = [
        ([60, 180, 90], [96, 178, 100]), ([255, 0, 0], [234, 51, 34]), ([29, 78, 216], [42, 77, 208]),
        ([255, 255, 255], [255, 255, 255]), ([0, 0, 0], [0, 0, 0]), ([128, 128, 128], [128, 128, 128]),
        ([11, 122, 153], [54, 120, 150]),
    ]

    static func colour(_ samples: [UInt8], alpha: UInt8 = 255) -> SRGBColor {
        SRGBColor(red: samples[0], green: samples[1], blue: samples[2], alpha: alpha)
    }

    /// sRGB to Adobe RGB (1998) by the formulas of their specifications and Lindbloom's matrices.
    static func adobeRGB(_ samples: [UInt8]) -> [Int] {
        let light = samples.map { BlurHashDecoder.light(Double($0) / 255) }
        let toXYZ = [
            [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
        let fromXYZ = [
            [2.0413690, -0.5649464, -0.3446944], [-0.9692660, 1.8760108, 0.0415560],
            [0.0134474, -0.1183897, 1.0154096],
        ]
        func times(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
            matrix.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
        }
        return times(fromXYZ, times(toXYZ, light)).map {
            Int((255 * pow(min(max($0, 0), 1), 256.0 / 563)).rounded())
        }
    }

    static func file(_ raster: Raster, _ profile: Data?) -> Data {
        var file = PNGFile(raster)
        if let profile { file.extras = [PNGFile.profile(profile)] }
        return file.data
    }

    /// The values in the middle of the result, which keeps its profile.
    static func kept(
        _ request: ImageRequest, from raster: Raster, _ profile: Data? = ICCProfile.displayP3,
        at: (Int, Int)? = nil
    ) async throws -> [UInt8] {
        let made = try await make(request, from: file(raster, profile))
        #expect(ContainerListing.png(made.data).names.contains("iCCP") == (profile != nil))
        let out = try Raster(decoding: made.data)
        return out[at?.0 ?? out.width / 2, at?.1 ?? out.height / 2]
    }

    static func near(_ have: [UInt8], _ want: [Int], _ tolerance: Int = 1) -> Bool {
        have.count == want.count && zip(have, want).allSatisfy { abs(Int($0) - $1) <= tolerance }
    }

    static let plain = Raster.plain(16, 16, 40, 90, 200)
    static let clear = Raster(16, 16, bands: 4) { _, _ in [40, 90, 200, 0] }

    @Test(arguments: known.indices)
    func everyProcessorWritesTheColourThatIsSeen(index: Int) async throws {
        let (srgb, want) = Self.known[index]
        let colour = Self.colour(srgb)
        let opaque: [any ImageProcessor] = [
            .tint(colour), .overlay(colour, fraction: 0), .blend(colour),
            .border(width: 20, color: colour), .duotone(shadows: colour, highlights: colour),
            .blend(Self.file(.plain(16, 16, srgb[0], srgb[1], srgb[2]), nil)),
        ]
        for step in opaque {
            let have = try await Self.kept(.one(processors: [step], color: .keep), from: Self.plain)
            #expect(Self.near(have, want), "\(step.identifier): \(have), not \(want)")
        }
        let behind: [any ImageProcessor] = [
            .flatten(colour), .roundCorner(radius: .pixels(8), background: colour),
            .circle(background: colour),
            .rotate(angle: 45, background: colour), .blend(colour, mode: .destinationOver),
        ]
        for step in behind {
            for raster in [Self.clear, Self.plain] where raster.bands == 4 || step is ImageProcessors.Rotate {
                let have = try await Self.kept(
                    .one(processors: [step], color: .keep), from: raster, at: (0, 0))
                #expect(Self.near(have, want), "\(step.identifier): \(have), not \(want)")
            }
        }
        let flat = try await Self.kept(.one(background: colour, color: .keep), from: Self.clear)
        #expect(Self.near(flat, want), "background: \(flat)")
        let padded = try await Self.kept(
            .one(width: 16, height: 8, fit: .contain, background: colour, color: .keep), from: Self.plain,
            at: (0, 4))
        #expect(Self.near(padded, want), "contain: \(padded)")
    }

    @Test(
        arguments: [[180, 120, 90], [90, 130, 170], [60, 180, 90], [0, 0, 255], [128, 128, 128]] as [[UInt8]])
    func inAdobeRGBColoursAreWhatItsFormulasGive(srgb: [UInt8]) async throws {
        for step in [.tint(Self.colour(srgb)), .blend(Self.colour(srgb))] as [any ImageProcessor] {
            let have = try await Self.kept(
                .one(processors: [step], color: .keep), from: Self.plain, ICCProfile.adobeRGB)
            #expect(Self.near(have, Self.adobeRGB(srgb)), "\(have), not \(Self.adobeRGB(srgb))")
        }
    }

    @Test func theRestOfThePictureStaysWhatItWas() async throws {
        let border: any ImageProcessor = .border(width: 2, color: Self.colour([60, 180, 90]))
        #expect(
            try await Self.kept(.one(processors: [border], color: .keep), from: Self.plain) == [40, 90, 200])
        // Half of 40, 90, 200 and half of 96, 178, 100.
        let half: any ImageProcessor = .overlay(Self.colour([60, 180, 90]), fraction: 0.5)
        let mixed = try await Self.kept(.one(processors: [half], color: .keep), from: Self.plain)
        #expect(Self.near(mixed, [68, 134, 150]), "\(mixed)")
    }

    @Test func whatHasAlphaKeepsIt() async throws {
        let veiled = Raster(16, 16, bands: 4) { _, _ in [40, 90, 200, 60] }
        let tinted = try await Self.kept(
            .one(processors: [.tint(Self.colour([60, 180, 90]))], color: .keep), from: veiled)
        #expect(Self.near(tinted, [96, 178, 100, 60]), "\(tinted)")
        let toned = try await Self.kept(
            .one(
                processors: [
                    .duotone(shadows: Self.colour([60, 180, 90]), highlights: Self.colour([60, 180, 90]))
                ],
                color: .keep), from: veiled)
        #expect(Self.near(toned, [96, 178, 100, 60]), "\(toned)")
        // A watermark with alpha, alone on transparency.
        let mark = Self.file(Raster(16, 16, bands: 4) { _, _ in [60, 180, 90, 77] }, nil)
        let marked = try await Self.kept(.one(processors: [.blend(mark)], color: .keep), from: Self.clear)
        #expect(Self.near(marked, [96, 178, 100, 77]), "\(marked)")
    }

    @Test func sixteenBitsGetTheColourToo() async throws {
        let row = (0..<8).flatMap { _ in [40, 7, 90, 7, 200, 7] as [UInt8] }
        var wide = PNGFile(
            width: 8, height: 8, depth: 16, colorType: 2, rows: Array(repeating: row, count: 8))
        wide.extras = [PNGFile.profile(ICCProfile.displayP3)]
        let request = ImageRequest.one(
            width: 8, height: 4, fit: .contain, processors: [.tint(Self.colour([60, 180, 90], alpha: 0x80))],
            background: Self.colour([255, 0, 0]), color: .keep)
        let out = try await pixels(request, from: wide.data)
        // 128/255 of the way from what is there.
        #expect(Self.near(out[4, 2], [68, 134, 150]), "\(out[4, 2])")
        #expect(Self.near(out[0, 2], [165, 115, 67]), "\(out[0, 2])")
    }

    @Test func trimmingLooksForTheColourThatIsSeen() async throws {
        let framed = Raster(20, 20, bands: 3) { x, y in
            (4..<16).contains(x) && (6..<14).contains(y) ? [10, 20, 30] : [96, 178, 100]
        }
        let trim: any ImageProcessor = .trim(threshold: 2, background: Self.colour([60, 180, 90]))
        let kept = try await make(
            .one(processors: [trim], color: .keep), from: Self.file(framed, ICCProfile.displayP3))
        #expect((kept.width, kept.height) == (12, 8))
        let raw: any ImageProcessor = .trim(threshold: 2, background: Self.colour([96, 178, 100]))
        let whole = try await make(
            .one(processors: [raw], color: .keep), from: Self.file(framed, ICCProfile.displayP3))
        #expect((whole.width, whole.height) == (20, 20))
    }

    @Test func withoutAProfileNumbersAreThoseThatWereWritten() async throws {
        for step in [.tint(Self.colour([60, 180, 90])), .blend(Self.colour([60, 180, 90]))]
            as [any ImageProcessor]
        {
            let have = try await Self.kept(.one(processors: [step], color: .keep), from: Self.plain, nil)
            #expect(have == [60, 180, 90])
        }
    }

    /// Grey of gamma 1.8: sRGB 128 is 0.21586 of light, and that to the 1/1.8 is 108.7 of 255.
    @Test func inGreyWithAProfileGreyIsWrittenAsItsCurveSays() async throws {
        let clear = Raster(16, 16, bands: 2) { _, _ in [200, 0] }
        let grey = try await Self.kept(
            .one(background: Self.colour([128, 128, 128]), color: .keep), from: clear, ICCProfile.grey)
        #expect(Self.near(grey, [109]), "\(grey)")
        let padded = try await Self.kept(
            .one(
                width: 16, height: 8, fit: .contain, background: Self.colour([128, 128, 128]), color: .keep),
            from: .plain(16, 16, 200), ICCProfile.grey, at: (0, 4))
        #expect(Self.near(padded, [109]), "\(padded)")
    }

    @Test func greyWithAProfileThatGetsColoursIsSRGB() async throws {
        // 200 with gamma 461/256 is 0.6457 of light, which sRGB stores as 0.8248 · 255 = 210.3.
        let colour = Self.colour([60, 180, 90])
        let marked = try await make(
            .one(processors: [.border(width: 2, color: colour)], color: .keep),
            from: Self.file(.plain(16, 16, 200), ICCProfile.grey))
        #expect(!ContainerListing.png(marked.data).names.contains("iCCP"))
        let out = try Raster(decoding: marked.data)
        #expect(Self.near(out[8, 8], [210, 210, 210]), "\(out[8, 8])")
        #expect(Self.near(out[0, 0], [60, 180, 90]), "\(out[0, 0])")
    }

    /// An unusable profile is treated as sRGB, as in browsers.
    @Test func coloursAreSRGBBesideAnInvalidProfile() async throws {
        let file = Self.file(Self.plain, Data(repeating: 7, count: 200))
        let out = try await pixels(
            .one(processors: [.tint(Self.colour([60, 180, 90]))], color: .keep), from: file)
        #expect(out[8, 8] == [60, 180, 90])
    }

    @Test func picturesWithAOneWayProfileBecomeSRGB() async throws {
        let border: any ImageProcessor = .border(width: 2, color: Self.colour([60, 180, 90]))
        let file = Self.file(.plain(16, 16, 255, 0, 255), ICCProfile.oneWay)
        let made = try await make(.one(processors: [border], color: .keep), from: file)
        #expect(!ContainerListing.png(made.data).names.contains("iCCP"))
        let out = try Raster(decoding: made.data)
        #expect(out[0, 0] == [60, 180, 90])
        // 170 of 255 of lightness are 66.67, 0.3619 of light; that is stored as 0.6366 · 255 = 162.3.
        #expect(Self.near(out[8, 8], [162, 162, 162], 2), "\(out[8, 8])")
        // Where nothing is written it stays as it is.
        let kept = try await make(.one(color: .keep), from: file)
        #expect(try Raster(decoding: kept.data)[8, 8] == [255, 0, 255])
    }

    @Test(
        arguments: [.tint(colour([60, 180, 90], alpha: 128)), .sepia(amount: 0.5)] as [any ImageProcessor])
    func aOneWayProfileIsNotDamage(_ processor: any ImageProcessor) async throws {
        let file = Self.file(.plain(16, 16, 255, 0, 255), ICCProfile.oneWay)
        let result = try await InProcessEngine(threads: 1).run(
            ImageJob(data: file, requests: [.one(processors: [processor], color: .keep)]))
        #expect(result.failures.isEmpty && result.outputs.count == 1)
        #expect(result.warnings == [])
    }

    @Test func inksBecomeSRGBBeforeAColourIsMixedIn() async throws {
        let inks = [UInt8](repeating: 100, count: 16)
        let file = TIFFFile.data(
            width: 4, height: 1, bits: 8, samples: 4, photometric: 5, pixels: inks, extra: [0x14C: [1]])
        let out = try await pixels(
            .one(processors: [.tint(Self.colour([60, 180, 90]))], color: .keep), from: file)
        #expect(out[1, 0] == [60, 180, 90])
    }

    /// Processors that replace colours compute in sRGB: the values are those of `ColorProcessorTests`, in Display P3.
    @Test func tonesMatchTheSamePictureInSRGB() async throws {
        // LittleCMS: (100, 150, 50) is (111, 149, 65), and sepia's (164, 146, 114) is (161, 147, 118) in Display P3.
        let picture = Raster.plain(16, 16, 111, 149, 65)
        let brown = try await Self.kept(.one(processors: [.sepia()], color: .keep), from: picture)
        #expect(Self.near(brown, [161, 147, 118], 2), "\(brown)")
        #expect(
            try await Self.kept(.one(processors: [.sepia(amount: 0)], color: .keep), from: picture) == [
                111, 149, 65,
            ])
        let grey = try await pixels(
            .one(processors: [.blackWhite], color: .keep), from: Self.file(picture, ICCProfile.displayP3))
        #expect(Self.near(grey[8, 8], [165]), "\(grey[8, 8])")
    }

    /// A green that sRGB does not have.
    @Test func colourControlsLoseNoColour() async throws {
        let vivid = Raster.plain(16, 16, 0, 255, 0)
        let same = try await Self.kept(.one(processors: [.colorControls()], color: .keep), from: vivid)
        #expect(same == [0, 255, 0])
    }

    @Test func allFramesAndAllRunsAreEqual() async throws {
        let request = ImageRequest.one(
            processors: [.tint(Self.colour([60, 180, 90], alpha: 100))], color: .keep)
        let file = Self.file(Raster.noise(40, 40, bands: 3), ICCProfile.displayP3)
        let first = try await make(request, from: file).data
        for _ in 0..<3 { #expect(try await make(request, from: file).data == first) }
    }
}
