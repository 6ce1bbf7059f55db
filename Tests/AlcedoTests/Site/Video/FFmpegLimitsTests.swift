import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Testing

@testable import Alcedo

/// How ffmpeg is called, with a stand-in that notes its limit and its arguments, and says what ffmpeg 5.1 says of a file.
struct FFmpegLimitsTests {
    private final class Stub: Sendable {
        let folder: TemporaryFolder
        let tool: FFmpeg

        /// - Parameters:
        ///   - header: The end of the line about the video.
        ///   - complaint: What a call that decodes says before it fails.
        init(
            header: String = "yuv420p(progressive), 600x400 [SAR 1:1 DAR 3:2], 25 fps",
            complaint: String = "", pixels: Int = 300_000, memory: MemoryBudget? = nil
        ) throws {
            folder = try TemporaryFolder()
            try folder.write(
                """
                #!/bin/sh
                echo "$(ulimit -v) $*" >> '\(folder.path)/calls'
                case "$*" in
                *null/none*) echo 'ffmpeg version 9 Copyright' >&2;;
                *showinfo*|*framecrc*) printf '%s\\n' '\(complaint)' >&2;;
                *) printf '%s\\n' '  Stream #0:0[0x1](und): Video: h264 (High), \(header)' \
                    '  Stream #0:1[0x2]: Video: png, rgb24(pc), 9000x9000, 90k tbr (attached pic)' >&2;;
                esac
                exit 1
                """, to: "ffmpeg")
            #expect(chmod(folder.path + "/ffmpeg", 0o755) == 0)
            try folder.write("\u{1A}E", to: "clip")
            tool = try FFmpeg(
                environment: ["PATH": folder.path], limits: ImageLimits(pixels: pixels), memory: memory)
        }

        /// The calls for a file, without that for the version.
        func calls() throws -> [String] {
            let text = String(decoding: try FileSystem.read(folder.path + "/calls"), as: UTF8.self)
            return text.split(separator: "\n").dropFirst().map(String.init)
        }

        /// Returns why no frame can be had.
        func refusal() throws -> FFmpeg.Failure? {
            let error = #expect(throws: FFmpeg.Failure.self) {
                try tool.probe(folder.path + "/clip", isCancelled: { false })
            }
            return error
        }
    }

    @Test func aVideoAboveTheLimitIsRefusedLikeAPictureBeforeItIsDecoded() throws {
        let stub = try Stub(pixels: 239_999)
        var expected: ImagingError?
        do throws(ImagingError) {
            try ImageLimits(pixels: 239_999).check(PixelSize(width: 600, height: 400), frames: 1)
        } catch {
            expected = error
        }
        #expect(try stub.refusal()?.imaging == expected && expected != nil)
        let calls = try stub.calls()
        #expect(calls.count == 1 && calls[0].contains("-max_pixels 239999 ") && calls[0].hasSuffix("/clip"))
    }

    @Test func theSizeOfAVideoComesFromItsDecoderWhereNoHeaderSaysIt() throws {
        let line =
            "none(pc), 5 fps\\n[png @ 0x5] Picture size 900x800 exceeds specified max pixel count 300000, see"
        let stub = try Stub(header: line.replacing("\\n", with: "' '"))
        #expect(try stub.refusal()?.reason.contains("it is too large: 900x800 pixels") == true)
        #expect(try stub.calls().count == 1)
    }

    @Test func everyDecodingCallHasALimitOfPixelsAndOfMemory() throws {
        let stub = try Stub()
        _ = try stub.refusal()
        _ = try stub.tool.damage(of: stub.folder.path + "/clip", isCancelled: { false })
        let calls = try stub.calls()
        // The header is read once.
        #expect(calls.count == 3)
        for call in calls {
            let input = try #require(call.firstRange(of: "-i file:"))
            #expect(call[..<input.lowerBound].contains(#/-max_pixels \d{6}\b/#))
            let kibibytes = try #require(call.split(separator: " ").first.flatMap { Int($0) })
            // A frame of the largest allowed size takes 4.8 MB at eight bytes a pixel, and the program itself less than 2 GB.
            #expect(
                kibibytes > 2_000_000_000 >> 10 && kibibytes < (3_000_000_000 + Machine.cores << 24) >> 10)
        }
    }

    @Test func aFrameThatGrowsWithinTheFilmIsRefused() throws {
        let stub = try Stub(
            complaint:
                "[h264 @ 0x5] [IMGUTILS @ 0x7] Picture size 4000x3000 exceeds specified max pixel count 561536, see"
        )
        #expect(try stub.refusal()?.reason.contains("it is too large: 4000x3000 pixels") == true)
        #expect(try stub.calls().count == 2)
    }

    @Test func aVideoThatNeedsMoreMemoryThanThereIsIsRefused() throws {
        let stub = try Stub(memory: MemoryBudget(bytes: 61_000_000, maxPerJob: 61_000_000))
        #expect(
            try stub.refusal()?.imaging.map { "\($0)".contains("of memory, and 61 MB are available") } == true
        )
        #expect(try stub.calls().count == 1)
    }
}
