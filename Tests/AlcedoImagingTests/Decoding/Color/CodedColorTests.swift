import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Colours that code points name, without HDR and without a profile.
@Suite struct CodedColorTests {
    /// By Chromium 156, as in ``HDRTests``.
    private static let bt2020: [[UInt8]] = [
        [0, 0, 0], [75, 75, 75], [130, 130, 130], [148, 148, 148], [180, 180, 180], [215, 215, 215],
        [174, 115, 96], [43, 154, 177],
    ]

    private static func png(_ codes: [UInt8]) -> PNGFile {
        let row = CodedFiles.signals.flatMap { signal in
            let samples = signal.flatMap { PNGFile.big($0 << 6 | $0 >> 4, 2) }
            return Array(repeating: samples, count: 8).joined()
        }
        var file = PNGFile(
            width: 64, height: 8, depth: 16, colorType: 2, rows: Array(repeating: row, count: 8))
        file.extras = [("cICP", codes)]
        return file
    }

    private func expect(_ data: Data, _ wanted: [[UInt8]]) async throws {
        let raster = try await pixels(.one(.png), from: data)
        for (index, want) in wanted.enumerated() {
            let have = raster[8 * index + 4, 4]
            #expect(
                zip(have, want).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(index): \(have), not \(want)")
        }
    }

    @Test func bt2020BecomesTheSRGBThatChromiumShows() async throws {
        try await expect(CodedFiles.wideAVIF, Self.bt2020)
        try await expect(Self.png([9, 13, 0, 1]).data, Self.bt2020)
    }

    @Test func theCurveOfTelevisionIsConvertedInAPNG() async throws {
        // Gamma 2.4 to sRGB: 255 * encode((code / 1023) ^ 2.4).
        let wanted = CodedFiles.signals.map { signal in
            signal.map { code -> UInt8 in
                let light = pow(Double(code) / 1023, 2.4)
                let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
                return UInt8((255 * value).rounded())
            }
        }
        try await expect(Self.png([1, 1, 0, 1]).data, wanted)
    }

    @Test func codePointsOfAPNGTakePrecedenceOverItsProfile() async throws {
        var file = Self.png([9, 13, 0, 1])
        file.extras.append(PNGFile.profile(ICCProfile.adobeRGB))
        try await expect(file.data, Self.bt2020)
        file.extras[0] = ("cICP", [1, 13, 0, 1])
        try await expect(file.data, CodedFiles.signals.map { $0.map { UInt8($0 * 255 / 1023) } })
    }

    @Test func keptColoursCarryAProfileThatSaysTheSame() async throws {
        let kept = try await make(.one(.png, color: .keep), from: CodedFiles.wideAVIF)
        #expect(kept.data.range(of: Data("iCCP".utf8)) != nil)
        try await expect(kept.data, Self.bt2020)
    }

    @Test func floatsOfAJPEGXLAreNotCutOff() async throws {
        let raster = try await pixels(.one(.png), from: CodedFiles.floatJXL)
        let row = (0..<4).map { raster[$0, 1][0] }
        #expect(zip(row, [0, 63, 127, 255] as [UInt8]).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(row)")
    }
}
