import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// PQ and HLG look as in Chromium on a display without headroom.
///
/// The expected values are pixels of screenshots of Chromium 156 (`--headless --force-color-profile=srgb`) with the same
/// files.
@Suite struct HDRTests {
    private static let pq: [[UInt8]] = [
        [0, 0, 0], [41, 41, 41], [136, 136, 136], [187, 187, 187], [242, 242, 242], [255, 255, 255],
        [243, 90, 63], [0, 162, 242],
    ]
    private static let hlg: [[UInt8]] = [
        [0, 0, 0], [52, 52, 52], [101, 101, 101], [120, 120, 120], [167, 167, 167], [219, 219, 219],
        [139, 89, 76], [31, 124, 152],
    ]
    /// A picture that says it has light up to 4,000 cd/m², and one of 300.
    private static let bright: [[UInt8]] = [
        [0, 0, 0], [41, 41, 41], [136, 136, 136], [187, 187, 187], [217, 217, 217], [243, 243, 243],
        [239, 88, 62], [0, 147, 220],
    ]
    private static let dim: [[UInt8]] = [
        [0, 0, 0], [56, 56, 56], [176, 176, 176], [241, 241, 241], [255, 255, 255], [255, 255, 255],
        [255, 113, 80], [0, 176, 255],
    ]
    /// PQ in the primaries of Display P3.
    private static let p3: [[UInt8]] = [
        [0, 0, 0], [41, 41, 41], [136, 136, 136], [187, 187, 187], [242, 242, 242], [255, 255, 255],
        [223, 107, 66], [0, 159, 242],
    ]

    /// A PNG of 16 bits with the same signals.
    private static func png(
        _ codes: [UInt8], light: Int? = nil, alpha: Bool = false, bands: Int = 3
    ) -> PNGFile {
        let row = CodedFiles.signals.flatMap { signal in
            let samples = signal.prefix(bands).flatMap { PNGFile.big($0 << 6 | $0 >> 4, 2) }
            return Array(repeating: samples + (alpha ? [0x80, 0x80] : []), count: 8).joined()
        }
        let colorType = (bands == 1 ? 0 : 2) + (alpha ? 4 : 0)
        var file = PNGFile(
            width: 64, height: 8, depth: 16, colorType: colorType, rows: Array(repeating: row, count: 8))
        file.extras = [("cICP", codes)]
        if let light {
            file.extras.append(("cLLI", PNGFile.big(light * 10_000, 4) + PNGFile.big(1_000_000, 4)))
        }
        return file
    }

    private func expect(
        _ data: Data, _ wanted: [[UInt8]], within most: Int = 3, _ request: ImageRequest = .one(.png),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let raster = try await pixels(request, from: data)
        let size = raster.width / 8
        for (index, want) in wanted.enumerated() {
            let have = raster[index * size + size / 2, size / 2].prefix(3)
            #expect(
                zip(have, want).allSatisfy { abs(Int($0) - Int($1)) <= most },
                "\(index): \(have), not \(want)",
                sourceLocation: sourceLocation)
        }
    }

    @Test func pqBecomesWhatChromiumShowsWhateverTheContainer() async throws {
        try await expect(CodedFiles.pqAVIF, Self.pq)
        try await expect(CodedFiles.pqJXL, Self.pq)
        try await expect(Self.png([9, 16, 0, 1]).data, Self.pq)
    }

    @Test func hlgBecomesWhatChromiumShowsWhateverTheContainer() async throws {
        // Colours of half the resolution bleed a little.
        try await expect(CodedFiles.hlgAVIF, Self.hlg, within: 4)
        try await expect(CodedFiles.hlgJXL, Self.hlg)
        try await expect(Self.png([9, 18, 0, 1]).data, Self.hlg)
    }

    @Test func theBrightestLightThatAPictureNamesDecidesItsCurve() async throws {
        try await expect(Self.png([9, 16, 0, 1], light: 4000).data, Self.bright)
        try await expect(Self.png([9, 16, 0, 1], light: 300).data, Self.dim)
    }

    @Test func primariesOfHDRAreConverted() async throws {
        try await expect(Self.png([12, 16, 0, 1]).data, Self.p3)
    }

    @Test func pqInLightnessOnlyIsExpandedAndMapped() async throws {
        let greys = Self.pq.prefix(6)
        try await expect(CodedFiles.greyAVIF, Array(greys))
        let raster = try await pixels(.one(.png), from: Self.png([9, 16, 0, 1], bands: 1).data)
        #expect(raster.bands == 1)
        for (index, want) in greys.enumerated() {
            #expect(abs(Int(raster[8 * index + 4, 4][0]) - Int(want[0])) <= 3)
        }
    }

    @Test func limitedRangeOfAPNGIsExpanded() async throws {
        // 64 and 940 of 1023 are black and white: the same signals squeezed into them.
        var file = Self.png([9, 16, 0, 0])
        let row = CodedFiles.signals.flatMap { signal in
            let samples = signal.flatMap { sample in
                PNGFile.big(Int((65_535 * (16 + 219 * Double(sample) / 1023) / 255).rounded()), 2)
            }
            return Array(repeating: samples, count: 8).joined()
        }
        file.rows = Array(repeating: row, count: 8)
        try await expect(file.data, Self.pq)
    }

    @Test func theAlphaOfHDRStays() async throws {
        let file = Self.png([9, 16, 0, 1], alpha: true).data
        let raster = try await pixels(.one(.png), from: file)
        #expect(raster.bands == 4 && raster[20, 4][3] == 128)
        try await expect(file, Self.pq)
    }

    /// Black and white side by side become the grey of mixed sRGB, as in every other picture; mixed as HLG they would be
    /// about 100.
    @Test func hdrIsMappedBeforeItIsResampled() async throws {
        var file = Self.png([9, 18, 0, 1])
        let pair = [UInt8](repeating: 0, count: 6) + [UInt8](repeating: 255, count: 6)
        file.rows = Array(repeating: Array(repeating: pair, count: 32).flatMap { $0 }, count: 8)
        let raster = try await pixels(.one(.png, width: 8), from: file.data)
        #expect(abs(Int(raster[4, 0][1]) - 128) <= 3, "\(raster[4, 0])")
    }

    @Test func keptColoursOfHDRBecomeSRGBWithAWarning() async throws {
        try await expect(CodedFiles.pqAVIF, Self.pq, .one(.png, color: .keep))
        let result = try await InProcessEngine(threads: 1).run(
            ImageJob(data: CodedFiles.pqAVIF, requests: [.one(.png, color: .keep)]))
        #expect(result.warnings.count == 1 && result.warnings.allSatisfy { $0.contains("HDR (PQ)") })
        let plain = try await InProcessEngine(threads: 1).run(
            ImageJob(data: CodedFiles.pqAVIF, requests: [.one(.png)]))
        #expect(plain.warnings == [])
    }

    /// The same code points in a profile (ICC.1:2022, 9.2.17).
    @Test func aProfileCanDeclarePQ() async throws {
        var profile = ICCProfile.displayP3
        let count = Int(profile[131])
        // One tag more, at the end.
        let tags = 132 + 12 * count
        var changed = Data(profile[..<tags])
        for index in 0..<count {
            let at = 132 + 12 * index + 4
            let offset = (0..<4).reduce(0) { $0 << 8 | Int(profile[at + $1]) } + 12
            changed.replaceSubrange(at..<at + 4, with: PNGFile.big(offset, 4))
        }
        changed += Array("cicp".utf8) + PNGFile.big(profile.count + 12, 4) + PNGFile.big(12, 4)
        changed += profile[tags...] + Array("cicp".utf8) + [0, 0, 0, 0, 9, 16, 0, 1]
        changed[131] += 1
        changed.replaceSubrange(0..<4, with: PNGFile.big(changed.count, 4))
        profile = changed
        var file = Self.png([])
        file.extras = [PNGFile.profile(profile)]
        try await expect(file.data, Self.pq)
    }
}
