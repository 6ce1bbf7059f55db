import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Testing

@testable import Alcedo

struct VideoProbeTests {
    /// As ffmpeg 5.1 and 7.1 print it.
    private static func said(_ pixels: String, tags: String, more: String = "", version: Int = 5) -> String {
        let place = version == 5 ? "pos:     48" : "duration:    512 duration_time:0.04"
        return """
            Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'file:/clip.mp4':
              Metadata:
                title           :   Duration: 00:09:00.00
              Duration: 00:01:02.50, start: 0.000000, bitrate: 38 kb/s
              Stream #0:0[0x1](und): Video: h264 (High) (avc1 / 0x31637661), \(pixels), 640x360, 25 fps (default)
              Stream #0:1[0x2](und): Audio: aac (LC), 44100 Hz, mono
            [Parsed_showinfo_0 @ 0x1] n:   0 pts:  -1024 pts_time:-0.08   \(place) fmt:\(pixels) sar:1/1 s:640x360 i:P iskey:1 type:I
            \(more)[Parsed_showinfo_0 @ 0x1] \(tags)
            [Parsed_showinfo_0 @ 0x1] n:   1 pts:   512 pts_time:0.04   \(place) fmt:\(pixels) sar:1/1 s:640x360 i:P iskey:0 type:P
            [Parsed_showinfo_0 @ 0x1] \(tags)
            """
    }

    private static let hlg =
        "color_range:tv color_space:bt2020nc color_primaries:bt2020 color_trc:arib-std-b67"
    private static let unknown =
        "color_range:unknown color_space:unknown color_primaries:unknown color_trc:unknown"

    @Test(arguments: [5, 7]) func framesHaveTimesAndColors(version: Int) throws {
        let probe = VideoProbe(Self.said("yuv420p10le", tags: Self.hlg, version: version))
        #expect(probe.duration == 62.5)
        #expect(probe.hasSound && probe.frames.map(\.time) == [-0.08, 0.04])
        #expect(probe.frame(at: 0)?.number == 0 && probe.frame(at: 0.04)?.number == 1)
        #expect(probe.frame(at: -0.1) == nil)
        let colors = try #require(probe.frames.last?.colors)
        #expect(colors.codec == "h264" && colors.rows == 360 && colors.refusal == nil)
        // ITU-T H.273: BT.2020 is 9, and hybrid log-gamma 18.
        let points = try #require(colors.codePoints)
        #expect(points.primaries == 9 && points.transfer == 18)
        #expect(colors.stated == "setparams=colorspace=bt2020nc:range=tv,")
    }

    @Test(arguments: [
        ("h264", 719, "smpte170m"), ("h264", 720, "bt709"), ("vp9", 1080, "smpte170m"),
        ("av1", 1080, "smpte170m"),
    ]) func whatIsOpenIsAsInChromium(codec: String, rows: Int, matrix: String) {
        let colors = Self.colors("yuv420p", codec: codec, rows: rows)
        #expect(colors.stated == "setparams=colorspace=\(matrix):range=tv,")
        #expect(colors.codePoints == nil)
    }

    private static func colors(
        _ format: String, codec: String = "h264", rows: Int = 360, range: String = "unknown",
        matrix: String = "unknown", primaries: String = "unknown", transfer: String = "unknown"
    ) -> VideoColors {
        VideoColors(
            format: format, codec: codec, rows: rows, range: range, matrix: matrix, primaries: primaries,
            transfer: transfer)
    }

    @Test func fullRangeStays() {
        #expect(Self.colors("yuvj420p").stated.contains("range=pc"))
        #expect(Self.colors("yuv420p", range: "pc").stated.contains("range=pc"))
    }

    @Test func redGreenAndBlueNeedNoMatrix() {
        for format in ["bgra", "rgba", "gbrp", "pal8"] {
            #expect(Self.colors(format, matrix: "gbr").stated == "")
            #expect(Self.colors(format, matrix: "gbr").refusal == nil)
        }
        #expect(Self.colors("bgra").hasAlpha && !Self.colors("yuv420p").hasAlpha)
    }

    @Test func aMatrixThatFFmpegDoesNotConvertIsRefused() {
        #expect(Self.colors("yuv420p10le", matrix: "ictcp").refusal?.contains("'ictcp'") == true)
    }

    @Test func dolbyVisionWithoutABasePictureIsRecognized() {
        func probe(_ profile: Int) -> VideoProbe {
            VideoProbe(
                Self.said("yuv420p10le", tags: Self.unknown)
                    + "\n      DOVI configuration record: version: 1.0, profile: \(profile), level: 6, rl flag: 1"
            )
        }
        #expect(probe(5).isPureDolbyVision && !probe(8).isPureDolbyVision)
    }

    @Test func packetsEndWithTheLastOne() {
        let said = """
            #tb 0: 1/12800
            #tb 1: 1/44100
            0,          0,       1024,      512,     6145, 0x2c8c4f2b
            1,          0,          0,     1024,      208, 0xd17a6ba9
            0,        512,        512,      512,      914, 0x1bd4c47d, F=0x0
            1,      43076,      43076,     1024,      208, 0xd17a6ba9
            """
        #expect(VideoProbe.end(ofPackets: said) == 1)
    }

    @Test func thePeakIsTheBrightestPixel() {
        let light =
            "[Parsed_showinfo_0 @ 0x1]   side data - Content Light Level information: MaxCLL=600, MaxFALL=80\n"
        #expect(
            VideoProbe(Self.said("yuv420p10le", tags: Self.hlg, more: light)).frames.first?.colors.peak == 600
        )
    }

    /// The checksum is that of Python's `zlib.crc32(b"cICP\x09\x10\x00\x01")`.
    @Test func codePointsStandBehindTheHeader() {
        let png = Data((0..<60).map { UInt8($0) })
        let colors = Self.colors("yuv420p10le", primaries: "bt2020", transfer: "smpte2084")
        let chunk: [UInt8] = [0, 0, 0, 4, 0x63, 0x49, 0x43, 0x50, 9, 16, 0, 1, 0x4d, 0x23, 0x23, 0xfe]
        #expect(Array(colors.marking(png)) == Array(png.prefix(33)) + chunk + Array(png.dropFirst(33)))
        #expect(Self.colors("yuv420p").marking(png) == png)
    }

    /// As the filter `scale` of ffmpeg counts them: 640 × 4/3, rounded.
    @Test(arguments: [("1/1", 640), ("4/3", 853), ("0/1", 640), ("100000/1", 64_000_000)])
    func pixelsThatAreNotSquareCountAsTheyAreShown(ratio: String, width: Int) {
        let said = Self.said("yuv420p", tags: Self.unknown).replacing("sar:1/1", with: "sar:\(ratio)")
        #expect(VideoProbe(said).frames.map(\.shown.width) == [width, width])
    }

    @Test func theSizeIsThatOfTheFirstVideo() {
        let cover = "\n  Stream #0:2[0x3]: Video: png, rgb24(pc), 9000x9000 [SAR 1:1 DAR 1:1], 90k tbr"
        let size = VideoProbe.size(in: Self.said("yuv420p(tv, bt709)", tags: Self.unknown) + cover)
        #expect(size == PixelSize(width: 640, height: 360))
        // The tag of a codec looks like a number.
        #expect(
            VideoProbe.size(in: "  Stream #0:0[0x1]: Video: png (png  / 0x20676E70), none(pc), 5 fps") == nil)
    }

    @Test func namesAndTitlesAreNoDamage() {
        let said = """
            Input #0, mov,mp4, from 'file:/srv/anti-corruption/truncated cone.mp4':
              Metadata:
                title           : The Corrupt
            file:/srv/anti-corruption/truncated cone.mp4: No decoder
            """
        #expect(!VideoKind.isDamaged(said))
        #expect(VideoKind.isDamaged(said + "\n[h264 @ 0x55] error while decoding MB 18 3, bytestream -7"))
        #expect(VideoKind.isDamaged("[mov @ 0x55] stream 0, offset 0x2e1: partial file"))
    }
}
