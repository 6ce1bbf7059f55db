import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Intact files that a decoder turns into another picture are refused by their headers.
@Suite struct WrongPictureTests {
    private func reason(_ file: GridFile) -> String? {
        file.data.withUnsafeBytes { WrongPicture.reason(.avif, $0) }
    }

    @Test func aPlainGridIsRead() async throws {
        #expect(reason(GridFile()) == nil)
        let raster = try await pixels(.one(.png), from: GridFile().data)
        #expect((raster.width, raster.height) == (128, 8))
        // Both cells are the same picture: `CodedColorTests` has its colours.
        #expect(
            raster[68, 4] == raster[4, 4] && raster[124, 4] == raster[60, 4] && raster[4, 4] != raster[60, 4])
    }

    /// The whole may be turned and cropped; so may a narrower canvas end within a cell.
    @Test func aGridMayBeTurnedAsAWhole() async throws {
        var file = GridFile()
        file.ofWhole = [GridFile.quarterTurn]
        let raster = try await pixels(.one(.png), from: file.data)
        #expect((raster.width, raster.height) == (8, 128))
        var narrow = GridFile()
        narrow.canvas = (100, 8)
        #expect(reason(narrow) == nil)
        // A rotation by 0.
        var still = GridFile()
        still.ofCells = [("irot", [0])]
        #expect(reason(still) == nil)
    }

    @Test(
        arguments: [
            [("irot", [1])], [("irot", [2])], [("imir", [0])],
            [("clap", [UInt8](repeating: 1, count: 32))],
        ] as [[(name: String, content: [UInt8])]], [false, true])
    func cellsThatAreTurnedByThemselvesAreRefused(
        properties: [(name: String, content: [UInt8])], isNested: Bool
    ) async throws {
        var file = GridFile()
        (file.ofCells, file.isNested, file.hasPixels) = (properties, isNested, false)
        if properties[0].name != "clap" { file.ofWhole = properties }
        let refused = try #require(try await refusal(of: file.data))
        #expect(
            refused.contains("AVIF in cells") && refused.contains("not supported; turn the pixels"),
            "\(refused)")
    }

    /// Where nothing is painted, the memory of the process would be published.
    @Test func cellsThatLeaveGapsAreRefused() async throws {
        var larger = GridFile()
        larger.canvas = (129, 8)
        var higher = GridFile()
        higher.canvas = (128, 9)
        // Properties say more than the coded picture has.
        var promised = GridFile()
        (promised.cell, promised.canvas) = ((80, 8), (160, 8))
        var missing = GridFile()
        missing.columns = 3
        for var file in [larger, higher, promised, missing] {
            file.hasPixels = false
            let refused = try #require(try await refusal(of: file.data))
            #expect(refused.contains("do not cover") && refused.contains("not supported"), "\(refused)")
        }
    }

    /// ITU-T T.800, annex I. There is no codestream behind the header.
    @Test func aJPEG2000WithAPaletteThatCannotBeReadIsRefused() async throws {
        let start =
            GridFile.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
            + GridFile.box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
        let size = GridFile.box("ihdr", GridFile.big(4, 4) + GridFile.big(4, 4) + [0, 1, 7, 7, 0, 0])
        let palette = GridFile.box("pclr", [0, 1, 3, 7, 7, 7, 200, 30, 30])
        let map = GridFile.box("cmap", [0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 2])
        let colors = GridFile.box("colr", [1, 0, 0] + GridFile.big(16, 4))
        let refused = try #require(
            try await refusal(of: Data(start + GridFile.box("jp2h", size + palette + map + colors))))
        #expect(
            refused.contains("JPEG 2000 with a palette") && refused.contains("save it as PNG"), "\(refused)")
        Data(start + GridFile.box("jp2h", size + colors)).withUnsafeBytes {
            #expect(WrongPicture.reason(.jp2, $0) == nil)
        }
    }

    /// 16 × 16 pixels that libjxl 0.7 has written: grey of 200 with two channels of another meaning, with alpha of 60 and two,
    /// with one and alpha of 70, and 200, 100, 40 with a depth.
    private static let jxl = [
        "/wpDQIEOoANQ3AgIQAABAFwASxiLFQDUGWNQxjmACDi0AIB6RpLAUiw=",
        "/wpDQKMAAqC4EQiAABAAbABLGIsVANSMMcaL8XgBCQAEiRQCIB8ILxjgeAQ=",
        "/wpDQEGAKG4ECCAAAQBcAEsYixUA1IwxGMcLRABASCQQBnkBassA",
        "/wpDwASQCAgQAGwASxiLFQDUF2OM8e7uAhIADBKQEEA+DB4TVKEA",
    ].map { Data(base64Encoded: $0) ?? Data() }

    @Test func channelsOfAJPEGXLThatAreNotAlphaAreNone() async throws {
        func first(_ index: Int) async throws -> [UInt8] {
            try await pixels(.one(.png), from: Self.jxl[index])[3, 3]
        }
        #expect(try await first(0) == [200])
        #expect(try await first(1) == [200, 60])
        #expect(try await first(3) == [200, 100, 40])
        // libvips 8.14 returns no alpha here.
        if let reason = try await refusal(of: Self.jxl[2]) {
            #expect(reason.contains("2 channels beside its colours"), "\(reason)")
        } else {
            #expect(try await first(2) == [200, 70])
        }
    }

    @Test func aJPEGXLInCMYKIsRefused() async throws {
        let file = try #require(
            Data(
                base64Encoded: """
                    AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAwanhsY/8KQ8AoAAkICBAAbABLGIsVAN
                    QXY4zx7u4CEgAMEpAQQD4MHhNUoQA=
                    """, options: .ignoreUnknownCharacters))
        let reason = try #require(try await refusal(of: file))
        #expect(reason.contains("a JPEG XL in CMYK"), "\(reason)")
    }

    /// libvips before 8.16 shows the last frame of an animation.
    @Test func anAnimatedJPEGXLIsReadWholeOrNotAtAll() async throws {
        let frames = try? await InProcessEngine(threads: 1).inspect(CodedFiles.animatedJXL)
        if OutputFormat.jxl.holdsAnimation {
            #expect(try #require(frames) > 1)
        } else {
            let refused = try #require(try await refusal(of: CodedFiles.animatedJXL))
            #expect(refused.contains("animated JPEG XL") && refused.contains("libvips 8.16"), "\(refused)")
        }
        CodedFiles.hlgJXL.withUnsafeBytes { #expect(WrongPicture.reason(.jxl, $0) == nil) }
    }
}

extension InProcessEngine {
    /// The number of frames of a file.
    fileprivate func inspect(_ data: Data) async throws -> Int {
        try await run(ImageJob(data: data, requests: [.one(.png, animation: .first)])).facts.frames
    }
}
