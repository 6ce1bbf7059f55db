import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// BMP, written from Microsoft's description of its headers.
@Suite struct BitmapFileTests {
    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// - Parameter header: Bytes of the second header beyond the usual 40, such as masks.
    private static func bitmap(
        _ width: Int, _ height: Int, depth: Int, compression: Int = 0, palette: [[UInt8]] = [],
        header: [UInt8] = [], masks: [UInt8] = [], pixels: [UInt8]
    ) -> Data {
        var colors: [UInt8] = []
        for color in palette { colors.append(contentsOf: color + [0]) }
        let start = 54 + header.count + masks.count + colors.count
        var file: [UInt8] = [0x42, 0x4D]
        for (value, count) in [
            (start + pixels.count, 4), (0, 4), (start, 4), (40 + header.count, 4), (width, 4), (height, 4),
            (1, 2), (depth, 2), (compression, 4), (pixels.count, 4), (0, 8), (palette.count, 4), (0, 4),
        ] { file += little(value, count) }
        for part in [header, masks, colors, pixels] { file += part }
        return Data(file)
    }

    private func pixels(_ data: Data, _ truncation: TruncationPolicy = .fail) async throws -> [UInt8] {
        let job = ImageJob(data: data, requests: [.one(.png)], truncation: truncation)
        let result = try await InProcessEngine(threads: 1).run(job)
        let file = try #require(result.outputs.values.first?.data)
        return Array(try Raster(decoding: file).bytes)
    }

    // Blue, green, red, from the bottom up, in rows of four bytes.
    private static let rows: [UInt8] = [3, 2, 1, 6, 5, 4, 0, 0, 9, 8, 7, 12, 11, 10, 0, 0]
    private static let shown: [UInt8] = [7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6]

    @Test func rowsOfThreeBytesStandOnTheirHeads() async throws {
        #expect(try await pixels(Self.bitmap(2, 2, depth: 24, pixels: Self.rows)) == Self.shown)
        let down = Array(Self.rows[8...] + Self.rows[..<8])
        #expect(try await pixels(Self.bitmap(2, -2, depth: 24, pixels: down)) == Self.shown)
        // OS/2's first header, with 16 bits for each side.
        var core: [UInt8] = [0x42, 0x4D, 42, 0, 0, 0, 0, 0, 0, 0, 26, 0, 0, 0]
        core += [12, 0, 0, 0, 2, 0, 2, 0, 1, 0, 24, 0]
        core += Self.rows
        #expect(try await pixels(Data(core)) == Self.shown)
    }

    private static let palette: [[UInt8]] = [[0, 0, 255], [0, 255, 0], [255, 0, 0]]
    private static let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = (
        [255, 0, 0], [0, 255, 0], [0, 0, 255]
    )

    @Test(
        arguments: [
            (1, 0, [0b0100_0000, 0, 0, 0]), (4, 0, [0x01, 0x00, 0, 0]), (8, 0, [0, 1, 0, 0]),
            // Two runs, and one that is copied.
            (8, 1, [1, 0, 1, 1, 1, 0, 0, 1]), (4, 2, [3, 0x01, 0, 1]), (8, 1, [0, 3, 0, 1, 0, 0, 0, 1]),
        ] as [(Int, Int, [UInt8])])
    func palettesAndRunsAreRead(depth: Int, compression: Int, pixels: [UInt8]) async throws {
        let file = Self.bitmap(
            3, 1, depth: depth, compression: compression, palette: Self.palette, pixels: pixels)
        #expect(try await self.pixels(file) == Self.red + Self.green + Self.red)
    }

    @Test func masksSayWhereColorsAre() async throws {
        // 5 bits each, as usual, and 5, 6 and 5.
        let five = Self.bitmap(2, 1, depth: 16, pixels: [0x00, 0x7C, 0x1F, 0x00])
        #expect(try await pixels(five) == Self.red + Self.blue)
        var masks = Self.little(0xF800, 4)
        masks += Self.little(0x07E0, 4)
        masks += Self.little(0x001F, 4)
        let six = Self.bitmap(
            2, 1, depth: 16, compression: 3, masks: masks, pixels: [0x00, 0xF8, 0xE0, 0x07])
        #expect(try await pixels(six) == Self.red + Self.green)
        // The fourth byte counts with a mask only.
        let plain = Self.bitmap(1, 1, depth: 32, pixels: [3, 2, 1, 0])
        #expect(try await pixels(plain) == [1, 2, 3])
        var four = Self.little(0xFF_0000, 4)
        four += Self.little(0xFF00, 4)
        four += Self.little(0xFF, 4)
        four += Self.little(0xFF00_0000, 4)
        let alpha = Self.bitmap(1, 1, depth: 32, compression: 3, header: four, pixels: [3, 2, 1, 128])
        #expect(try await pixels(alpha) == [1, 2, 3, 128])
    }

    /// The masks of `BITMAPV5HEADER`, whose alpha counts without a compression of masks, too.
    private static let inHeader: [UInt8] =
        little(0xFF_0000, 4) + little(0xFF00, 4) + little(0xFF, 4) + little(0xFF00_0000, 4)
        + [UInt8](repeating: 0, count: 68)

    @Test func laterHeadersHaveAlphaWithPlainPixels() async throws {
        let file = Self.bitmap(2, 1, depth: 32, header: Self.inHeader, pixels: [3, 2, 1, 128, 6, 5, 4, 0])
        #expect(try await pixels(file).prefix(4) == [1, 2, 3, 128])
        // Without a mask, the fourth byte is none.
        let none = Self.bitmap(
            1, 1, depth: 32, header: [UInt8](repeating: 0, count: 84), pixels: [3, 2, 1, 128])
        #expect(try await pixels(none) == [1, 2, 3])
    }

    /// Windows CE: 00 01 00 in the upper bits.
    @Test func twoBitsAreAPalette() async throws {
        let file = Self.bitmap(
            3, 1, depth: 2, palette: Self.palette, pixels: [0b0001_0000, 0, 0, 0])
        #expect(try await pixels(file) == Self.red + Self.green + Self.red)
    }

    /// - Parameter header: The length of the second header: OS/2's may be 64 bytes, or end after the depth.
    private static func os2(
        _ width: Int, _ height: Int, depth: Int, compression: Int = 0, header: Int,
        palette: [[UInt8]] = [], pixels: [UInt8]
    ) -> Data {
        var colors: [UInt8] = []
        for color in palette { colors += color + [0] }
        var second =
            little(header, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(depth, 2)
        second += little(compression, 4) + [UInt8](repeating: 0, count: 12) + little(palette.count, 4)
        second += [UInt8](repeating: 0, count: 64)
        let first: [UInt8] = [0x42, 0x4D] + little(0, 8) + little(14 + header + colors.count, 4)
        return Data(first + second.prefix(header) + colors + pixels)
    }

    @Test(arguments: [16, 64])
    func headersOfOS2AreRead(header: Int) async throws {
        let file = Self.os2(
            3, 1, depth: 4, header: header, palette: Self.palette, pixels: [0x01, 0x00, 0, 0])
        #expect(try await pixels(file) == Self.red + Self.green + Self.red)
    }

    /// OS/2's number 4: a run, copied pixels with a byte that fills up, a place further right, and the end.
    @Test func runsOfTwentyFourBitsAreRead() async throws {
        var runs: [UInt8] = [2, 0, 0, 255, 0, 3, 0, 255, 0, 255, 0, 0, 0, 0, 255, 0]
        runs += [0, 0, 0, 2, 4, 0, 1, 255, 0, 0, 0, 1]
        let file = Self.os2(5, 2, depth: 24, compression: 4, header: 64, pixels: runs)
        let black = [UInt8](repeating: 0, count: 12)
        #expect(
            try await pixels(file)
                == black + Self.blue + Self.red + Self.red + Self.green + Self.blue + Self.red)
        for count in runs.indices.dropFirst() {
            let cut = Self.os2(
                5, 2, depth: 24, compression: 4, header: 64, pixels: Array(runs.prefix(count)))
            _ = try await pixels(cut, .allow)
        }
    }

    @Test(arguments: [
        (BitmapFileTests.os2(8, 1, depth: 1, compression: 3, header: 64, pixels: [0, 0, 0, 0]), "Huffman"),
        (BitmapFileTests.bitmap(1, 1, depth: 24, compression: 4, pixels: [0, 0, 0, 0]), "with a JPEG in it"),
        (BitmapFileTests.bitmap(1, 1, depth: 24, compression: 5, pixels: [0, 0, 0, 0]), "with a PNG in it"),
        (BitmapFileTests.os2(1, 1, depth: 16, compression: 3, header: 64, pixels: [0, 0, 0, 0]), "16 bits"),
    ])
    func otherKindsAreNamed(file: Data, words: String) async throws {
        let reason = try #require(try await refusal(of: file))
        #expect(reason.contains(words), "\(reason)")
    }

    @Test func whatIsMissingOrUnknownIsNamed() async throws {
        let cut = Self.bitmap(2, 2, depth: 24, pixels: Array(Self.rows.dropLast(8)))
        await #expect(throws: ImagingError.decode(.truncated, reason: DecodeReason.truncated)) {
            try await pixels(cut)
        }
        #expect(try await pixels(cut, .allow).suffix(6) == Self.shown.suffix(6))
        let coded = Self.bitmap(2, 2, depth: 0, compression: 5, pixels: Self.rows)
        let error = await #expect(throws: ImagingError.self) { try await pixels(coded) }
        #expect(error?.code == "decode.unsupported")
        // Sizes that are beyond the limits are refused before anything is allocated.
        let huge = Self.bitmap(1 << 22, 1 << 22, depth: 8, compression: 1, pixels: [0, 1])
        let large = await #expect(throws: ImagingError.self) { try await pixels(huge) }
        #expect(large?.code == "decode.too-large")
    }
}
