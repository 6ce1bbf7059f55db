import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Colours that neither a profile nor code points name, but a chunk of a PNG or the Exif block of a JPEG.
@Suite struct DeclaredColorTests {
    /// Five pixels of a PNG, and what Chromium 156 shows of them beside each list of chunks.
    private static let samples: [[UInt8]] = [
        [128, 64, 200], [10, 10, 10], [255, 255, 255], [60, 180, 70], [5, 20, 40],
    ]
    private static let sRGB = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
    private static let displayP3 = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]

    private static func png(gamma: Int?, corners: [Int]? = nil, also: [(String, [UInt8])] = []) -> Data {
        var file = PNGFile(width: 5, height: 1, colorType: 2, rows: [samples.flatMap(\.self)])
        if let gamma { file.extras.append(("gAMA", PNGFile.big(gamma, 4))) }
        if let corners { file.extras.append(("cHRM", corners.flatMap { PNGFile.big($0, 4) })) }
        file.extras += also
        return file.data
    }

    private func expect(_ data: Data, _ wanted: [[UInt8]], within tolerance: Int = 1) async throws {
        let raster = try await pixels(.one(.png), from: data)
        for (x, want) in wanted.enumerated() {
            #expect(
                zip(raster[x, 0], want).allSatisfy { abs(Int($0) - Int($1)) <= tolerance },
                "\(x): \(raster[x, 0]), not \(want)")
        }
    }

    @Test func gammaAndChromaticitiesOfAPNGAreThoseThatChromiumShows() async throws {
        let linear: [[UInt8]] = [
            [188, 137, 229], [56, 56, 56], [255, 255, 255], [133, 219, 143], [38, 79, 110],
        ]
        try await expect(Self.png(gamma: 100_000), linear)
        try await expect(
            Self.png(gamma: 55_556),
            [[146, 81, 210], [10, 10, 10], [255, 255, 255], [77, 193, 88], [3, 26, 53]])
        try await expect(
            Self.png(gamma: 45_455, corners: Self.sRGB),
            [[129, 62, 201], [3, 3, 3], [255, 255, 255], [57, 181, 68], [1, 12, 35]])
        try await expect(
            Self.png(gamma: 45_455, corners: Self.displayP3),
            [[139, 57, 209], [3, 3, 3], [255, 255, 255], [0, 185, 45], [0, 12, 37]])
        // Within 5 percent of sRGB's, and beyond.
        for gamma in [43_300, 45_000, 45_455, 47_700] {
            try await expect(Self.png(gamma: gamma), Self.samples, within: 0)
        }
        try await expect(
            Self.png(gamma: 43_000),
            [[124, 56, 199], [2, 2, 2], [255, 255, 255], [52, 178, 63], [0, 9, 31]])
    }

    @Test func whatSaysNothingOfAPNGsColoursChangesNoPixel() async throws {
        let files = [
            Self.png(gamma: nil, corners: Self.displayP3), Self.png(gamma: 0),
            Self.png(gamma: 45_455, corners: [Int](repeating: 0, count: 8)),
            Self.png(gamma: 100_000, also: [("sRGB", [0])]),
        ]
        for file in files { try await expect(file, Self.samples, within: 0) }
    }

    @Test func aProfileOfAPNGTakesPrecedenceOverItsGamma() async throws {
        let colours = ColorProfileTests.colours
        var file = PNGFile(Raster(8, 8, bands: 3) { x, _ in colours[x] })
        file.extras = [("gAMA", PNGFile.big(100_000, 4)), PNGFile.profile(ICCProfile.adobeRGB)]
        let raster = try await pixels(.one(.png), from: file.data)
        for (x, colour) in colours.enumerated() {
            for (have, want) in zip(raster[x, 3], ColorProfileTests.sRGB(fromAdobe: colour)) {
                #expect(abs(Double(have) - want) <= 2)
            }
        }
    }

    @Test func gammaAppliesToGraysToo() async throws {
        var file = PNGFile(width: 4, height: 1, colorType: 0, rows: [[255, 192, 128, 64]])
        file.extras = [("gAMA", PNGFile.big(55_556, 4))]
        let raster = try await pixels(.one(.png), from: file.data)
        // (v / 255) ^ 1.8, as sRGB.
        for (x, sample) in [255.0, 192, 128, 64].enumerated() {
            let light = pow(sample / 255, 1.8)
            let want = 255 * (1.055 * pow(light, 1 / 2.4) - 0.055)
            #expect(abs(Double(raster[x, 0][0]) - want) <= 1.5, "\(raster[x, 0]), not \(want)")
        }
    }

    // MARK: JPEG

    /// A JPEG of one colour whose Exif block has this colour space and interoperability index.
    private static func jpeg(_ space: Int, index: String?) throws -> Data {
        var exif = ExifBytes()
        exif.exif = [0xA001: exif.short(space)]
        if let index { exif.interoperability = [1: exif.ascii(index)] }
        let plain = try Raster.plain(16, 16, 60, 180, 70).image.encoded(as: .jpeg)
        return try ContainerCleaner.inserting(
            exif: Data("Exif\0\0".utf8) + exif.tiff, into: plain, format: .jpeg)
    }

    @Test(arguments: [(0xFFFF, "R03"), (2, nil), (2, "R98")] as [(Int, String?)])
    func adobeRGBThatOnlyExifNamesIsConverted(space: Int, index: String?) async throws {
        let file = try Self.jpeg(space, index: index)
        let have = try await pixels(.one(.png), from: file)[8, 8]
        for (have, want) in zip(have, ColorProfileTests.sRGB(fromAdobe: [60, 180, 70])) {
            #expect(abs(Double(have) - want) <= 3, "\(have), not \(want)")
        }
        // The block goes, the colours stay.
        let original = try ContainerCleaner.clean(file, format: .jpeg, keeping: .colorProfile)
        #expect(original.range(of: Data("Exif".utf8)) == nil)
        let again = try await pixels(.one(.png), from: original)[8, 8]
        #expect(zip(again, have).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    @Test(arguments: [(0xFFFF, nil), (0xFFFF, "R98"), (1, "R03"), (1, "R98")] as [(Int, String?)])
    func otherWordsOfExifAboutColoursChangeNothing(space: Int, index: String?) async throws {
        let file = try Self.jpeg(space, index: index)
        let have = try await pixels(.one(.png), from: file)[8, 8]
        #expect(zip(have, [60, 180, 70] as [UInt8]).allSatisfy { abs(Int($0) - Int($1)) <= 3 }, "\(have)")
        #expect(
            try ContainerCleaner.clean(file, format: .jpeg, keeping: .colorProfile).range(
                of: Data("ICC_PROFILE".utf8)) == nil)
    }

    // MARK: Gray

    @Test func aGrayPictureTakesTheCurveOfAProfileForColours() async throws {
        var file = PNGFile(width: 3, height: 1, colorType: 0, rows: [[200, 128, 60]])
        file.extras = [PNGFile.profile(ICCProfile.adobeRGB)]
        let made = try await make(.one(.png), from: file.data)
        let raster = try Raster(decoding: made.data)
        #expect(raster.bands == 1)
        for (x, sample) in [200, 128, 60].enumerated() {
            let want = ColorProfileTests.sRGB(fromAdobe: [UInt8](repeating: UInt8(sample), count: 3))[0]
            #expect(abs(Double(raster[x, 0][0]) - want) <= 1.5, "\(raster[x, 0]), not \(want)")
        }
    }
}
