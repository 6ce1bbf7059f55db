import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Animated PNG (W3C PNG, third edition, 4.9). Expected pixels follow from its rules of disposal and blending.
@Suite struct PNGMovieTests {
    private struct Frame {
        var x = 0
        var y = 0
        var width = 2
        var height = 1
        var delay = (1, 10)
        var disposal = 0
        var blend = 0
        /// RGBA.
        var pixels: [UInt8]

        func control(_ number: Int) -> (String, [UInt8]) {
            let sizes = [number, width, height, x, y].flatMap { PNGFile.big($0, 4) }
            let delays = PNGFile.big(delay.0, 2) + PNGFile.big(delay.1, 2)
            return ("fcTL", sizes + delays + [UInt8(disposal), UInt8(blend)])
        }

        var file: PNGFile {
            let stride = width * 4
            let rows = (0..<height).map { Array(pixels[$0 * stride..<($0 + 1) * stride]) }
            return PNGFile(width: width, height: height, colorType: 6, rows: rows)
        }
    }

    /// A file of 2×1 pixels, whose own picture is the first frame or none of them.
    private static func movie(_ frames: [Frame], plays: Int = 0, first: [UInt8]? = nil) -> Data {
        var file = first.map { Frame(pixels: $0).file } ?? frames[0].file
        file.extras = [("acTL", PNGFile.big(frames.count, 4) + PNGFile.big(plays, 4))]
        var number = 0
        for (index, frame) in frames.enumerated() {
            let control = frame.control(number)
            number += 1
            if index == 0, first == nil {
                file.extras.append(control)
                continue
            }
            file.late += [control, ("fdAT", PNGFile.big(number, 4) + PNGFile.stored(frame.file.filtered))]
            number += 1
        }
        return file.data
    }

    private static func open(_ data: Data) throws -> (frames: [[UInt8]], delays: [Int], loop: Int) {
        try data.withUnsafeBytes { bytes in
            let reader = try SourceReader(bytes: bytes, type: .png, truncation: .fail)
            let image = try reader.open(frames: -1)
            let pixels = Array(try image.pixels())
            let count = pixels.count / image.frames
            return (
                (0..<image.frames).map { Array(pixels[$0 * count..<($0 + 1) * count]) }, image.delays,
                image.loop
            )
        }
    }

    private static let (red, blue, none): ([UInt8], [UInt8], [UInt8]) = (
        [255, 0, 0, 255], [0, 0, 255, 255], [0, 0, 0, 0]
    )
    private static let half: [UInt8] = [0, 0, 255, 128]

    @Test func framesAreDrawnAsTheyAreShown() throws {
        let (red, blue, none) = (Self.red, Self.blue, Self.none)
        let frames = [
            Frame(delay: (50, 1000), pixels: red + red),
            // One pixel in place of what was there, which is cleared afterwards.
            Frame(x: 1, width: 1, delay: (3, 0), disposal: 1, pixels: Self.half),
            // Half of blue over red, which is undone afterwards.
            Frame(width: 1, disposal: 2, blend: 1, pixels: Self.half),
            Frame(x: 1, width: 1, blend: 1, pixels: none),
            Frame(x: 1, width: 1, blend: 1, pixels: blue),
        ]
        let mixed: [UInt8] = [127, 0, 128, 255]
        let expected: [[UInt8]] = [red + red, red + Self.half, mixed + none, red + none, red + blue]
        let made = try Self.open(Self.movie(frames, plays: 3))
        #expect(made.frames == expected)
        #expect(made.delays == [50, 30, 100, 100, 100] && made.loop == 3)
    }

    @Test func thePictureForOtherReadersNeedNotBeAFrame() throws {
        let made = try Self.open(
            Self.movie(
                [Frame(pixels: Self.blue + Self.blue), Frame(pixels: Self.red + Self.blue)],
                first: Self.red + Self.red))
        #expect(made.frames == [Self.blue + Self.blue, Self.red + Self.blue])
    }

    /// As in Chromium 156.
    @Test func thePictureForOtherReadersIsNeverShown() async throws {
        let one = Self.movie([Frame(pixels: Self.blue + Self.blue)], first: Self.red + Self.red)
        let two = Self.movie(
            [Frame(pixels: Self.blue + Self.blue), Frame(pixels: Self.red + Self.red)],
            first: Self.red + Self.red)
        for file in [one, two] {
            let made = try await make(.one(.png, animation: .first), from: file)
            #expect(made.frames == 1)
            #expect(try Raster(decoding: made.data).bytes.prefix(3) == Self.blue[..<3])
        }
        #expect(try await make(.one(.webp), from: one).frames == 1)
    }

    @Test func palettesAndDepthsAreThoseOfTheFile() throws {
        var file = PNGFile(width: 2, height: 1, depth: 1, colorType: 3, rows: [[0b0100_0000]])
        let frame = Frame(pixels: [])
        file.extras = [
            ("PLTE", [255, 0, 0, 0, 0, 255]), ("tRNS", [128]),
            ("acTL", PNGFile.big(2, 4) + PNGFile.big(0, 4)), frame.control(0),
        ]
        file.late = [frame.control(1), ("fdAT", PNGFile.big(2, 4) + PNGFile.stored([0, 0b1000_0000]))]
        let clear: [UInt8] = [255, 0, 0, 128]
        #expect(try Self.open(file.data).frames == [clear + Self.blue, Self.blue + clear])
    }

    /// As an animation it becomes GIF or WebP.
    @Test func itIsAnAnimationForTheEngine() async throws {
        let source = Self.movie([
            Frame(pixels: Self.red + Self.red), Frame(delay: (2, 10), pixels: Self.blue + Self.red),
        ])
        for format in [OutputFormat.gif, .webp] {
            let made = try await make(.one(format, quality: format == .webp ? .lossless : nil), from: source)
            #expect(made.frames == 2 && made.width == 2 && made.height == 1)
        }
        #expect(try await make(.one(nil), from: source).format == .gif)
        let still = try await make(.one(.png, animation: .first), from: source)
        #expect(try Raster(decoding: still.data).bytes == Array(Self.red[..<3] + Self.red[..<3]))
        let error = await #expect(throws: ImagingError.self) { try await make(.one(.png), from: source) }
        #expect(error?.reason.contains("animated: first") == true)
        // It passes as it is.
        let own = ImageRequest(encodings: [ImageEncoding(format: .original)])
        let passed = try await make(own, from: source)
        #expect(passed.data == source && passed.frames == 2)
        let limited = ImageJob(data: source, requests: [.one(.webp)], limits: ImageLimits(frames: 1))
        await #expect(throws: ImagingError.self) { try await InProcessEngine(threads: 1).run(limited) }
    }

    @Test func whatIsNoAnimationIsAPicture() async throws {
        let one = Self.movie([Frame(pixels: Self.red + Self.red)])
        #expect(try await make(.one(.png), from: one).frames == 1)
        // A frame beyond the canvas, as browsers also see it.
        let outside = Self.movie([
            Frame(pixels: Self.red + Self.red), Frame(x: 1, pixels: Self.red + Self.red),
        ])
        #expect(try await make(.one(.png), from: outside).frames == 1)
        let result = try await InProcessEngine(threads: 1).run(
            ImageJob(data: outside, requests: [.one(.png)]))
        #expect(result.warnings.contains { $0.contains("only its still picture is shown") })
    }

    private static let three = movie([
        Frame(pixels: red + red), Frame(pixels: blue + red), Frame(pixels: red + blue),
    ])

    /// Without the last frame or within it, as with a GIF.
    @Test(arguments: 1...140) func aPartOfAnAnimationIsTruncated(missing: Int) async throws {
        let data = Self.three.dropLast(missing)
        let job = ImageJob(data: Data(data), requests: [.one(.webp, quality: .lossless)])
        do {
            let made = try await InProcessEngine(threads: 1).run(job)
            // Nothing but the end, or its checksum.
            #expect(missing <= 16 && made.facts.frames == 3)
        } catch let error as ImagingError {
            #expect(error.code == "decode.truncated", "\(error)")
        }
    }

    @Test func damageInAFrameIsDamageOfTheFile() async throws {
        var data = Self.three
        let place = try #require(data.range(of: Data("fdAT".utf8))).upperBound + 4
        for at in place..<place + 6 { data[at] = 0xFF }
        let error = await #expect(throws: ImagingError.self) { try await make(.one(.webp), from: data) }
        #expect(error?.code == "decode.damaged")
    }

    @Test func noDelayIsLongerThanAWebPHolds() throws {
        let made = try Self.open(
            Self.movie([
                Frame(delay: (65_535, 1), pixels: Self.red + Self.red), Frame(pixels: Self.blue + Self.red),
            ]))
        #expect(made.delays == [16_777_215, 100])
    }
}
