import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Frames, their delays and their repetition are kept.
@Suite struct AnimationTests {
    static let palette: [[UInt8]] = [[255, 0, 0], [0, 200, 0], [0, 0, 255], [255, 255, 0]]

    static func gif(loop: Int?, transparent: UInt8? = nil) -> GIFFile {
        GIFFile(
            width: 24, height: 16, palette: palette,
            frames: (0..<4).map { [UInt8](repeating: UInt8($0), count: 24 * 16) }, delays: [5, 20, 100, 7],
            loop: loop, transparentIndex: transparent)
    }

    @Test(arguments: [OutputFormat.gif, .webp])
    func framesAndDelaysAreKept(format: OutputFormat) async throws {
        let output = try await make(.one(format, width: 12), from: Self.gif(loop: 0).data)
        #expect(output.frames == 4 && output.width == 12 && output.height == 8)
        let image = try PixelImage(decoding: output.data)
        #expect(image.frames == 4 && image.delays == [50, 200, 1000, 70])
        for (index, colour) in Self.palette.enumerated() {
            let raster = try Raster(decoding: output.data)
            let pixel = raster[6, index * 8 + 4]
            for (have, want) in zip(pixel, colour) { #expect(abs(Int(have) - Int(want)) <= 12, "\(index)") }
        }
    }

    /// The repetition as the files have it: GIF's NETSCAPE block counts what follows the first showing, WebP's ANIM
    /// chunk (bytes 4 and 5) all showings.
    @Test(arguments: [0, 1, 3, 10])
    func theLoopIsKept(loop: Int) async throws {
        let source = Self.gif(loop: loop).data
        let gif = try await make(.one(.gif), from: source).data
        let block = try #require(gif.firstRange(of: Data("NETSCAPE2.0".utf8)))
        #expect(Int(gif[block.upperBound + 2]) | Int(gif[block.upperBound + 3]) << 8 == loop)
        let webp = try await make(.one(.webp), from: source).data
        let chunk = try #require(ContainerListing.webP(webp).content("ANIM"))
        #expect(Int(chunk[4]) | Int(chunk[5]) << 8 == (loop == 0 ? 0 : loop + 1))
    }

    /// 0 and 10 milliseconds are 100 for browsers, whichever format and version of libvips.
    @Test(arguments: [OutputFormat.gif, .webp])
    func delaysAreAsBrowsersShowThem(format: OutputFormat) async throws {
        var gif = Self.gif(loop: 0)
        gif.delays = [0, 1, 2, 10]
        let image = try PixelImage(decoding: await make(.one(format), from: gif.data).data)
        #expect(image.delays == [100, 100, 20, 100])
    }

    /// Hundredths of a second, of which browsers show one as ten.
    @Test func shortDelaysStayShortInAGIF() throws {
        let frames = try (0..<4).map { try Raster.plain(8, 8, UInt8($0) * 60, 0, 0).image }
        let image = try PixelImage.animation(frames: frames, delays: [11, 14, 15, 26])
        #expect(try PixelImage(decoding: image.encoded(as: .gif)).delays == [20, 20, 20, 30])
        #expect(try PixelImage(decoding: image.encoded(as: .webp)).delays == [11, 14, 15, 26])
    }

    /// A GIF that says nothing of repetition is shown once; so is a WebP whose count is 1.
    @Test func anAnimationThatIsShownOnceStaysSo() async throws {
        let source = Self.gif(loop: nil).data
        let gif = try await make(.one(.gif), from: source).data
        #expect(gif.firstRange(of: Data("NETSCAPE2.0".utf8)) == nil)
        let webp = try await make(.one(.webp), from: source).data
        let chunk = try #require(ContainerListing.webP(webp).content("ANIM"))
        #expect(Int(chunk[4]) | Int(chunk[5]) << 8 == 1)
        let back = try await make(.one(.gif), from: webp).data
        #expect(back.firstRange(of: Data("NETSCAPE2.0".utf8)) == nil)
    }

    /// Formats have their declared features: JPEG XL from libvips 8.16 on, all others in any version.
    @Test(arguments: OutputFormat.allCases)
    func aFormatHoldsAnAnimationOrIsLeftOut(format: OutputFormat) async throws {
        let result = try await InProcessEngine(threads: 1).run(
            ImageJob(data: Self.gif(loop: 3).data, requests: [.one(format, width: 12)]))
        #expect(result.failures.isEmpty == format.holdsAnimation)
        guard format.holdsAnimation else { return }
        let image = try PixelImage(decoding: #require(result.outputs.values.first?.data))
        #expect(image.frames == 4 && image.delays == [50, 200, 1000, 70] && image.frameHeight == 8)
    }

    @Test func anAnimatedWebPIsReadAsOne() async throws {
        let source = ContainerFixtures.animatedWebp
        let output = try await make(.one(nil), from: source)
        #expect(output.format == .gif && output.frames == 2 && output.width == 16 && output.height == 11)
        let image = try PixelImage(decoding: output.data)
        #expect(image.delays == [100, 100])
    }

    @Test func onlyTheFirstFrameIfRequested() async throws {
        let output = try await make(.one(nil, animation: .first), from: Self.gif(loop: 0).data)
        #expect(output.format == .jpeg && output.frames == 1 && output.height == 16)
        let raster = try Raster(decoding: output.data)
        for (have, want) in zip(raster[12, 8], Self.palette[0]) { #expect(abs(Int(have) - Int(want)) <= 6) }
    }

    @Test(arguments: [OutputFormat.gif, .webp])
    func transparentFramesStayTransparent(format: OutputFormat) async throws {
        let raster = try await pixels(.one(format), from: Self.gif(loop: 0, transparent: 2).data)
        #expect(raster.bands == 4)
        #expect(raster[10, 8][3] == 255 && raster[10, 16 * 2 + 8][3] == 0 && raster[10, 16 * 3 + 8][3] == 255)
    }

    @Test func framesOfDifferentColoursShareNoPixelAtTheirBorders() async throws {
        let raster = try await pixels(.one(.gif, width: 7), from: Self.gif(loop: 0).data)
        let height = raster.height / 4
        for (index, colour) in Self.palette.enumerated() {
            for y in [0, height - 1] { #expect(Array(raster[3, index * height + y].prefix(3)) == colour) }
        }
    }

    @Test func framesMadeByHandAreAnAnimation() throws {
        let frames = try [Raster.plain(8, 8, 255, 0, 0), .plain(8, 8, 0, 0, 255)].map { try $0.image }
        let image = try PixelImage.animation(frames: frames, delays: [30, 40], loop: 2)
        #expect(image.frames == 2 && image.size == PixelSize(width: 8, height: 8))
        let again = try PixelImage(decoding: image.encoded(as: .gif))
        #expect(again.frames == 2 && again.delays == [30, 40])
        #expect(throws: ImagingError.self) { try PixelImage.animation(frames: [], delays: []) }
        let odd = try Raster.plain(9, 8, 0, 0, 0).image
        #expect(throws: ImagingError.self) {
            try PixelImage.animation(frames: [frames[0], odd], delays: [1, 1])
        }
    }
}
