import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Every kind of sample that a TIFF can have comes out as TIFF 6.0 means it, or is refused with the reason.
@Suite struct TIFFColorTests {
    private func row(_ file: Data) async throws -> [[Int]] {
        let raster = try await pixels(.one(.png), from: file)
        return (0..<raster.width).map { x in raster[x, 0].map(Int.init) }
    }

    private func expect(
        _ file: Data, _ wanted: [[Int]], within most: Int = 1,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let have = try await row(file)
        let isClose =
            have.count == wanted.count
            && zip(have, wanted).allSatisfy { have, want in
                have.count == want.count && zip(have, want).allSatisfy { abs($0 - $1) <= most }
            }
        #expect(isClose, "\(have), not \(wanted)", sourceLocation: sourceLocation)
    }

    private static func file(
        _ photometric: Int, bits: Int = 8, _ rows: [[Int]], extra: [UInt16: [Int]] = [:],
        fractions: [UInt16: [Int]] = [:], isPlanar: Bool = false
    ) -> Data {
        let samples = rows.first?.count ?? 1
        let ordered = isPlanar ? (0..<samples).flatMap { band in rows.map { $0[band] } } : rows.flatMap { $0 }
        let bytes = ordered.flatMap { PNGFile.big($0, bits / 8).reversed() }
        return TIFFFile.data(
            width: rows.count, height: 1, bits: bits, samples: samples, photometric: photometric,
            pixels: bytes,
            isPlanar: isPlanar, extra: extra, fractions: fractions)
    }

    private static func floats(_ rows: [[Float]], extra: [UInt16: [Int]] = [:]) -> Data {
        let bands = rows.first?.count ?? 1
        return file(
            bands < 3 ? 1 : 2, bits: 32, rows.map { $0.map { Int($0.bitPattern) } },
            extra: extra.merging([339: Array(repeating: 3, count: bands)]) { $1 })
    }

    // MARK: CIELAB

    /// White, black, and two colours that are 54.29, 80.81, 69.88 and 46.72, -26.60, 39.59 under D50 (LittleCMS).
    private static let colours = [[255, 255, 255], [0, 0, 0], [255, 0, 0], [79, 122, 37]]

    @Test func cielabOfEightBitsIsConverted() async throws {
        try await expect(
            Self.file(8, [[255, 0, 0], [0, 0, 0], [138, 81, 70], [119, -27, 40]]), Self.colours, within: 3)
    }

    @Test func cielabOfSixteenBitsIsConverted() async throws {
        let file = Self.file(
            8, bits: 16,
            [
                [65_535, 0, 0], [0, 0, 0], [138 * 257, 81 * 256, 70 * 256], [119 * 257, -27 * 256, 40 * 256],
            ])
        try await expect(file, Self.colours, within: 3)
    }

    @Test(arguments: [8, 16])
    func iccLabIsConverted(bits: Int) async throws {
        let scale = bits == 8 ? 1 : 256
        let rows = [[255, 128, 128], [0, 128, 128], [138, 209, 198], [119, 101, 168]]
        try await expect(
            Self.file(9, bits: bits, rows.map { $0.map { $0 * scale } }), Self.colours, within: 3)
    }

    /// Blue differs most by the white. LittleCMS makes 77, 43, -84 of it.
    @Test func theWhiteOfCIELABIsD50() async throws {
        try await expect(Self.file(8, [[77, 43, -84]]), [[36, 47, 208]], within: 3)
        try await expect(Self.file(9, [[77, 171, 44]]), [[36, 47, 208]], within: 3)
    }

    /// Under D65, the red of sRGB is 53.24, 80.09, 67.20, whose X, Y and Z are 0.4340, 0.2127 and 0.0178 of white.
    @Test func cielabMayHaveAnotherWhite() {
        let matrix = Chromaticities.lightOfSRGB(under: [0.3127, 0.3290]).values
        let red: [Double] = [0.4340, 0.2127, 0.0178]
        for (row, want) in [1.0, 0, 0].enumerated() {
            let light = (0..<3).reduce(0) { $0 + matrix[3 * row + $1] * red[$1] }
            #expect(abs(light - want) < 0.005, "\(row): \(light)")
        }
    }

    @Test func ituLabIsConverted() async throws {
        // a* is (n - 128) * 170 / 255, b* is (n - 96) * 200 / 255 (RFC 2301, 6.2.3).
        try await expect(
            Self.file(10, [[255, 128, 96], [0, 128, 96], [138, 249, 185], [119, 88, 146]]), Self.colours,
            within: 3)
    }

    @Test func cielabKeepsItsAlpha() async throws {
        let file = Self.file(
            8, [[255, 0, 0, 255], [0, 0, 0, 128], [138, 81, 70, 0], [119, -27, 40, 255]], extra: [338: [2]])
        let have = try await row(file)
        #expect(have.map { $0[3] } == [255, 128, 0, 255])
        #expect(zip(have[3], Self.colours[3]).allSatisfy { abs($0 - $1) <= 3 })
    }

    // MARK: YCbCr

    /// By the formulas of JFIF, which are those of TIFF with its defaults.
    private static let primaries = [[255, 255, 255], [0, 0, 0], [254, 0, 0], [0, 255, 1]]

    @Test(arguments: [false, true])
    func yCbCrWithoutJPEGIsConverted(isPlanar: Bool) async throws {
        let file = Self.file(
            6, [[255, 128, 128], [0, 128, 128], [76, 85, 255], [150, 44, 21]], extra: [530: [1, 1]],
            isPlanar: isPlanar)
        try await expect(file, Self.primaries, within: 2)
    }

    @Test func yCbCrOfAnotherRangeIsConverted() async throws {
        // ITU-R BT.601: 16 to 235, and 16 to 240 about 128.
        let file = Self.file(
            6, [[235, 128, 128], [16, 128, 128], [81, 90, 240], [145, 54, 34]], extra: [530: [1, 1]],
            fractions: [532: [16, 235, 128, 240, 128, 240]])
        try await expect(file, Self.primaries, within: 3)
    }

    // Weights and ranges that describe no colours give way to the usual ones.
    @Test(arguments: [
        [529: [4_294_967_295, 0, 4_294_967_295]] as [UInt16: [Int]], [532: [7, 7, 9, 9, 9, 9]],
        [529: [5, 0, 7], 532: [0, 0, 0, 0, 0, 0]],
    ])
    func yCbCrOfImpossibleNumbersIsConvertedAsUsual(fractions: [UInt16: [Int]]) async throws {
        let file = Self.file(
            6, [[255, 128, 128], [0, 128, 128], [76, 85, 255], [150, 44, 21]], extra: [530: [1, 1]],
            fractions: fractions)
        try await expect(file, Self.primaries, within: 2)
    }

    // MARK: Samples

    @Test(arguments: [8, 16, 32])
    func signedSamplesAreRefused(bits: Int) async throws {
        let file = Self.file(1, bits: bits, [[0], [-1], [5], [64]], extra: [339: [2]])
        let reason = try #require(try await refusal(of: file))
        #expect(reason.contains("signed") && reason.contains("convert it"), "\(reason)")
    }

    @Test func thirtyTwoBitsBecomeEight() async throws {
        let quarter = 1 << 30
        try await expect(
            Self.file(1, bits: 32, [[0], [quarter], [2 * quarter], [4 * quarter - 1]]),
            [[0], [64], [128], [255]])
        try await expect(
            Self.file(2, bits: 32, [[0, quarter, 2 * quarter], [4 * quarter - 1, 0, 0]]),
            [[0, 64, 128], [255, 0, 0]])
    }

    @Test func floatsAreLight() async throws {
        // 0.25 and 0.5 of light are 137 and 188 in sRGB (IEC 61966-2-1).
        try await expect(Self.floats([[0], [0.25], [0.5], [1]]), [[0], [137], [188], [255]])
        try await expect(Self.floats([[0, 0.25, 0.5], [1, 2, -1]]), [[0, 137, 188], [255, 255, 0]])
        try await expect(
            Self.floats([[0, 0.25, 0.5, 1], [1, 0, 0, 0.5]], extra: [338: [2]]),
            [[0, 137, 188, 255], [255, 0, 0, 128]])
        try await expect(Self.floats([[.nan], [.infinity]]), [[0], [255]])
    }

    @Test func floatsThroughAProfileAreItsNumbers() async throws {
        // Display P3 with the curve of sRGB: greys stay.
        let profile = Array(ICCProfile.displayP3)
        let raw = Self.floats([[0.25, 0.25, 0.25], [0.5, 0.5, 0.5]])
        try await expect(Self.withProfile(raw, profile), [[64, 64, 64], [128, 128, 128]], within: 2)
    }

    /// The same file with its directory at the end, where there is room for a profile.
    private static func withProfile(_ file: Data, _ profile: [UInt8]) -> Data {
        func number(_ at: Int, _ count: Int) -> Int {
            (0..<count).reversed().reduce(0) { $0 << 8 | Int(file[at + $1]) }
        }
        func little(_ value: Int, _ count: Int) -> [UInt8] { PNGFile.big(value, count).reversed() }
        let old = number(4, 4)
        let count = number(old, 2)
        let profileAt = file.count + file.count % 2
        let directoryAt = profileAt + profile.count + profile.count % 2
        var changed = file + [UInt8](repeating: 0, count: file.count % 2) + profile
        changed += [UInt8](repeating: 0, count: profile.count % 2)
        var entries = (0..<count).map { Array(file[old + 2 + 12 * $0..<old + 14 + 12 * $0]) }
        entries.append(little(34_675, 2) + little(7, 2) + little(profile.count, 4) + little(profileAt, 4))
        entries.sort { (Int($0[1]) << 8 | Int($0[0])) < (Int($1[1]) << 8 | Int($1[0])) }
        changed += little(entries.count, 2) + entries.joined() + [0, 0, 0, 0]
        changed.replaceSubrange(4..<8, with: little(directoryAt, 4))
        return changed
    }

    @Test(arguments: [
        (1, 12, 1, [339: [1]] as [UInt16: [Int]], "12 bits"), (2, 16, 3, [339: [3, 3, 3]], "floating-point"),
        (1, 64, 1, [339: [3]], "floating-point"), (4, 1, 1, [:], "mask"), (32_803, 16, 1, [:], "camera raw"),
        (5, 8, 4, [332: [2]], "inks"), (8, 8, 1, [:], "CIELAB"), (6, 8, 3, [530: [2, 2]], "YCbCr"),
    ])
    func whatIsNotReadIsRefusedWithTheReason(
        photometric: Int, bits: Int, samples: Int, extra: [UInt16: [Int]], word: String
    ) async throws {
        let file = TIFFFile.data(
            width: 8, height: 1, bits: bits, samples: samples, photometric: photometric,
            pixels: [UInt8](repeating: 0, count: bits * samples), extra: extra)
        let reason = try #require(try await refusal(of: file))
        #expect(reason.contains(word) && !reason.contains("damaged"), "\(reason)")
    }

    // MARK: Samples beside the colours

    private static let beside = [0, 64, 128, 255]

    @Test func unspecifiedSamplesAreNotAlpha() async throws {
        let plain = Array(repeating: [200, 100, 50], count: 4)
        try await expect(Self.file(2, Self.beside.map { [200, 100, 50, $0] }, extra: [338: [0]]), plain)
        try await expect(
            Self.file(1, Self.beside.map { [200, $0] }, extra: [338: [0]]), Array(repeating: [200], count: 4))
        let cmyk = try await row(Self.file(5, Self.beside.map { [0, 0, 0, 0, $0] }, extra: [338: [0]]))
        #expect(cmyk == Array(repeating: [255, 255, 255], count: 4))
    }

    @Test func alphaIsTheSampleThatSaysSo() async throws {
        let wanted = Self.beside.map { [200, 100, 50, $0] }
        try await expect(Self.file(2, wanted, extra: [338: [2]]), wanted)
        try await expect(Self.file(2, wanted.map { $0 + [9] }, extra: [338: [2, 0]]), wanted)
        try await expect(
            Self.file(2, Self.beside.map { [200, 100, 50, 9, $0] }, extra: [338: [0, 2]]), wanted)
        // A single undeclared sample is alpha in libtiff and Pillow, too.
        try await expect(Self.file(2, wanted), wanted)
        let cmyk = try await row(Self.file(5, Self.beside.map { [0, 0, 0, 0, $0] }, extra: [338: [2]]))
        #expect(cmyk == Self.beside.map { [255, 255, 255, $0] })
    }

    @Test func premultipliedColoursAreDivided() async throws {
        let file = Self.file(
            2, [[0, 0, 0, 0], [50, 25, 13, 64], [100, 50, 25, 128], [200, 100, 50, 255]], extra: [338: [1]])
        let have = try await row(file)
        #expect(have[0][3] == 0)
        let wanted = [[200, 100, 50, 64], [200, 100, 50, 128], [200, 100, 50, 255]]
        // 25 of 64 may be anything from 98 to 102 of 255.
        #expect(
            zip(have.dropFirst(), wanted).allSatisfy { zip($0, $1).allSatisfy { abs($0 - $1) <= 2 } },
            "\(have)")
    }

    @Test func palettesPlanesAndReversedGreysAreRead() async throws {
        var maps = [Int](repeating: 0, count: 768)
        let colours = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [200, 100, 50]]
        for (index, colour) in colours.enumerated() {
            for band in 0..<3 { maps[256 * band + index] = colour[band] * 257 }
        }
        try await expect(Self.file(3, [[0], [1], [2], [3]], extra: [320: maps]), colours)
        try await expect(Self.file(2, colours, isPlanar: true), colours)
        try await expect(
            Self.file(2, zip(colours, Self.beside).map { $0 + [$1] }, extra: [338: [2]], isPlanar: true),
            zip(colours, Self.beside).map { $0 + [$1] })
        try await expect(Self.file(0, [[255], [0], [55]]), [[0], [255], [200]])
        try await expect(Self.file(0, bits: 16, [[65_535], [0], [55 * 257]]), [[0], [255], [200]])
    }

    /// Pages of one pixel, with 8 bits for each sample.
    private static func pages(_ pages: [(photometric: Int, samples: [UInt8], extra: Int?)]) -> Data {
        func little(_ value: Int, _ count: Int) -> [UInt8] { PNGFile.big(value, count).reversed() }
        var file: [UInt8] = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
        var link = 4
        for page in pages {
            let pixel = file.count
            file += page.samples + [UInt8](repeating: 0, count: page.samples.count % 2)
            let bits = file.count
            for _ in page.samples { file += little(8, 2) }
            let count = page.samples.count
            var tags = [
                (256, 3, 1, 1), (257, 3, 1, 1), (258, 3, count, count > 2 ? bits : 8), (259, 3, 1, 1),
                (262, 3, 1, page.photometric), (273, 4, 1, pixel), (277, 3, 1, count), (278, 3, 1, 1),
                (279, 4, 1, count),
            ]
            if let extra = page.extra { tags.append((338, 3, 1, extra)) }
            // One chroma sample for each pixel.
            if page.photometric == 6 { tags.append((530, 3, 2, 0x10001)) }
            file.replaceSubrange(link..<link + 4, with: little(file.count, 4))
            file += little(tags.count, 2)
            for tag in tags {
                file += little(tag.0, 2) + little(tag.1, 2) + little(tag.2, 4) + little(tag.3, 4)
            }
            link = file.count
            file += little(0, 4)
        }
        return Data(file)
    }

    @Test(
        arguments: [
            ((6, [128, 128, 128], nil), (2, [255, 0, 0], nil), [255, 0, 0]),
            ((2, [0, 0, 255, 64], 0), (2, [255, 0, 0, 64], 2), [255, 0, 0, 64]),
            ((4, [1], nil), (2, [255, 0, 0], nil), [255, 0, 0]),
            ((2, [255, 0, 0], nil), (6, [76, 85, 255], nil), [254, 0, 0]),
        ] as [((Int, [UInt8], Int?), (Int, [UInt8], Int?), [UInt8])])
    func eachPageHasItsOwnKindOfSamples(
        first: (Int, [UInt8], Int?), second: (Int, [UInt8], Int?), wanted: [UInt8]
    ) async throws {
        var job = ImageJob(data: Self.pages([first, second]), requests: [.one(.png)])
        job.source.page = 1
        let result = try await InProcessEngine(threads: 1).run(job)
        let made = try MadeImage(try #require(result.outputs.values.first))
        #expect(try Raster(decoding: made.data)[0, 0] == wanted)
    }
}
