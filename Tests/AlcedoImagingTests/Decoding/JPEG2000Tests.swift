import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@testable import AlcedoImaging

/// What a JPEG 2000 says about its samples counts, or the file is refused by name. Codestreams of 16×8 pixels are those of
/// opj_compress 2.5 (lossless, without comments), and containers are written from ITU-T T.800, annex I.
@Suite struct JPEG2000Tests {
    private static func codestream(_ base64: String) -> [UInt8] {
        Array(Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    }

    /// - Parameters:
    ///   - space: The number of the colour space.
    ///   - profile: In place of the number.
    ///   - more: Boxes of the header before the colours.
    private static func file(
        _ stream: [UInt8], space: Int = 16, profile: Data? = nil, more: [UInt8] = []
    ) -> Data {
        var start = GridFile.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
        start += GridFile.box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
        let count = stream.count > 42 ? Array(stream[40..<42]) : [0, 1]
        let size = GridFile.box("ihdr", GridFile.big(8, 4) + GridFile.big(16, 4) + count + [7, 7, 0, 0])
        let color = profile.map { [2, 0, 0] + Array($0) } ?? [1, 0, 0] + GridFile.big(space, 4)
        let header = GridFile.box("jp2h", size + more + GridFile.box("colr", color))
        return Data(start + header + GridFile.box("jp2c", stream))
    }

    /// The pixels at both ends of a row.
    private func ends(_ file: Data) async throws -> [[Int]] {
        let raster = try await pixels(.one(.png), from: file)
        #expect(raster.width == 16 && raster.height == 8)
        return [raster[1, 4], raster[14, 4]].map { $0.map(Int.init) }
    }

    /// 80, 99, 213 and 66, 203, 101 in JFIF's YCbCr are these in RGB; the second may be half transparent.
    private static let colours = [[200, 30, 30, 255], [30, 60, 200, 128]]

    @Test(arguments: [JPEG2000Tests.ycc444, ycc422, ycc420, ycc444a, ycc420a])
    func lumaAndChromaBecomeColours(stream: [UInt8]) async throws {
        let have = try await ends(Self.file(stream, space: 18))
        #expect(have[0].count == (stream[41] == 4 ? 4 : 3))
        for (have, want) in zip(have, Self.colours) {
            #expect(zip(have, want).allSatisfy { abs($0 - $1) <= 2 }, "\(have), not \(want)")
        }
        // RGB in name, with as many samples in each component.
        if stream == Self.ycc444 {
            #expect(try await ends(Self.file(stream)) == [[80, 99, 213], [66, 203, 101]])
        }
    }

    /// Other decoders take fewer samples for chroma where no container names the colours.
    @Test(arguments: [JPEG2000Tests.ycc422, ycc420, ycc420a])
    func codestreamsWithFewerSamplesOfChromaBecomeColours(stream: [UInt8]) async throws {
        let have = try await ends(Data(stream))
        for (have, want) in zip(have, Self.colours) {
            #expect(zip(have, want).allSatisfy { abs($0 - $1) <= 2 }, "\(have), not \(want)")
        }
    }

    @Test func theProfileCounts() async throws {
        let plain = try await ends(Self.file(Self.rgb))
        #expect(plain == [[200, 30, 30], [30, 60, 200]])
        // By the matrix and the gamma of Adobe RGB (1998), and the curve of sRGB.
        let wide = try await ends(Self.file(Self.rgb, profile: ICCProfile.adobeRGB))
        #expect(zip(wide[0], [233, 24, 24]).allSatisfy { abs($0 - $1) <= 2 }, "\(wide)")
        #expect(try await ends(Self.file(Self.rgb, profile: ICCProfile.nameless)) == plain)
    }

    /// Values of 0 to 15 in columns, of 0 and 1 in halves, and of 0, 273, 546 … 4095.
    @Test func allDepthsReachWhite() async throws {
        #expect(try await ends(Self.file(Self.one, space: 17)) == [[0], [255]])
        let four = try await pixels(.one(.png), from: Self.file(Self.four, space: 17))
        let twelve = try await pixels(.one(.png), from: Self.file(Self.twelve, space: 17))
        for x in 0..<16 {
            #expect(four[x, 0] == [UInt8(x * 17)])
            #expect(abs(Int(twelve[x, 0][0]) - x * 17) <= 1)
        }
    }

    private static func palette(_ colors: [[UInt8]]) -> [UInt8] {
        let columns = colors.first?.count ?? 0
        let values = GridFile.big(colors.count, 2) + [UInt8(columns)] + [UInt8](repeating: 7, count: columns)
        let map: [UInt8] = (0..<columns).flatMap { [0, 0, 1, UInt8($0)] as [UInt8] }
        return GridFile.box("pclr", values + colors.flatMap { $0 }) + GridFile.box("cmap", map)
    }

    /// Indexes 0 and 2; what is beyond the palette is its last colour. A stand-in with nothing behind its size: libvips, which gets
    /// the codestream alone, ends the process on a whole picture in such a container.
    @Test func aPaletteIsRead() throws {
        let colors: [[UInt8]] = [[200, 30, 30], [9, 9, 9], [30, 60, 200]]
        let indexes = try Raster(2, 1, bands: 1) { x, _ in [UInt8(2 * x)] }.image
        for count in [3, 2] {
            let file = Self.file(Self.size(count: 1), more: Self.palette(Array(colors.prefix(count))))
            try file.withUnsafeBytes { bytes in
                let header = try #require(JPEG2000Header(bytes))
                #expect(header.needsCodestream && header.codestream.elementsEqual(Self.size(count: 1)))
                let shown = try header.applied(to: indexes).pixels()
                #expect(Array(shown) == colors[0] + colors[count - 1])
            }
        }
    }

    /// The size of a codestream (A.5.1), with nothing behind it.
    private static func size(offset: Int = 0, depth: UInt8 = 7, count: Int) -> [UInt8] {
        var size: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51] + GridFile.big(38 + 3 * count, 2) + [0, 0]
        for number in [16 + offset, 8, offset, 0, 16 + offset, 8, 0, 0] { size += GridFile.big(number, 4) }
        return size + GridFile.big(count, 2) + (0..<count).flatMap { _ in [depth, 1, 1] }
    }

    @Test(arguments: [
        (JPEG2000Tests.file(size(offset: 5, count: 3)), "XOsiz"),
        (JPEG2000Tests.file(size(depth: 0x87, count: 3)), "signed"),
        (JPEG2000Tests.file(size(count: 4), space: 12), "CMYK"),
        (JPEG2000Tests.file(size(count: 3), space: 14), "CIELAB"),
        (JPEG2000Tests.file(size(count: 1), more: palette([[1, 2, 3, 4]])), "palette"),
        (Data(JPEG2000Tests.size(offset: 1, count: 1)), "XOsiz"),
    ])
    func whatWouldBecomeAnotherPictureIsRefused(file: Data, words: String) async throws {
        let reason = try #require(try await refusal(of: file))
        #expect(reason.contains(words) && reason.contains("opj_decompress"), "\(reason)")
        // Headers that end early have no name, and stop nothing.
        for count in stride(from: 0, to: file.count, by: 3) {
            file.prefix(count).withUnsafeBytes { _ = WrongPicture.reason(.jp2, $0) }
        }
    }

    private static let ycc444 = codestream(
        """
        /0//UQAvAAAAAAAQAAAACAAAAAAAAAAAAAAAEAAAAAgAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEAAAQEAAH/XAAE
        QED/kAAKAAAAAACrAAH/k8fUYBFQVK/79q8AwjzFOI+5TRH3KaI+5TRH3KaI+5TRH3KaI+5TRH3KaI+5TRH3KaJCX8+0
        xDu5DymjobkcDKjwsTAAAMI5xPAAAwkJf56fgAwjvlMI+5TRISJZwBhHmKcR9ymiQl/PtMwUAFsZCq5MRrKhc/KQAAMI
        5xPAAAwkJfYAgYR7SoEfcpoj7lNEhIlnAGEeYpxH3KaJCX//2Q==
        """)

    private static let ycc422 = codestream(
        """
        /0//UQAvAAAAAAAQAAAACAAAAAAAAAAAAAAAEAAAAAgAAAAAAAAAAAADBwEBBwIBBwIB/1IADAAAAAEAAAQEAAH/XAAE
        QED/kAAKAAAAAACLAAH/k8fUYBFQVK/79q8AwjzFOI+5TRH3KaI+5TRH3KaI+5TRH3KaI+5TRH3KaI+5TRH3KaJCX8+0
        iCc1DvNID5BYKbagGA1LgDCQl2E0wU1n+xJ/SnhgWj7EoS/PtIgUAEp4Rl/Pc0wADAalwBhISaScMC0fYjmxB/SnhgWj
        7EoS/9k=
        """)

    private static let ycc420 = codestream(
        """
        /0//UQAvAAAAAAAQAAAACAAAAAAAAAAAAAAAEAAAAAgAAAAAAAAAAAADBwEBBwICBwIC/1IADAAAAAEAAAQEAAH/XAAE
        QED/kAAKAAAAAABxAAH/k8fUYBFQVK/79q8AwjzFOI+5TRH3KaI+5TRH3KaI+5TRH3KaI+5TRH3KaI+5TRH3KaJCX8+0
        WCc1Cpr9vhIUqAYDUuAMI8xTiPuU0SDPtFAUAEpwbTQboIL8xQYFo+xJ/SniQf/Z
        """)

    private static let ycc444a = codestream(
        """
        /0//UQAyAAAAAAAQAAAACAAAAAAAAAAAAAAAEAAAAAgAAAAAAAAAAAAEBwEBBwEBBwEBBwEB/1IADAAAAAEAAAQEAAH/
        XAAEQED/kAAKAAAAAAC5AAH/k8fUYBFQVK/79q8AwjzFOI+5TRH3KaI+5TRH3KaI+5TRH3KaI+5TRH3KaI+5TRH3KaJC
        X8+0xDu5DymjobkcDKjwsTAAAMI5xPAAAwkJf56fgAwjvlMI+5TRISJZwBhHmKcR9ymiQl/PtMwUAFsZCq5MRrKhc/KQ
        AAMI5xPAAAwkJfYAgYR7SoEfcpoj7lNEhIlnAGEeYpxH3KaJCX/PtCwUAFsZCq5Fih//f//Z
        """)

    private static let ycc420a = codestream(
        """
        /0//UQAyAAAAAAAQAAAACAAAAAAAAAAAAAAAEAAAAAgAAAAAAAAAAAAEBwEBBwICBwICBwEB/1IADAAAAAEAAAQEAAH/
        XAAEQED/kAAKAAAAAAB/AAH/k8fUYBFQVK/79q8AwjzFOI+5TRH3KaI+5TRH3KaI+5TRH3KaI+5TRH3KaI+5TRH3KaJC
        X8+0WCc1Cpr9vhIUqAYDUuAMI8xTiPuU0SDPtFAUAEpwbTQboIL8xQYFo+xJ/SniQc+0LBQAWxkKrkWKH/9//9k=
        """)

    private static let rgb = codestream(
        """
        /0//UQAvAAAAAAAQAAAACAAAAAAAAAAAAAAAEAAAAAgAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEAAAQEAAH/XAAE
        QED/kAAKAAAAAACsAAH/k8+00BQAW0Pa/1fgGEeYpxH3KaJBhxdAAAAAYRrD7H6KcI+5TRIS+2LAAAGEc4/x+inCPuU0
        SEvPtLQRUFSv08fAMI8xTiPuU0SDHI1wAAAABhGsPsfopwkJEs4AwjzFOI+5TRIS/3/PtNARUFND2aj0ADCPMU4j7lNE
        gxJygAAAAMI1h9j9FOEfcpokJeKz4AAYRzj/D9FOEfcpokJf/9k=
        """)

    private static let one = codestream(
        """
        /0//UQApAAAAAAAQAAAACAAAAAAAAAAAAAAAEAAAAAgAAAAAAAAAAAABAAEB/1IADAAAAAEAAAQEAAH/XAAEQAj/kAAK
        AAAAAAAWAAH/k9MAEVBTGQqt/9k=
        """)

    private static let four = codestream(
        """
        /0//UQApAAAAAAAQAAAACAAAAAAAAAAAAAAAEAAAAAgAAAAAAAAAAAABAwEB/1IADAAAAAEAAAQEAAH/XAAEQCD/kAAK
        AAAAAAA2AAH/k98iUBFrDAzhwgkuzHvnMs3aI/p0iPsBOnJDoUIEcV4grbr+Np6XTX//2Q==
        """)

    private static let twelve = codestream(
        """
        /0//UQApAAAAAAAQAAAACAAAAAAAAAAAAAAAEAAAAAgAAAAAAAAAAAABCwEB/1IADAAAAAEAAAQEAAH/XAAEQGD/kAAK
        AAAAAACnAAH/k9/iWBFrDA0BL+qYAGlpi6ugmlfsSelUAqaAPr38FGF/Jmn04JJOZRhjQn/seVYNfpZHWV5tt7PKcIKY
        zbWQbVtT2ktrq22u6348SY11cJyu839K47r5v6Vx3X9K47r5vnFkSJaL+QQDkM8I5x/bbgwtceYpwwWuM+11lNXCdcBm
        e6TsOK6TrgHDYbDYbDYbDYbDYbDYbDYbD//Z
        """)
}
